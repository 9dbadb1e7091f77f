import { z } from 'zod'
import { parseYaml, splitMarkdown, type Problem } from './programme-source.ts'

const Shape = z.array(z.strictObject({ code: z.string(), sort: z.int() }))

function problemsOf(text: string): Problem[] {
  const problems: Problem[] = []
  parseYaml('list.yaml', text, Shape, problems)
  return problems
}

test('reports an invalid value with its line', () => {
  const [problem] = problemsOf('- code: a\n  sort: 1\n- code: b\n  sort: two\n')
  expect(problem).toMatchObject({ file: 'list.yaml', line: 4 })
  expect(problem?.reason).toContain('1.sort')
})

test('reports a missing value with the line of its parent', () => {
  expect(problemsOf('- code: a\n  sort: 1\n- code: b\n')).toMatchObject([{ line: 3 }])
})

test('reports an unknown key with its line', () => {
  const [problem] = problemsOf('- code: a\n  sort: 1\n  colour: red\n')
  expect(problem).toMatchObject({ line: 3 })
  expect(problem?.reason).toContain('colour')
})

test('reports a YAML syntax error with its line', () => {
  expect(problemsOf('- code: a\n  sort: [1\n')[0]?.line).toBeGreaterThan(1)
})

test('splits front matter and bodies by language', () => {
  const page = splitMarkdown('---\nslug: a\n---\n::: en\nHello\n\nWorld\n::: fr\nBonjour\n')
  expect(page).toEqual({ matter: 'slug: a', bodies: { en: 'Hello\n\nWorld', fr: 'Bonjour' } })
})
