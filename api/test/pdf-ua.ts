import { inflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { pdfFonts } from './read-pdf.ts'

/** An element as pdf.js gives it to a screen reader. */
export type Read = { role: string; lang?: string; alt?: string; children: (Read | string)[] }
type StructNode = {
  role?: string
  children?: StructNode[]
  alt?: string
  lang?: string
  id?: string
}

const ROLES = ['Document', 'H1', 'H2', 'P', 'Span', 'Table', 'TR', 'TH', 'TD', 'Figure']

/** The structure of a PDF with its texts, page after page, in the order in which a screen reader reads it. */
export async function readStructure(pdf: Buffer): Promise<Read[]> {
  const task = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  const pages: Read[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const tree = (await page.getStructTree()) as StructNode | null
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const texts = new Map<string, string>()
    const open: (string | undefined)[] = []
    for (const item of items) {
      if ('str' in item) {
        const id = open.findLast((one) => one !== undefined)
        if (id) texts.set(id, (texts.get(id) ?? '') + item.str)
      } else if (item.type.startsWith('begin')) open.push(item.id)
      else open.pop()
    }
    if (tree) pages.push(elementOf(tree, texts))
  }
  await task.destroy()
  return pages
}

const elementOf = (
  { role = 'Root', lang, alt, children = [] }: StructNode,
  texts: Map<string, string>,
): Read => ({
  role,
  ...(lang && { lang }),
  ...(alt && { alt }),
  children: children.flatMap((child): (Read | string)[] =>
    child.role ? [elementOf(child, texts)] : [texts.get(child.id ?? '') ?? ''],
  ),
})

/** All texts of an element in reading order; a figure reads its alternative text. */
export const textOf = (element: Read | string): string =>
  typeof element === 'string'
    ? element
    : (element.alt ?? '') + element.children.map(textOf).join(' ')

/** All elements with a role, in reading order. */
export const withRole = (elements: readonly (Read | string)[], role: string): Read[] =>
  elements.flatMap((element) =>
    typeof element === 'string'
      ? []
      : [...(element.role === role ? [element] : []), ...withRole(element.children, role)],
  )

/**
 * What keeps a PDF from PDF/UA-1, by clause of ISO 14289-1; empty if nothing was found. It checks what a machine can of
 * the features that the papers use (Matterhorn protocol 1.1).
 */
export async function uaProblems(pdf: Buffer): Promise<string[]> {
  const raw = pdf.toString('latin1')
  const objects = raw.split('endobj')
  const pages = await readStructure(pdf)
  const fonts = pdfFonts(pdf)
  const headings = pages.flatMap((page) => headingsOf(page))
  const tables = withRole(pages, 'Table')
  const heads = objects.filter((one) => /\/S \/TH\b/.test(one))
  const figures = objects.filter((one) => /\/S \/Figure\b/.test(one))
  const roles = pages.flatMap((page) => page.children).flatMap(rolesOf)
  const checks: [boolean, string][] = [
    [/<pdfuaid:part>1<\/pdfuaid:part>/.test(raw), '5: the metadata do not name PDF/UA-1'],
    [/\/Marked true/.test(raw), '6.2: the file is not marked as tagged'],
    [pages.length > 0, '7.1: there is no structure tree'],
    [roles.every((role) => ROLES.includes(role)), '7.1: an element has an unknown role'],
    [unmarkedOperators(pdf) === 0, '7.1: content is neither tagged nor an artifact'],
    [/<dc:title>/.test(raw), '7.1: the metadata have no title'],
    [/\/DisplayDocTitle true/.test(raw), '7.1: the window does not show the title'],
    [/\/Lang \([a-z]{2}/.test(raw), '7.2: the file has no language'],
    [fonts.readable.length > 0 && fonts.readable.every(Boolean), '7.21.7: a font maps no Unicode'],
    [fonts.embedded.every(Boolean), '7.21.4: a font is not embedded'],
    [figures.every((one) => /\/Alt \(.+\)/s.test(one)), '7.3: a figure has no alternative text'],
    [figures.every((one) => /\/BBox \[/.test(one)), '7.3: a figure has no bounding box'],
    [headings[0] === 1, '7.4.2: the first heading is not of level 1'],
    [
      headings.every((level, at) => level <= (headings[at - 1] ?? 0) + 1),
      '7.4.2: a level is left out',
    ],
    [tables.every(isRegular), '7.5: a table has rows of different lengths, or no headers'],
    [heads.every((one) => /\/Scope \/(?:Row|Column)/.test(one)), '7.5: a header has no scope'],
    [
      objects
        .filter((one) => /\/Type \/Filespec/.test(one))
        .every((one) => /\/F \(/.test(one) && /\/UF \(/.test(one)),
      '7.11: an embedded file has no name',
    ],
  ]
  return checks.flatMap(([holds, problem]) => (holds ? [] : [problem]))
}

const headingsOf = (element: Read | string): number[] =>
  typeof element === 'string'
    ? []
    : [
        ...(/^H[1-6]$/.test(element.role) ? [Number(element.role[1])] : []),
        ...element.children.flatMap(headingsOf),
      ]

const rolesOf = (element: Read | string): string[] =>
  typeof element === 'string' ? [] : [element.role, ...element.children.flatMap(rolesOf)]

function isRegular({ children }: Read): boolean {
  const rows = children.filter((row): row is Read => typeof row !== 'string')
  const lengths = new Set(rows.map((row) => row.children.length))
  const cells = rows.flatMap((row) => row.children)
  const areCells = cells.every((cell) => typeof cell !== 'string' && /^T[HD]$/.test(cell.role))
  return (
    rows.length > 0 && rows.every(({ role }) => role === 'TR') && lengths.size === 1 && areCells
  )
}

/** Operators that paint outside of marked content, on all pages. */
function unmarkedOperators(pdf: Buffer): number {
  let found = 0
  for (const content of pageContents(pdf)) {
    let depth = 0
    // Strings first, so that their text is no operator.
    const bare = content.replaceAll(/\((?:\\.|[^\\)])*\)|<[0-9a-fA-F]*>/g, '')
    for (const operator of bare.split(/\s+/)) {
      if (operator === 'BDC' || operator === 'BMC') depth += 1
      else if (operator === 'EMC') depth -= 1
      else if (depth === 0 && /^(?:Tj|TJ|f|f\*|F|S|s|B|b|Do|sh)$/.test(operator)) found += 1
    }
  }
  return found
}

/** The drawing commands of each page. */
function pageContents(pdf: Buffer): string[] {
  const raw = pdf.toString('latin1')
  const pages = raw.split('endobj').filter((one) => /\/Type \/Page\b/.test(one))
  const streams = pages.flatMap((page) => /\/Contents (\d+) 0 R/.exec(page)?.[1] ?? [])
  return streams.map((number) => {
    const start = raw.indexOf('stream\n', raw.indexOf(`\n${number} 0 obj`)) + 'stream\n'.length
    const end = raw.indexOf('\nendstream', start)
    return inflateSync(pdf.subarray(start, end)).toString('latin1')
  })
}
