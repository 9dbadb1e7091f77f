import {
  addressIn,
  DEFAULT_LANGUAGE,
  LANGUAGE_TAGS,
  LANGUAGES,
  PUBLIC_ROUTES,
  inLanguage,
  type Language,
} from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { pictureAddress, shareAddressOf, SHARE_SIZE } from '../../../files/pictures/picture.ts'
import { escapeXml, textElement, XML_START } from '../../../lib/markup.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { rememberReleasePages } from '../../../../../platform/src/site/page-request.ts'
import { contentService } from '../content.service.ts'
import { sitemapRepository } from '../catalogue.repository.ts'
import type { ArticleCard } from '@awards/shared/contract'

/** A page of the sitemap: path without language prefix, last change, pictures. */
type SitemapPage = {
  readonly path: string
  readonly changed?: Date | null
  /** Root-relative addresses of its pictures. */
  readonly pictures?: readonly string[]
}

const NAMESPACES = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
].join(' ')

/** Start and end tags of a sitemap. */
const URLSET = { start: `${XML_START}<urlset ${NAMESPACES}>\n`, end: '</urlset>\n' } as const

/** One `<url>` element per language, each with hreflang links to the others. */
function urlElements(siteUrl: string, { path, changed, pictures = [] }: SitemapPage): string {
  const translations = LANGUAGES.map((language) => ({
    tag: LANGUAGE_TAGS[language],
    url: escapeXml(siteUrl + addressIn(language, path)),
  }))
  const plain = escapeXml(siteUrl + addressIn(DEFAULT_LANGUAGE, path))
  const alternates = [...translations, { tag: 'x-default', url: plain }]
    .map(({ tag, url }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${url}"/>`)
    .join('')
  const images = pictures
    .map((url) => `<image:image>${textElement('image:loc', siteUrl + url)}</image:image>`)
    .join('')
  const day = textElement('lastmod', changed?.toISOString())
  return translations
    .map(({ url }) => `<url><loc>${url}</loc>${day}${alternates}${images}</url>\n`)
    .join('')
}

/** A sitemap index. */
const sitemapIndex = (siteUrl: string, paths: readonly string[]): string =>
  [
    `${XML_START}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`,
    ...paths.map((path) => `<sitemap>${textElement('loc', siteUrl + path)}</sitemap>\n`),
    '</sitemapindex>\n',
  ].join('')

/** Well below the protocol's limits of 50,000 URLs and 50 MB per sitemap. */
const URLS_PER_PART = 10_000
export const PAGES_PER_PART = Math.floor(URLS_PER_PART / LANGUAGES.length)
const BATCH_SIZE = 500
const MAX_ARTICLES = 2_000

type WinnerRow = Awaited<ReturnType<ReturnType<typeof sitemapRepository>['winnersAfter']>>[number]

const STATIC_ROUTES = PUBLIC_ROUTES.map(({ path }) => path).filter((path) => !path.includes(':'))

/** Sitemaps of all public pages, streamed in batches. */
export function sitemapService(context: AppContext) {
  const { siteUrl } = context.config
  const repository = sitemapRepository(context.db)
  const content = contentService(context)

  /** Pages that deployed releases bring, unless they keep out of the sitemap; none while the registry is away. */
  async function pagesOfReleases() {
    const { registry, config } = context
    const brought = await rememberReleasePages(registry, config.channel)
    return brought.filter(({ path, sitemap }) => !path.includes(':') && sitemap !== false)
  }

  /** All pages except winners. */
  async function pages(): Promise<SitemapPage[]> {
    const [jury, articles, resultsAt, brought] = await Promise.all([
      content.jury('en'),
      content.articles({ type: undefined, current: 1, pageSize: MAX_ARTICLES }, 'en'),
      repository.resultsAt(),
      pagesOfReleases(),
    ])
    const news = articles.list.map(({ slug, cover, published_at }) => ({
      path: paths.article(slug),
      changed: new Date(published_at),
      pictures: cover ? [cover.url] : [],
    }))
    const changed: Record<string, Date | null | undefined> = {
      [paths.news]: news[0]?.changed,
      [paths.winners()]: resultsAt,
    }
    return [
      ...STATIC_ROUTES.map((path) => ({ path, changed: changed[path] ?? null })),
      ...brought.map(({ path }) => ({ path })),
      ...jury.list.map(({ slug, photo }) => ({
        path: paths.juror(slug),
        pictures: photo ? [photo.url] : [],
      })),
      ...news,
    ]
  }

  const pageOf = ({ id, file_id, key, published_at }: WinnerRow): SitemapPage => ({
    path: paths.winner(id),
    changed: published_at,
    pictures: file_id && key ? [pictureAddress(file_id, 'full', key)] : [],
  })

  const write = (list: readonly SitemapPage[]) =>
    list.map((page) => urlElements(siteUrl, page)).join('')

  async function* part(after: string, before: readonly SitemapPage[] = []) {
    yield URLSET.start
    yield write(before)
    // In batches: a large part must not block the event loop.
    let remaining = PAGES_PER_PART - before.length
    let last = after
    while (remaining > 0) {
      const rows = await repository.winnersAfter(last, Math.min(BATCH_SIZE, remaining))
      yield write(rows.map(pageOf))
      const end = rows.at(-1)
      if (!end) break
      remaining -= rows.length
      last = end.id
    }
    yield URLSET.end
  }

  return {
    pagesOfReleases,
    /** The whole sitemap, or a sitemap index of its parts if it is large. */
    async whole(): Promise<AsyncIterable<string> | string> {
      const [list, total] = await Promise.all([pages(), repository.countWinners()])
      if (list.length + total <= PAGES_PER_PART) return part('0', list)
      const numbers = Array.from(
        { length: Math.ceil(total / PAGES_PER_PART) },
        (_, index) => index + 1,
      )
      const parts = numbers.map((number) => `/sitemap-winners-${number}.xml`)
      return sitemapIndex(siteUrl, ['/sitemap-pages.xml', ...parts])
    },

    async pages(): Promise<string> {
      return URLSET.start + write(await pages()) + URLSET.end
    },

    /** Winners of a part (from 1); undefined beyond the last. */
    async winners(number: number): Promise<AsyncIterable<string> | undefined> {
      const first = await repository.winnerAt((number - 1) * PAGES_PER_PART)
      return first && part(String(BigInt(first.id) - 1n))
    },
  }
}

const FEED_ARTICLES = 50
const RSS_NAMESPACES = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:media="http://search.yahoo.com/mrss/"',
].join(' ')
const TEXTS = {
  en: { news: 'News', about: (name: string) => `News of ${name}` },
  fr: { news: 'Actualités', about: (name: string) => `Les actualités – ${name}` },
  zh: { news: '新闻', about: (name: string) => `${name}的新闻` },
} as const

/** Path of the RSS feed in a language. */
export const feedPath = (language: Language): string =>
  language === 'en' ? '/rss.xml' : `/${language}/rss.xml`

/** Returns a function that writes the RSS 2.0 feed of the latest articles in a language. */
export function feedService({ config, identity, ...context }: AppContext) {
  const { siteUrl } = config
  const content = contentService({ config, identity, ...context })
  const addressOf = (language: Language, path: string) => siteUrl + addressIn(language, path)

  function itemOf(article: ArticleCard, language: Language): string {
    const link = addressOf(language, paths.article(article.slug))
    return [
      '<item>',
      textElement('title', article.title),
      textElement('link', link),
      `<guid isPermaLink="true">${escapeXml(link)}</guid>`,
      textElement('pubDate', new Date(article.published_at).toUTCString()),
      textElement('description', article.excerpt),
      ...article.tags.map((tag) => textElement('category', tag)),
      coverOf(article),
      '</item>\n',
    ].join('')
  }

  function coverOf({ cover }: ArticleCard): string {
    const share = cover && shareAddressOf(cover.url)
    if (!cover || !share) return ''
    const size = `width="${SHARE_SIZE.width}" height="${SHARE_SIZE.height}"`
    const attributes = `url="${escapeXml(siteUrl + share)}" type="image/jpeg" medium="image" ${size}`
    return `<media:content ${attributes}>${textElement('media:description', cover.alt)}</media:content>`
  }

  return async (language: Language): Promise<string> => {
    const name = inLanguage((await identity()).programme_name, language)
    const window = { type: undefined, current: 1, pageSize: FEED_ARTICLES }
    const { list } = await content.articles(window, language)
    const { news, about } = TEXTS[language]
    const self = escapeXml(siteUrl + feedPath(language))
    return [
      `${XML_START}<rss version="2.0" ${RSS_NAMESPACES}><channel>\n`,
      textElement('title', `${name} · ${news}`),
      textElement('link', addressOf(language, paths.news)),
      textElement('description', about(name)),
      textElement('language', LANGUAGE_TAGS[language]),
      textElement('lastBuildDate', list[0] && new Date(list[0].published_at).toUTCString()),
      `<atom:link rel="self" type="application/rss+xml" href="${self}"/>\n`,
      ...list.map((article) => itemOf(article, language)),
      '</channel></rss>\n',
    ].join('')
  }
}
