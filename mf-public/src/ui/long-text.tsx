import styles from './long-text.module.css'
import { Button } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'

type ContentsProps = {
  label: string
  entries: readonly { id: string; title: string; number?: number }[]
}

/** Table of contents of a long text; each entry links to its section. */
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

/** Opens the print dialog; the style sheet hides the button without scripts. */
export function PrintButton() {
  const { t } = useTranslation('public')
  return (
    <span className={styles.print}>
      <Button onClick={() => window.print()}>{t('print')}</Button>
    </span>
  )
}
