import { addressIn, DEFAULT_LANGUAGE, LANGUAGE_TAGS, LANGUAGES } from '@awards/shared/domain'
import { escapeXml, textElement, XML_START } from '../../../lib/xml.ts'

/** A page for search engines: its path without a language, its day, and what it shows. */
export type SitemapPage = {
  readonly path: string
  readonly changed?: Date | null
  /** Addresses of its pictures, without the origin. */
  readonly pictures?: readonly string[]
}

const SPACES = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
].join(' ')

/** Begin and end of a map of pages. */
export const URLSET = { start: `${XML_START}<urlset ${SPACES}>\n`, end: '</urlset>\n' } as const

/** A page in each language, each with the addresses of the others. */
export function urlsOf(siteUrl: string, { path, changed, pictures = [] }: SitemapPage): string {
  const places = LANGUAGES.map((language) => ({
    tag: LANGUAGE_TAGS[language],
    url: escapeXml(siteUrl + addressIn(language, path)),
  }))
  const plain = escapeXml(siteUrl + addressIn(DEFAULT_LANGUAGE, path))
  const alternates = [...places, { tag: 'x-default', url: plain }]
    .map(({ tag, url }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${url}"/>`)
    .join('')
  const images = pictures
    .map((url) => `<image:image>${textElement('image:loc', siteUrl + url)}</image:image>`)
    .join('')
  const day = textElement('lastmod', changed?.toISOString())
  return places
    .map(({ url }) => `<url><loc>${url}</loc>${day}${alternates}${images}</url>\n`)
    .join('')
}

/** A map of maps. */
export const sitemapIndex = (siteUrl: string, paths: readonly string[]): string =>
  [
    `${XML_START}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`,
    ...paths.map((path) => `<sitemap>${textElement('loc', siteUrl + path)}</sitemap>\n`),
    '</sitemapindex>\n',
  ].join('')
