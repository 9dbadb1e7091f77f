import markdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

const markdown = markdownIt({ html: false, linkify: true, typographer: false })

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'a', 'hr', 'br'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel'], th: ['scope'] },
  allowedSchemes: ['https', 'mailto'],
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener' }),
    th: sanitizeHtml.simpleTransform('th', { scope: 'col' }),
  },
}

/** Markdown as HTML in which nothing can run: editors' text reaches the page only through here. */
export const toHtml = (text: string): string => sanitizeHtml(markdown.render(text), ALLOWED).trim()

type Texts = { en: string; fr?: string | undefined; zh?: string | undefined }

/** A text in several languages, rendered. */
export const translatedHtml = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([language, text]) => [language, toHtml(text ?? '')]),
  ) as Texts
