import { paths } from '@awards/shared/paths'
import { SectionHeading, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicArticlesQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { ArticleTile } from '../ui/article-tile.tsx'
import { Band } from '../ui/band.tsx'
import styles from './news-strip.module.css'

const SHOWN = 3

/** The latest articles. */
export function NewsStrip() {
  const { t } = useTranslation('public')
  const articles = usePublicArticlesQuery({ current: 1, pageSize: SHOWN })
  return (
    <Band labelledBy="news-title">
      <SectionHeading
        id="news-title"
        aside={<TextLink to={paths.news}>{t('home.allNews')}</TextLink>}
      >
        {t('home.news')}
      </SectionHeading>
      <Answered query={articles}>
        {({ list }) => (
          <ul role="list" className={styles.grid}>
            {list.map((article) => (
              <li key={article.id}>
                <ArticleTile article={article} sizes="(min-width: 60rem) 32vw, 100vw" />
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Band>
  )
}
