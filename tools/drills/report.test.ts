import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { currentPage, FAULTS, reliabilityPage } from './report.ts'
import { DRILLS } from './drill.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test('docs/reliability.md says what the last drills found', async () => {
  expect(currentPage()).toBe(await reliabilityPage())
})

test('every fault is rehearsed: by a drill, or by tests that are there', () => {
  const rehearsed = FAULTS.flatMap(({ drill = [] }) => drill)
  expect([...rehearsed].sort()).toEqual(Object.keys(DRILLS).sort())
  for (const { fault, drill, part, tests } of FAULTS) {
    expect([fault, tests.length > 0 || (drill ?? part) !== undefined]).toEqual([fault, true])
    for (const file of tests) expect([file, existsSync(resolve(ROOT, file))]).toEqual([file, true])
  }
})
