import { BusinessError, openEnvelope } from './error-catalogue.ts'

test('only code 200 is a success', () => {
  expect(openEnvelope({ code: 200, msg: 'ok', data: { a: 1 }, trace_id: 't' })).toEqual({ a: 1 })
  expect(() => openEnvelope({ code: 0, msg: 'ok', data: { a: 1 } })).toThrow(BusinessError)
})

test('a refusal carries code, message and data', () => {
  const body = { code: 409, msg: 'Quorum is missing', data: { reason: 'QUORUM' }, trace_id: 't' }
  expect(() => openEnvelope(body)).toThrow(
    expect.objectContaining({ code: 409, msg: 'Quorum is missing', data: { reason: 'QUORUM' } }),
  )
})

test('an answer that is no envelope is not a business error', () => {
  expect(() => openEnvelope('<html></html>')).toThrow(TypeError)
  expect(() => openEnvelope(undefined)).toThrow(TypeError)
})
