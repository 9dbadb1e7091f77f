import type { Article } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { LANGUAGE_TAGS } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { plainText } from '../ui/plain-text.ts'
import { pageAddress, imageObject, organiser } from './schema-org.ts'

/** A piece of news or a story in the terms of schema.org. */
export const articlePosting = (article: Article, language: Language): object => ({
  '@context': 'https://schema.org',
  '@type': article.type === 'news' ? 'NewsArticle' : 'BlogPosting',
  headline: article.title,
  description: article.excerpt,
  articleBody: plainText(article.html),
  datePublished: article.published_at,
  inLanguage: LANGUAGE_TAGS[language],
  mainEntityOfPage: pageAddress(paths.article(article.slug), language),
  author: organiser(language),
  publisher: organiser(language),
  ...(article.tags.length > 0 && { keywords: article.tags.join(', ') }),
  ...(article.cover && { image: imageObject(article.cover) }),
})
