import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { usePublicAwardsQuery } from '../public.api.ts'
import styles from './award-links.module.css'

/** The award levels as links that narrow the list down, keeping its other filters. */
export function AwardLinks({ current }: { current: string | undefined }) {
  const { t } = useTranslation('public')
  const { search } = useLocation()
  const { data: awards = [] } = usePublicAwardsQuery()
  const addressOf = (code: string | undefined) => {
    const query = new URLSearchParams(search)
    query.delete('current')
    if (code) query.set('award', code)
    else query.delete('award')
    return `?${query}`
  }
  const choices = [{ code: undefined, name: t('winners.allAwards') }, ...awards]
  return (
    <nav className={styles.nav} aria-label={t('winners.byAward')}>
      <ul role="list" className={styles.list}>
        {choices.map(({ code, name }) => (
          <li key={code ?? 'all'}>
            <Link
              to={addressOf(code)}
              preventScrollReset
              className={styles.link}
              aria-current={code === current ? 'true' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
