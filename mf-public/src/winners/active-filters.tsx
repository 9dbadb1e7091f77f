import { paths } from '@awards/shared/paths'
import { VisuallyHidden } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useCountryName } from '../ui/use-country-name.ts'
import styles from './active-filters.module.css'
import { nameOfChoice, type WinnerFacets } from './winner-facets.ts'
import { activeFilters, winnerQuery, type WinnerSearch } from './winner-search.ts'

type ActiveFiltersProps = {
  search: WinnerSearch
  facets: WinnerFacets | undefined
  /** A removed filter takes its link with it; somebody has to take over the focus. */
  onRemoved: () => void
}

/** The filters in force; each is a link to the list without it. */
export function ActiveFilters({ search, facets, onRemoved }: ActiveFiltersProps) {
  const { t } = useTranslation('public')
  const countryName = useCountryName()
  const active = activeFilters(search)
  if (active.length === 0) return null
  return (
    <ul role="list" className={styles.list} aria-label={t('winners.active')}>
      {active.map(([name, value]) => (
        <li key={name}>
          <Link
            to={paths.winners(winnerQuery({ ...search, [name]: undefined, current: 1 }))}
            preventScrollReset
            className={styles.chip}
            onClick={onRemoved}
          >
            <VisuallyHidden>{t(`winners.remove.${name}`)} </VisuallyHidden>
            <span className={styles.value} suppressHydrationWarning>
              {nameOfChoice(facets, name, value, countryName)}
            </span>
            <span aria-hidden="true" className={styles.cross} />
          </Link>
        </li>
      ))}
      <li>
        <Link to={paths.winners()} preventScrollReset className={styles.clear} onClick={onRemoved}>
          {t('winners.clear')}
        </Link>
      </li>
    </ul>
  )
}
