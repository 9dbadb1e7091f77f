import markdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import type { Texts } from '../../../lib/format.ts'

const OPTIONS = { html: false, linkify: true, typographer: false }
/** An https address, a mail address, a page of this site, a place on the page. */
const HREF = /^(https:\/\/|mailto:|\/(?!\/)|#)[^\s"<>\\]*$/
const isOwn = (href: string) => href.startsWith('/') || href.startsWith('#')

const markdown = markdownIt(OPTIONS)
// A link that is refused stays the text that it is.
markdown.validateLink = (href) => HREF.test(href)
// Only the pictures of a record are shown; one inside a text leaves its description.
markdown.renderer.rules['image'] = (tokens, index) =>
  markdown.utils.escapeHtml(tokens[index]?.content ?? '')
/** Understands every link, to say which ones are refused. */
const everyLink = markdownIt(OPTIONS)
everyLink.validateLink = () => true

/**
 * What the browser takes as well (`isHarmlessHtml` in shared): whatever is allowed here has to be known
 * there in the same spelling, or readers see the page's own markup as text.
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
    // The page itself has the heading of the first order.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { href, ...(isOwn(href) ? {} : { rel: 'noopener' }) },
    }),
    th: sanitizeHtml.simpleTransform('th', { scope: 'col' }, false),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'a' && !HREF.test(attribs['href'] ?? ''),
}

/** Markdown as HTML in which nothing can run: editors' text reaches the page only through here. */
export const toHtml = (text: string): string => sanitizeHtml(markdown.render(text), ALLOWED).trim()

/** A text in several languages, rendered. */
export const translatedHtml = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([language, text]) => [language, toHtml(text ?? '')]),
  ) as Texts

/** What of a text the site would not show as its author means it, with the line inside the text. */
export function unshown(text: string): { line: number; reason: string }[] {
  return everyLink.parse(text, {}).flatMap((block) => {
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
