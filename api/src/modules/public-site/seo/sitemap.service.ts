import {
  addressIn,
  DEFAULT_LANGUAGE,
  LANGUAGE_TAGS,
  LANGUAGES,
  PUBLIC_ROUTES,
} from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { pictureAddress } from '../../../files/pictures/picture.ts'
import { escapeXml, textElement, XML_START } from '../../../lib/markup.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { contentService } from '../content.service.ts'
import { sitemapRepository } from './sitemap.repository.ts'

/** A page for search engines: its path without a language, its day, and what it shows. */
type SitemapPage = {
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
const URLSET = { start: `${XML_START}<urlset ${SPACES}>\n`, end: '</urlset>\n' } as const

/** A page in each language, each with the addresses of the others. */
function urlsOf(siteUrl: string, { path, changed, pictures = [] }: SitemapPage): string {
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
const sitemapIndex = (siteUrl: string, paths: readonly string[]): string =>
  [
    `${XML_START}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`,
    ...paths.map((path) => `<sitemap>${textElement('loc', siteUrl + path)}</sitemap>\n`),
    '</sitemapindex>\n',
  ].join('')

/** Search engines take 50,000 addresses and 50 MB; we stay well below. */
const ADDRESSES_A_PART = 10_000
export const PAGES_A_PART = Math.floor(ADDRESSES_A_PART / LANGUAGES.length)
const PAGES_AT_ONCE = 500
const MOST_ARTICLES = 2_000

type WinnerRow = Awaited<ReturnType<ReturnType<typeof sitemapRepository>['winnersAfter']>>[number]

const PLAIN_ROUTES = PUBLIC_ROUTES.map(({ path }) => path).filter((path) => !path.includes(':'))

/** The maps of the site: all pages that visitors find by themselves, none that is not public. */
export function sitemapService(context: AppContext) {
  const { siteUrl } = context.config
  const repository = sitemapRepository(context.db)
  const content = contentService(context)

  /** The pages that are not winners. */
  async function pages(): Promise<SitemapPage[]> {
    const [jury, articles, resultsAt] = await Promise.all([
      content.jury('en'),
      content.articles({ type: undefined, current: 1, pageSize: MOST_ARTICLES }, 'en'),
      repository.resultsAt(),
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
      ...PLAIN_ROUTES.map((path) => ({ path, changed: changed[path] ?? null })),
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

  const write = (list: readonly SitemapPage[]) => list.map((page) => urlsOf(siteUrl, page)).join('')

  async function* part(after: string, before: readonly SitemapPage[] = []) {
    yield URLSET.start
    yield write(before)
    // In small steps, so that a large part keeps nobody waiting.
    let room = PAGES_A_PART - before.length
    let last = after
    while (room > 0) {
      const rows = await repository.winnersAfter(last, Math.min(PAGES_AT_ONCE, room))
      yield write(rows.map(pageOf))
      const end = rows.at(-1)
      if (!end) break
      room -= rows.length
      last = end.id
    }
    yield URLSET.end
  }

  return {
    /** The whole map, or where it is large a map of its parts. */
    async whole(): Promise<AsyncIterable<string> | string> {
      const [list, total] = await Promise.all([pages(), repository.countWinners()])
      if (list.length + total <= PAGES_A_PART) return part('0', list)
      const numbers = Array.from(
        { length: Math.ceil(total / PAGES_A_PART) },
        (_, index) => index + 1,
      )
      const parts = numbers.map((number) => `/sitemap-winners-${number}.xml`)
      return sitemapIndex(siteUrl, ['/sitemap-pages.xml', ...parts])
    },

    async pages(): Promise<string> {
      return URLSET.start + write(await pages()) + URLSET.end
    },

    /** The winners of one part, from 1; undefined where there are none. */
    async winners(number: number): Promise<AsyncIterable<string> | undefined> {
      const first = await repository.winnerAt((number - 1) * PAGES_A_PART)
      return first && part(String(BigInt(first.id) - 1n))
    },
  }
}
