import { pressDigit, toggleHalf } from './use-marking.ts'

const marksOf = (keys: string) => {
  let typed: Parameters<typeof pressDigit>[0] = ''
  const marks: (number | 'tooHigh')[] = []
  for (const key of keys) {
    const pressed = pressDigit(typed, key)
    typed = pressed.kind === 'waiting' ? pressed.typed : ''
    if (pressed.kind === 'mark') marks.push(pressed.value)
    if (pressed.kind === 'tooHigh') marks.push('tooHigh')
  }
  return marks
}

test('every whole mark from 0 to 20 takes two keys at most', () => {
  for (let mark = 0; mark <= 20; mark += 1) {
    expect(marksOf(String(mark).padStart(2, '0'))).toEqual([mark])
  }
  expect(marksOf('345')).toEqual([3, 4, 5])
})

test('no mark is beyond 20, and a half point comes and goes', () => {
  expect(marksOf('2117')).toEqual(['tooHigh', 17])
  expect([17, 17.5, 20, 0].map(toggleHalf)).toEqual([17.5, 17, 20, 0.5])
})
