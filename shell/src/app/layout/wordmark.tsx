import { programmeName } from '@awards/shared/client'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Link } from 'react-router-dom'
import styles from './wordmark.module.css'

/** The ring of the trophy and the name of the programme. */
export const Wordmark = () => (
  <Link to={paths.home} className={styles.wordmark}>
    <svg viewBox="0 0 32 32" className={styles.ring} aria-hidden="true">
      <path d="M26.6 10.6a12 12 0 1 0 0 10.8" className={styles.arc} />
      <circle cx="28" cy="16" r="3" className={styles.sphere} />
    </svg>
    <span>{programmeName(useLanguage())}</span>
  </Link>
)
