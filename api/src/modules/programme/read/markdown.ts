import markdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import type { Texts } from '../../../lib/format.ts'

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
