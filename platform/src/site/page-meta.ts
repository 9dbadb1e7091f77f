import {
  addressIn,
  DEFAULT_LANGUAGE,
  inLanguage,
  isPublicPage,
  LANGUAGES,
  type Language,
  type Translated,
  LANGUAGE_TAGS,
} from '@awards/shared/domain'
import { shareAddressOf, SHARE_SIZE } from '../../../api/src/files/pictures/picture.ts'
import { escapeHtml, jsonForScript } from '../../../api/src/lib/markup.ts'
import type { Content } from './render/rendered-pages.ts'

const LOCALES: Record<Language, string> = { en: 'en_GB', fr: 'fr_FR', zh: 'zh_CN' }

type Page = {
  readonly content: Content
  readonly path: string
  readonly language: Language
  readonly siteUrl: string
  readonly siteName: Translated
}

const meta = (kind: 'name' | 'property', key: string, value: string | undefined) =>
  value === undefined || value === ''
    ? undefined
    : `<meta ${kind}="${key}" content="${escapeHtml(value)}">`

const link = (rel: string, href: string, more = '') =>
  `<link rel="${rel}"${more} href="${escapeHtml(href)}">`

/** Makes a URL absolute, which Open Graph requires. */
const absolute = (siteUrl: string, url: string) => (url.startsWith('/') ? siteUrl + url : url)

/** Content of `<title>`: page and site name. */
export const fullTitle = (title: string | undefined, siteName: string) =>
  [title, siteName].filter(Boolean).join(' · ')

/** Image for link previews: our images as the 1.91:1 crop; the site's image if the page has none. */
function sharedImage(image: Content['head']['image']) {
  if (!image) return { url: '/pictures/og.jpg', alt: '', ...SHARE_SIZE }
  const url = shareAddressOf(image.url)
  return url ? { url, alt: image.alt, ...SHARE_SIZE } : image
}

/** Query of the canonical URL: the page number only, since filters show parts of the same list. */
function canonicalSearch(search: string): string {
  const number = new URLSearchParams(search).get('current')
  return number && number !== '1' ? `?current=${encodeURIComponent(number)}` : ''
}

/** Meta tags: description, robots, canonical, hreflang, Open Graph, Twitter card and JSON-LD. */
export function pageMeta({ content, path, language, siteUrl, siteName }: Page): string[] {
  const { head, status, search } = content
  const isFound = status === 200 && head.index
  const addressOf = (each: Language) => siteUrl + addressIn(each, path) + canonicalSearch(search)
  const name = inLanguage(siteName, language)
  const image = sharedImage(head.image)
  const others = isFound && isPublicPage(path) ? LANGUAGES : []
  const news = language === DEFAULT_LANGUAGE ? '/rss.xml' : `/${language}/rss.xml`
  return [
    meta('name', 'description', head.description),
    isFound ? undefined : '<meta name="robots" content="noindex">',
    isFound ? link('canonical', addressOf(language)) : undefined,
    ...others.map((each) =>
      link('alternate', addressOf(each), ` hreflang="${LANGUAGE_TAGS[each]}"`),
    ),
    others.length > 0
      ? link('alternate', addressOf(DEFAULT_LANGUAGE), ' hreflang="x-default"')
      : undefined,
    link('alternate', news, ` type="application/rss+xml" title="${escapeHtml(name)}"`),
    meta('property', 'og:type', head.type),
    meta('property', 'og:site_name', name),
    meta('property', 'og:title', head.title || name),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', isFound ? addressOf(language) : undefined),
    meta('property', 'og:locale', LOCALES[language]),
    ...others
      .filter((each) => each !== language)
      .map((each) => meta('property', 'og:locale:alternate', LOCALES[each])),
    meta('property', 'og:image', absolute(siteUrl, image.url)),
    meta('property', 'og:image:width', String(image.width)),
    meta('property', 'og:image:height', String(image.height)),
    meta('property', 'og:image:alt', image.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:image:alt', image.alt),
    ...head.facts.map(
      (fact) => `<script type="application/ld+json">${jsonForScript(withContext(fact))}</script>`,
    ),
  ].filter((tag) => tag !== undefined)
}

const withContext = (fact: object) => ({ '@context': 'https://schema.org', ...fact })

/** Preload of the hero image (LCP) with high priority. */
export function heroPreload({ head }: Content): string | undefined {
  if (!head.hero) return undefined
  const { picture, sizes } = head.hero
  const avif = picture.avif ?? []
  const sources = avif.length > 0 ? avif : picture.sources
  const set = sources.map(({ url, width }) => `${url} ${width}w`).join(', ')
  const chosen = set
    ? ` imagesrcset="${escapeHtml(set)}" imagesizes="${escapeHtml(sizes)}"`
    : ` href="${escapeHtml(picture.url)}"`
  const type = avif.length > 0 ? ' type="image/avif"' : ''
  return `<link rel="preload" as="image"${type} fetchpriority="high"${chosen}>`
}
