import { useFormat } from '@awards/shared/i18n'
import { Button } from '@awards/shared/ui'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './contact-form.module.css'

type MessageSentProps = { receivedAt: string; email: string; onAnother: () => void }

/** Says that a message has arrived and what happens next. */
export function MessageSent({ receivedAt, email, onAnother }: MessageSentProps) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div className={styles.sent} role="status" tabIndex={-1} ref={panel}>
      <h3 className={styles.sentTitle}>{t('contact.form.sent')}</h3>
      <p>{t('contact.form.sentAt', { date: date(receivedAt, 'datetime') })}</p>
      <p>{t('contact.form.next', { email })}</p>
      <p className={styles.another}>
        <Button onClick={onAnother}>{t('contact.form.another')}</Button>
      </p>
    </div>
  )
}
