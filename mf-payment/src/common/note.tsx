import { siteConfiguration } from '@awards/shared/client'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './common.module.css'

type NoteProps = { tone?: 'info' | 'warning'; title?: string; children: ReactNode }

/** A remark beside what the page is about. */
export const Note = ({ tone = 'info', title, children }: NoteProps) => (
  <div className={`${styles.note} ${styles[tone]}`}>
    {title && <p className={styles.noteTitle}>{title}</p>}
    {children}
  </div>
)

/** Says that this site only practises: its providers are simulated and no money moves. */
export function PracticeNote() {
  const { t } = useTranslation('payment')
  const page = siteConfiguration().payment_simulator
  if (!page) return null
  return (
    <Note>
      <p>
        {t('practice.text')}{' '}
        <a href={page} target="_blank" rel="noopener">
          {t('practice.link')}
        </a>
      </p>
    </Note>
  )
}
