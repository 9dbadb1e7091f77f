import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shiftedClock } from './time.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const file = join(mkdtempSync(join(tmpdir(), 'clock-')), 'shift')
const moved = () => shiftedClock(file)().getTime() - Date.now()

test('the clock follows its file, and has no shift without one', () => {
  expect(Math.abs(moved())).toBeLessThan(HOUR)
  writeFileSync(file, String(-3 * DAY))
  expect(Math.round(moved() / DAY)).toBe(-3)
  writeFileSync(file, '  86400000\n')
  expect(Math.round(moved() / DAY)).toBe(1)
  writeFileSync(file, 'tomorrow')
  expect(Math.abs(moved())).toBeLessThan(HOUR)
  rmSync(file)
  expect(Math.abs(moved())).toBeLessThan(HOUR)
})
