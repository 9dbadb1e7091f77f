import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { FAULTS } from './faults.ts'
import { results } from './outcome.ts'
import { currentPage, reliabilityPage } from './page.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test('docs/reliability.md says what the last drills found', async () => {
  expect(currentPage()).toBe(await reliabilityPage())
})

test('every fault is rehearsed: by a drill that has run, or by a test that is there', () => {
  const run = new Set(results().map(({ drill }) => drill))
  for (const { fault, drill, tests } of FAULTS) {
    expect([fault, drill === undefined || run.has(drill)]).toEqual([fault, true])
    expect([fault, tests.length > 0 || drill !== undefined]).toEqual([fault, true])
    for (const file of tests) expect([file, existsSync(resolve(ROOT, file))]).toEqual([file, true])
  }
})
