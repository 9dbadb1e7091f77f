import { formatDate, useLanguage, visitorZone } from '@awards/shared/i18n'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from './contact-errors.ts'
import styles from './contact-form.module.css'

type NotSentProps = { refusal: Refusal; email: string }

/** Says why a message was not taken, when to try again, and that the text is still there. */
export function NotSent({ refusal: { retryAfter, sentence }, email }: NotSentProps) {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  if (!sentence && retryAfter === undefined) return null
  /** On the visitor's own clock, which is the one they will look at. */
  const timeAfter = (seconds: number) =>
    formatDate(Math.ceil((now + seconds * 1000) / 60_000) * 60_000, language, visitorZone(), 'time')
  return (
    <div className={styles.notSent} role="alert">
      <p className={styles.notSentTitle}>{t('contact.form.notSent')}</p>
      <p>
        {retryAfter === undefined
          ? sentence
          : t('contact.form.tooMany', { time: timeAfter(retryAfter) })}
      </p>
      <p>
        {t('contact.form.kept')} <a href={`mailto:${email}`}>{email}</a>
      </p>
    </div>
  )
}
