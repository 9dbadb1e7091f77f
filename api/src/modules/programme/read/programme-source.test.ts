import { z } from 'zod'
import { parseYaml, splitMarkdown, type Problem } from './programme-source.ts'

const Shape = z.array(z.strictObject({ code: z.string(), sort: z.int() }))

function problemsOf(text: string): Problem[] {
  const problems: Problem[] = []
  parseYaml('list.yaml', text, Shape, problems)
  return problems
}

test('a wrong value is named with its line', () => {
  const [problem] = problemsOf('- code: a\n  sort: 1\n- code: b\n  sort: two\n')
  expect(problem).toMatchObject({ file: 'list.yaml', line: 4 })
  expect(problem?.reason).toContain('1.sort')
})

test('a missing value is named with the line of what lacks it', () => {
  expect(problemsOf('- code: a\n  sort: 1\n- code: b\n')).toMatchObject([{ line: 3 }])
})

test('an unknown key is named with its line', () => {
  const [problem] = problemsOf('- code: a\n  sort: 1\n  colour: red\n')
  expect(problem).toMatchObject({ line: 3 })
  expect(problem?.reason).toContain('colour')
})

test('text that is no YAML is named with its line', () => {
  expect(problemsOf('- code: a\n  sort: [1\n')[0]?.line).toBeGreaterThan(1)
})

test('front matter and languages are told apart', () => {
  const page = splitMarkdown('---\nslug: a\n---\n::: en\nHello\n\nWorld\n::: fr\nBonjour\n')
  expect(page).toEqual({ matter: 'slug: a', bodies: { en: 'Hello\n\nWorld', fr: 'Bonjour' } })
})
