import styles from './long-text.module.css'
import { Button } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'

type ContentsProps = {
  label: string
  entries: readonly { id: string; title: string; number?: number }[]
}

/** The parts of a long text, each with its address on the page. */
export const Contents = ({ label, entries }: ContentsProps) => (
  <nav className={styles.contents} aria-label={label}>
    <p className={styles.label} aria-hidden="true">
      {label}
    </p>
    <ol role="list">
      {entries.map(({ id, title, number }) => (
        <li key={id}>
          <a href={`#${id}`} className={styles.entry}>
            {number !== undefined && <span className={styles.contentsNumber}>{number}</span>}
            {title}
          </a>
        </li>
      ))}
    </ol>
  </nav>
)

/** Prints the page, or keeps it as a PDF; there where scripts run. */
export function PrintButton() {
  const { t } = useTranslation('public')
  return (
    <span className={styles.print}>
      <Button onClick={() => window.print()}>{t('print')}</Button>
    </span>
  )
}
