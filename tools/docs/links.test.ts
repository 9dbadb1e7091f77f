import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { deadLinks, shownPictures, slugOf } from './links.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PAGES = ['*.md', 'docs/**/*.md', 'programme/README.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: ROOT }),
)

describe('the pages of this repository', () => {
  test('are found', () => {
    const expected = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
    expect(PAGES).toEqual(expect.arrayContaining([...expected, 'docs/architecture.md']))
  })

  test('have no dead link, no missing picture and no dead anchor', () => {
    expect(deadLinks(ROOT, PAGES)).toEqual([])
  })

  test('show every picture of docs/screens; remove those that no page shows', () => {
    const pictures = globSync('docs/screens/*', { cwd: ROOT })
    const shown = shownPictures(ROOT, PAGES)
    expect(pictures.filter((picture) => !shown.has(picture))).toEqual([])
  })
})

describe('deadLinks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'awards-links-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** What is wrong with pages of these texts. */
  function problemsOf(pages: Record<string, string>): string[] {
    for (const [name, text] of Object.entries(pages)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    return deadLinks(folder, Object.keys(pages))
  }

  test('accepts files, headings and other sites', () => {
    const guide =
      '# The guide\n\nSee [here](#the-guide), [a page](../a.md#one--two), [web](https://x.example/y).\n'
    expect(
      problemsOf({ 'docs/guide.md': guide, 'a.md': '# One & `two`\n\n[docs](docs/)\n' }),
    ).toEqual([])
  })

  test('names a missing file, with page and line', () => {
    expect(problemsOf({ 'b.md': '# B\n\ntext\n\n[gone](docs/gone.md)\n' })).toEqual([
      'b.md:5  docs/gone.md: there is no such file',
    ])
  })

  test('names a missing picture, also in a table', () => {
    expect(problemsOf({ 'c.md': '| a |\n| --- |\n| ![x](gone.png) |\n' })).toEqual([
      'c.md:3  gone.png: the picture is missing',
    ])
  })

  test('names a heading that is not there, in the page itself or another', () => {
    const pages = { 'd.md': '# D\n\n[x](#e) and [y](e.md#d)\n', 'e.md': '# E\n' }
    expect(problemsOf(pages)).toEqual([
      'd.md:3  #e: the page has no such heading',
      'd.md:3  e.md#d: the page has no such heading',
    ])
  })

  test('reads reference links and leaves code alone', () => {
    const page = '[x][ref] and `[no](gone.md)`\n\n```md\n[no](gone.md)\n```\n\n[ref]: gone-too.md\n'
    expect(problemsOf({ 'f.md': page })).toEqual([expect.stringContaining('gone-too.md')])
  })

  test('numbers repeated headings as GitHub does', () => {
    const page = '## Same\n\n## Same\n\n[first](#same) [second](#same-1) [third](#same-2)\n'
    expect(problemsOf({ 'g.md': page })).toEqual([expect.stringContaining('#same-2')])
  })
})

test.each([
  ['Cards (Stripe)', 'cards-stripe'],
  ["A juror's reach", 'a-jurors-reach'],
  ['`api`: where to add what', 'api-where-to-add-what'],
])('the anchor of "%s" is #%s', (heading, slug) => {
  expect(slugOf(heading.replaceAll('`', ''))).toBe(slug)
})
