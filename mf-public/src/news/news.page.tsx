import { EmptyState, Page, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { usePublicArticlesQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { ArticleTile } from '../ui/article-tile.tsx'
import { PageLinks } from '../ui/page-links.tsx'
import { pageOfQuery } from '../ui/page-of-query.ts'
import styles from './news.module.css'

const PAGE_SIZE = 9

export function Component() {
  const { t } = useTranslation('public')
  const [query] = useSearchParams()
  const articles = usePublicArticlesQuery({ current: pageOfQuery(query), pageSize: PAGE_SIZE })
  return (
    <Page width="wide">
      <PageHeader size="display" title={t('nav.news')} lead={t('news.lead')} />
      <Answered query={articles} room="page" keepsPrevious>
        {({ list, current, pageSize, total }) =>
          list.length === 0 ? (
            <EmptyState title={t('news.none')} />
          ) : (
            <>
              <ul role="list" className={styles.grid}>
                {list.map((article, index) => (
                  <li key={article.id}>
                    <ArticleTile
                      article={article}
                      level={2}
                      size={index === 0 ? 'large' : 'small'}
                      sizes={index === 0 ? '100vw' : '(min-width: 60rem) 32vw, 100vw'}
                    />
                  </li>
                ))}
              </ul>
              <PageLinks current={current} pageSize={pageSize} total={total} />
            </>
          )
        }
      </Answered>
    </Page>
  )
}
