import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { usePublicArticleQuery } from '../public.api.ts'
import { Answered, NotFound } from '../ui/answered.tsx'
import { ArticleSheet } from './article-sheet.tsx'

export function Component() {
  const { t } = useTranslation('public')
  const { slug = '' } = useParams()
  const article = usePublicArticleQuery({ slug })
  return (
    <Answered
      query={article}
      room="page"
      missing={<NotFound title={t('news.missing')}>{t('news.missingText')}</NotFound>}
    >
      {(found) => <ArticleSheet key={found.id} article={found} />}
    </Answered>
  )
}
