import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { SUBJECTS } from '../../bench/subjects.mjs'
import { parseBench } from './commands.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const subjects = Object.entries(SUBJECTS)

test('without a word everything is measured in order, and the page is written', () => {
  const all = { subjects: Object.keys(SUBJECTS), page: true }
  expect(parseBench([])).toEqual({ ...all, args: [] })
  expect(parseBench(['--quick'])).toEqual({ ...all, args: ['--quick'] })
  expect(parseBench(['page'])).toEqual({ subjects: [], args: [], page: true })
})

test.each(subjects)('%s starts, and refuses words that it does not know', (name, { number }) => {
  expect(existsSync(resolve(ROOT, `bench/${name}.ts`))).toBe(true)
  const alone = { subjects: [name], page: false }
  expect(parseBench([name, '--quick'])).toEqual({ ...alone, args: ['--quick'] })
  expect(parseBench([name, '--slow']).problem).toMatch(/^There is no option "--slow"\.\nnpm run/)
  expect(parseBench([name, 'many']).problem).toContain(`  ${name}`)
  const counted = parseBench([name, '2'])
  if (number) expect(counted).toEqual({ ...alone, args: ['2'] })
  else expect(counted.problem).toMatch(new RegExp(`^"${name}" takes no number, not "2"\\.`))
})

test('an unknown subject is refused with those there are', () => {
  const { problem = '' } = parseBench(['calls'])
  expect(problem).toMatch(/^There is no measurement "calls"\./)
  for (const [name, { about }] of subjects) {
    expect(problem).toMatch(new RegExp(`  ${name}.*: `))
    expect(problem).toContain(about)
  }
})

test.each([['0'], ['-1'], ['1e9'], ['NaN']])('%s is no number of minutes', (number) => {
  expect(parseBench(['soak', number]).problem).toContain('npm run bench')
})
