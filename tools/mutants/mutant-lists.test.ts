import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
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

const MIGRATIONS = resolve(ROOT, 'api/src/db/migrations')
const OF_SQL = MUTANTS.filter(({ file }) => file.endsWith('.sql'))

test.each(OF_SQL)('no later migration replaces the function of the mutant "$name"', (mutant) => {
  const before = readFileSync(resolve(ROOT, mutant.file), 'utf8').split(mutant.change[0])[0] ?? ''
  const name = [...before.matchAll(/create (?:or replace )?(?:function|view) (\w+)/g)].at(-1)?.[1]
  const later = readdirSync(MIGRATIONS).filter((file) => file > basename(mutant.file))
  const replaces = new RegExp(`create (?:or replace )?(?:function|view) ${name}\\b`)
  expect(
    later.filter((file) => replaces.test(readFileSync(resolve(MIGRATIONS, file), 'utf8'))),
  ).toEqual([])
})
