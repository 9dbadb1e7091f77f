import { createViesSimulator, kindOf, VIES_RULES } from './create-vies-simulator.ts'

test('the last two digits decide, letters around them do not', () => {
  expect(kindOf('868754298B')).toBe('invalid')
  expect(kindOf('U12345697')).toBe('MS_UNAVAILABLE')
  expect(kindOf('000000000')).toBe('valid')
  expect(new Set(VIES_RULES.map(({ ending }) => ending)).size).toBe(VIES_RULES.length)
})

test('it is refused in production', () => {
  expect(() => createViesSimulator({ mode: 'production' })).toThrow('production')
})
