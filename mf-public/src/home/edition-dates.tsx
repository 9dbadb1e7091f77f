import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicDatesQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import styles from './edition-dates.module.css'

const SHOWN = 4

/** The step the edition is at, and those that follow. */
export function EditionDates() {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const dates = usePublicDatesQuery()
  return (
    <section className={styles.dates} aria-label={t('home.dates')}>
      <Answered query={dates} room="line" missing={null}>
        {(list) => (
          <ol role="list" className={styles.list}>
            {list
              .filter(({ state }) => state !== 'past')
              .slice(0, SHOWN)
              .map(({ key, label, starts_at, ends_at, state }) => {
                const isNow = state === 'current'
                const moment = isNow && ends_at ? ends_at : starts_at
                return (
                  <li
                    key={key}
                    className={isNow ? styles.now : styles.step}
                    aria-current={isNow ? 'step' : undefined}
                  >
                    <span className={styles.date}>
                      {isNow && ends_at
                        ? t('home.now', { date: date(moment, 'short') })
                        : date(moment, 'short')}
                    </span>
                    <span className={styles.label}>{label}</span>
                  </li>
                )
              })}
          </ol>
        )}
      </Answered>
      <p>
        <TextLink to={paths.calendar}>{t('home.allDates')}</TextLink>
      </p>
    </section>
  )
}
