import type { Problem, Source } from './programme-source.ts'
import type { Programme } from './programme-files.ts'
import markdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import type { Texts } from '../../../lib/localised.ts'

/** Reports links and pictures in Markdown texts that the sanitizer would drop. */
export function textProblems({
  blocks,
  faq,
  about,
  news,
  policies,
  regulations,
}: Programme): Problem[] {
  const values = [
    ...blocks.value.map(({ body }, index) => ({
      source: blocks,
      path: [index, 'body'],
      texts: body,
    })),
    ...faq.value.questions.map(({ a }, index) => ({
      source: faq,
      path: ['questions', index, 'a'],
      texts: a,
    })),
    { source: about, path: ['story'], texts: about.value.story },
  ] satisfies { source: Source<unknown>; path: PropertyKey[]; texts: object }[]
  const pages = [...news, ...policies, ...regulations.flatMap(({ chapters }) => chapters)]
  return [
    ...values.flatMap(({ source, path, texts }) =>
      Object.entries(texts).flatMap(([language, text = '']) =>
        markdownProblems(text).map(({ reason }) => ({
          file: source.file,
          line: source.line([...path, language]),
          reason: `${[...path, language].join('.')}: ${reason}`,
          field: { path: [...path, language], sentence: reason },
        })),
      ),
    ),
    ...pages.flatMap(({ file, bodies, lineIn }) =>
      Object.entries(bodies).flatMap(([language, text]) =>
        markdownProblems(text).map(({ line, reason }) => ({
          file,
          line: lineIn(language, line),
          reason,
          field: { path: ['text', language], sentence: reason },
        })),
      ),
    ),
  ]
}

/** Number of texts with a translation (`given`) of all texts (`total`), by language and area. */
export type LanguageCount = { language: 'fr' | 'zh'; area: string; given: number; total: number }
/** A text without a translation; its readers see English. */
type MissingTranslation = {
  language: 'fr' | 'zh'
  file: string
  line: number
  field: string
}

const LANGUAGES = ['fr', 'zh'] as const

/** Counts French and Chinese translations and lists the missing ones; English is required by the schema. */
export function translationsOf(programme: Programme): {
  counts: LanguageCount[]
  missing: MissingTranslation[]
} {
  const { origin: _origin, users: _users, entries: _entries, regulations, ...rest } = programme
  const counts = new Map<string, LanguageCount>()
  const missing: MissingTranslation[] = []
  const countText = (
    source: Source<unknown>,
    path: PropertyKey[],
    texts: object,
    field: string,
  ) => {
    const area = areaOf(source.file)
    for (const language of LANGUAGES) {
      const key = `${area} ${language}`
      const count = counts.get(key) ?? { language, area, given: 0, total: 0 }
      const isGiven = language in texts
      counts.set(key, { ...count, given: count.given + (isGiven ? 1 : 0), total: count.total + 1 })
      if (!isGiven) missing.push({ language, file: source.file, line: source.line(path), field })
    }
  }
  const visit = (source: Source<unknown>, value: unknown, path: PropertyKey[]) => {
    if (typeof value !== 'object' || value === null) return
    if (isTexts(value)) countText(source, path, value, path.map(String).join('.'))
    else
      for (const [key, inner] of Object.entries(value))
        visit(source, inner, [...path, step(value, key)])
  }
  const chapters = regulations.flatMap((version) => version.chapters)
  for (const part of [...Object.values(rest), chapters]) {
    for (const source of Array.isArray(part) ? part : [part]) {
      visit(source, source.value, [])
      if ('bodies' in source) countText(source, [], source.bodies, 'text')
    }
  }
  return { counts: [...counts.values()], missing }
}

const step = (holder: object, key: string) => (Array.isArray(holder) ? Number(key) : key)
const isTexts = (value: object) =>
  'en' in value && Object.keys(value).every((key) => ['en', 'fr', 'zh'].includes(key))
const areaOf = (file: string) => {
  const origin = file.split('/').slice(0, -1).join('/')
  return origin && origin !== 'content' ? origin : file
}

const OPTIONS = { html: false, linkify: true, typographer: false }
/** Allowed links: https, mailto, root-relative path, fragment. */
const HREF = /^(https:\/\/|mailto:|\/(?!\/)|#)[^\s"<>\\]*$/
const isInternal = (href: string) => href.startsWith('/') || href.startsWith('#')

const markdown = markdownIt(OPTIONS)
// markdown-it leaves refused links as plain text.
markdown.validateLink = (href) => HREF.test(href)
// Renders an inline image as its alt text: pictures belong to the record.
markdown.renderer.rules['image'] = (tokens, index) =>
  markdown.utils.escapeHtml(tokens[index]?.content ?? '')
/** Parses every link, to report the refused ones. */
const permissiveMarkdown = markdownIt(OPTIONS)
permissiveMarkdown.validateLink = () => true

/**
 * Allowlist of the sanitizer. Keep in step with `isHarmlessHtml` in shared, which the browser applies: it shows
 * HTML with other tags or attributes as plain text.
 */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'blockquote',
    'a',
    'hr',
    'br',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: { a: ['href', 'rel'], th: ['scope'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    // The page itself has the h1.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { href, ...(isInternal(href) ? {} : { rel: 'noopener' }) },
    }),
    th: sanitizeHtml.simpleTransform('th', { scope: 'col' }, false),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'a' && !HREF.test(attribs['href'] ?? ''),
}

/** Renders Markdown to sanitized HTML, safe against XSS. The only way for editors' texts to reach a page. */
export const toHtml = (text: string): string => sanitizeHtml(markdown.render(text), ALLOWED).trim()

/** `toHtml` for each language. */
export const translatedHtml = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([language, text]) => [language, toHtml(text ?? '')]),
  ) as Texts

/** Reports inline images and refused links of a text; `line` counts from 1 within the text. */
export function markdownProblems(text: string): { line: number; reason: string }[] {
  return permissiveMarkdown.parse(text, {}).flatMap((block) => {
    const line = (block.map?.[0] ?? 0) + 1
    return (block.children ?? []).flatMap(({ type, attrs, markup }) => {
      if (type === 'image') {
        return [{ line, reason: 'a text holds no pictures; give the record its own picture' }]
      }
      const href = String(attrs?.find(([name]) => name === 'href')?.[1] ?? '')
      if (type !== 'link_open' || markup === 'linkify' || HREF.test(href)) return []
      return [
        {
          line,
          reason: `the link ${href} has to begin with https://, mailto: or, for a page of this site, /`,
        },
      ]
    })
  })
}
