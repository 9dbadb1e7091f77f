import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './copy-text.module.css'

/** A text that is needed elsewhere, with a button that copies it. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('payment')
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <div className={styles.copy}>
      <span className={styles.label}>{label}</span>
      <code className={styles.text}>{text}</code>
      <Button size="small" onClick={() => void copy()} aria-label={t('copy.of', { label })}>
        <span role="status">{t(isCopied ? 'copy.done' : 'copy.do')}</span>
      </Button>
    </div>
  )
}
