import type { ArticleCard } from '@awards/shared/contract'
import { addressIn, inLanguage, LANGUAGE_TAGS, type Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { AppContext } from '../../../start/app-context.ts'
import { shareAddressOf, SHARE_SIZE } from '../../../files/pictures/picture.ts'
import { contentService } from '../content.service.ts'
import { escapeXml, textElement, XML_START } from '../../../lib/markup.ts'

const MAX_ARTICLES = 50
const NAMESPACES = [
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
    const window = { type: undefined, current: 1, pageSize: MAX_ARTICLES }
    const { list } = await content.articles(window, language)
    const { news, about } = TEXTS[language]
    const self = escapeXml(siteUrl + feedPath(language))
    return [
      `${XML_START}<rss version="2.0" ${NAMESPACES}><channel>\n`,
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
