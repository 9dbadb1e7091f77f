import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { MUTANTS as CANARY } from './canary.ts'
import { MUTANTS as JURY } from './jury.ts'
import { MUTANTS as MAILS } from './mails.ts'
import { MUTANTS as MONEY } from './money.ts'
import { MUTANTS as WEBHOOKS } from './webhooks.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MUTANTS = [...CANARY, ...JURY, ...MAILS, ...MONEY, ...WEBHOOKS]

test.each(MUTANTS)('the mutant "$name" finds its text once in its file', ({ file, change }) => {
  expect(readFileSync(resolve(ROOT, file), 'utf8').split(change[0])).toHaveLength(2)
})

test('the test of each mutant exists', () => {
  const tests = MUTANTS.flatMap(({ test: file }) => file ?? [])
  expect(tests.filter((file) => !existsSync(resolve(ROOT, file)))).toEqual([])
})
