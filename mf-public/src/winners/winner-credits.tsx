import type { WinnerInfo } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import styles from './winner-credits.module.css'

/** Who made the work. */
export function WinnerCredits({ credits }: { credits: WinnerInfo['credits'] }) {
  const { t } = useTranslation('public')
  if (credits.length === 0) return null
  return (
    <section aria-labelledby="credits-title">
      <h2 id="credits-title" className={styles.heading}>
        {t('winner.credits')}
      </h2>
      <ul role="list">
        {credits.map(({ name, role }) => (
          <li key={`${name}-${role}`} className={styles.credit}>
            <span className={styles.name}>{name}</span>
            {role && <span className={styles.role}>{role}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
