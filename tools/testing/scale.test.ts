import { seedOf } from './scale.ts'

const NOON = new Date('2027-01-12T12:00:00Z')
const NEXT = new Date('2027-01-13T12:00:00Z')

test('the core run has the same seed each day, the full run another one', () => {
  expect(seedOf(undefined, 'core', NOON)).toBe(seedOf(undefined, 'core', NEXT))
  expect(seedOf(undefined, 'full', NOON)).toBe(20_270_112)
  expect(seedOf(undefined, 'full', NEXT)).toBe(20_270_113)
})

test('a seed that is given repeats a run', () => {
  expect(seedOf('7', 'core', NOON)).toBe(7)
  expect(seedOf('7', 'full', NOON)).toBe(7)
})

test('a seed that is no number is refused with what to set', () => {
  expect(() => seedOf('today', 'full', NOON)).toThrow('set SEED to a whole number')
})
