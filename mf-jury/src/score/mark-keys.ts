import { SCORE_MAXIMUM, SCORE_STEP } from '@awards/shared/domain'

/** The first digit of a mark that has a second one; empty where none was typed. */
export type Typed = '' | '0' | '1' | '2'
export type Pressed =
  | { kind: 'waiting'; typed: Typed }
  | { kind: 'mark'; value: number }
  | { kind: 'tooHigh' }

const isFirst = (digit: string): digit is Typed => ['0', '1', '2'].includes(digit)

/** Two digits are a mark from 00 to 20; 3 to 9 say it alone, since no mark begins with them. */
export function pressDigit(typed: Typed, digit: string): Pressed {
  if (typed === '') {
    return isFirst(digit)
      ? { kind: 'waiting', typed: digit }
      : { kind: 'mark', value: Number(digit) }
  }
  const value = Number(typed + digit)
  return value > SCORE_MAXIMUM ? { kind: 'tooHigh' } : { kind: 'mark', value }
}

/** The same mark with its half point, or without it again. */
export const toggleHalf = (mark: number): number =>
  Number.isInteger(mark) ? Math.min(SCORE_MAXIMUM, mark + SCORE_STEP) : Math.floor(mark)
