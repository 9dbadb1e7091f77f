import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { MUTANTS } from './mutants.ts'
import { CHECKS } from './checks.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test('there are 63 checks, each under its own number', () => {
  expect(CHECKS.map(({ number }) => number)).toEqual(Array.from({ length: 63 }, (_, at) => at + 1))
})

test('every check has a mutant, and every mutant a check', () => {
  const numbers = new Set(MUTANTS.map(({ check }) => check))
  expect([...numbers].sort((one, other) => one - other)).toEqual(CHECKS.map(({ number }) => number))
})

test('each mutant finds the text that it replaces once in its file', () => {
  const worn = MUTANTS.flatMap(({ name, file, change, and }) => {
    const source = readFileSync(resolve(ROOT, file), 'utf8')
    const texts = [change[0], ...(and ? [and[0]] : [])]
    return texts
      .filter((text) => source.split(text).length !== 2)
      .map((text) => `mutant “${name}”: ${file} does not have its text once: ${text}`)
  })
  expect(worn).toEqual([])
})

test('each mutant names a test file that exists', () => {
  const missing = MUTANTS.filter(({ test: file }) => !existsSync(resolve(ROOT, file)))
  expect(missing.map(({ name, test: file }) => `mutant “${name}”: ${file}`)).toEqual([])
})
