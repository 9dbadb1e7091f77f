import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ARTICLE_KINDS, type ArticleKind } from './article-kind.ts'
import styles from './kind-links.module.css'

/** Narrows the list of articles down to one kind. */
export function KindLinks({ chosen }: { chosen: ArticleKind | undefined }) {
  const { t } = useTranslation('public')
  const choices = [
    { key: 'all', to: paths.news, name: t('news.kinds.all'), isOn: chosen === undefined },
    ...ARTICLE_KINDS.map((kind) => ({
      key: kind,
      to: `${paths.news}?type=${kind}`,
      name: t(`news.kinds.${kind}`),
      isOn: chosen === kind,
    })),
  ]
  return (
    <nav aria-label={t('news.kinds.label')}>
      <ul role="list" className={styles.kinds}>
        {choices.map(({ key, to, name, isOn }) => (
          <li key={key}>
            <Link
              to={to}
              preventScrollReset
              className={styles.kind}
              aria-current={isOn ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
