import { BusinessError, fieldErrors } from './error-catalogue.ts'

test('dotted names become paths of the form', () => {
  const error = new BusinessError(422, { 'designers.0.name': ['Give a name'], title: ['a', 'b'] })
  expect(fieldErrors(error)).toEqual([
    { name: ['designers', 0, 'name'], errors: ['Give a name'] },
    { name: ['title'], errors: ['a', 'b'] },
  ])
})

test('what a mutation rejects with is understood too', () => {
  const failure = { kind: 'business', code: 422, msg: { email: ['taken'] }, data: null }
  expect(fieldErrors(failure)).toEqual([{ name: ['email'], errors: ['taken'] }])
})

test('other errors have no fields', () => {
  expect(fieldErrors(new BusinessError(409, 'Stale'))).toEqual([])
  expect(fieldErrors(new Error('x'))).toEqual([])
})
