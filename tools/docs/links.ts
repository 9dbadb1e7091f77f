import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import markdownIt from 'markdown-it'

type Token = ReturnType<ReturnType<typeof markdownIt>['parse']>[number]
export type Link = { target: string; line: number; isPicture: boolean }

const markdown = markdownIt()
// Every target counts, also one that markdown-it would not render as a link.
markdown.validateLink = () => true

const parse = (file: string) => markdown.parse(readFileSync(file, 'utf8'), {})

/** Text of a heading as a reader sees it, without its marks. */
const plainText = ({ children }: Token): string =>
  (children ?? [])
    .map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : ''))
    .join('')

/** GitHub's anchor of a heading: lower case, no punctuation, a hyphen for each space. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** Anchors of a page's headings; a repeated heading gets -1, -2 … as on GitHub. */
function anchorsOf(file: string): Set<string> {
  const tokens = parse(file)
  const anchors = new Set<string>()
  const times = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const text = tokens[index + 1]
    const slug = slugOf(text ? plainText(text) : '')
    const before = times.get(slug) ?? 0
    times.set(slug, before + 1)
    anchors.add(before === 0 ? slug : `${slug}-${before}`)
  }
  return anchors
}

/** Links and pictures of a page, without those in code. A cell of a table has the line of its row. */
export function linksOf(file: string): Link[] {
  let line = 1
  return parse(file).flatMap((block) => {
    line = block.map ? block.map[0] + 1 : line
    return (block.children ?? []).flatMap((token): Link[] => {
      const isPicture = token.type === 'image'
      if (!isPicture && token.type !== 'link_open') return []
      return [{ target: String(token.attrGet(isPicture ? 'src' : 'href') ?? ''), line, isPicture }]
    })
  })
}

const isExternal = (target: string) => /^[a-z][a-z+.-]*:/i.test(target)

/** What is wrong with a link of `file`, or undefined. */
function problemOf(file: string, { target, isPicture }: Link): string | undefined {
  if (isExternal(target)) return undefined
  const [path = '', anchor] = target.split('#')
  const place = path === '' ? file : resolve(dirname(file), decodeURIComponent(path))
  if (!existsSync(place)) return isPicture ? 'the picture is missing' : 'there is no such file'
  if (anchor === undefined) return undefined
  if (statSync(place).isDirectory()) return 'a folder has no anchors; link to its README.md'
  if (!place.endsWith('.md')) return undefined
  if (anchorsOf(place).has(decodeURIComponent(anchor))) return undefined
  return 'the page has no such heading'
}

/** Dead links of the pages, each as `page:line  target: problem`; addresses of other sites are not visited. */
export const deadLinks = (root: string, pages: readonly string[]): string[] =>
  pages.flatMap((page) =>
    linksOf(join(root, page)).flatMap((link) => {
      const problem = problemOf(join(root, page), link)
      return problem ? [`${page}:${link.line}  ${link.target}: ${problem}`] : []
    }),
  )

/** Pictures that the pages show, as paths from the root. */
export const shownPictures = (root: string, pages: readonly string[]): Set<string> =>
  new Set(
    pages.flatMap((page) =>
      linksOf(join(root, page))
        .filter(({ isPicture, target }) => isPicture && !isExternal(target))
        .map(({ target }) => relative(root, resolve(dirname(join(root, page)), target))),
    ),
  )
