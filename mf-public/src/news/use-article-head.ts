import type { Article } from '@awards/shared/contract'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { usePageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { articlePosting } from '../facts/article-posting.ts'
import { useBreadcrumbs } from '../facts/use-breadcrumbs.ts'
import { summaryOf } from '../ui/summary-of.ts'

export const COVER_SIZES = '(min-width: 72rem) 72rem, 100vw'

/** What an article says of itself to search engines and to those who share it. */
export function useArticleHead(article: Article) {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const { cover, excerpt, slug, title } = article
  const breadcrumbs = useBreadcrumbs(
    { name: t('nav.news'), path: paths.news },
    { name: title, path: paths.article(slug) },
  )
  usePageHead({
    title,
    description: summaryOf(excerpt),
    type: 'article',
    facts: [articlePosting(article, language), breadcrumbs],
    ...(cover && {
      image: { url: cover.url, width: cover.width, height: cover.height, alt: cover.alt },
      hero: { picture: cover, sizes: COVER_SIZES },
    }),
  })
}
