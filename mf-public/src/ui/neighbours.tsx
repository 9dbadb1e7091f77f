import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './neighbours.module.css'

type Neighbour = { to: string; title: string; state?: unknown }
type NeighboursProps = {
  label: string
  previous: Neighbour | null
  next: Neighbour | null
  all: Neighbour
}

/** Links to what comes before and after, at the foot of a page. */
export function Neighbours({ label, previous, next, all }: NeighboursProps) {
  const { t } = useTranslation('public')
  return (
    <nav className={styles.neighbours} aria-label={label}>
      {previous && (
        <Link to={previous.to} state={previous.state} rel="prev" className={styles.previous}>
          <span className={styles.word}>← {t('neighbours.previous')}</span>
          <span className={styles.title}>{previous.title}</span>
        </Link>
      )}
      {next && (
        <Link to={next.to} state={next.state} rel="next" className={styles.next}>
          <span className={styles.word}>{t('neighbours.next')} →</span>
          <span className={styles.title}>{next.title}</span>
        </Link>
      )}
      <Link to={all.to} className={styles.all}>
        {all.title}
      </Link>
    </nav>
  )
}
