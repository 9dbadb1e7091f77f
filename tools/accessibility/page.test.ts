import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { criteria, openParts, page, PAGE, REMOVED } from './page.ts'

const STATEMENT = join(import.meta.dirname, '../../programme/content/policies/accessibility.md')
/** Criteria by theme of RGAA 4.1, in their order. */
const RGAA_THEMES = [9, 2, 3, 13, 8, 2, 5, 10, 4, 14, 13, 11, 12]

test('every criterion stands once, with one reason', () => {
  const { wcag, rgaa, en301549 } = criteria
  expect(rgaa.map(({ id }) => id)).toEqual(
    RGAA_THEMES.flatMap((count, theme) =>
      Array.from({ length: count }, (_, index) => `${theme + 1}.${index + 1}`),
    ),
  )
  // WCAG 2.2 has 86 criteria, of which 31 are of level AAA.
  expect(new Set(wcag.map(({ id }) => id)).size).toBe(55)
  for (const row of [...wcag, ...en301549]) {
    expect([row.id, [row.tests, row.looked, row.none].filter(Boolean).length]).toEqual([row.id, 1])
  }
})

test('a criterion of RGAA names criteria of WCAG, and applies only if one of them does', () => {
  const wcag = new Map(criteria.wcag.map((row) => [row.id, row]))
  for (const row of criteria.rgaa) {
    const named = row.wcag.filter((id) => id !== REMOVED)
    expect([row.id, named.filter((id) => !wcag.has(id))]).toEqual([row.id, []])
    const applies = named.length === 0 || named.some((id) => wcag.get(id)?.none === undefined)
    if (!applies) expect([row.id, row.none]).toEqual([row.id, expect.any(String)])
  }
})

test('the page is that of the criteria', () => {
  const plain = (text: string) => text.replaceAll(/[ -]+\|/g, ' |').replaceAll(/\| +/g, '| ')
  expect(plain(readFileSync(PAGE, 'utf8'))).toBe(plain(page()))
})

test.each(['en', 'fr', 'zh'] as const)(
  'the statement names what does not conform yet, in %s',
  (language) => {
    const text =
      readFileSync(STATEMENT, 'utf8').split(`::: ${language}\n`)[1]?.split('\n::: ')[0] ?? ''
    const listed = [...text.matchAll(/^- (.+)$/gm)].map(([, item]) => item)
    expect(listed).toEqual(openParts(criteria).map((part) => part[language]))
  },
)
