import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './copy.module.css'

type CopyButtonProps = {
  /** What is copied, in words. */
  label: string
  text: string
}

/** Copies a text that is needed elsewhere, and says whether that worked. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const { t } = useTranslation('payment')
  const [state, setState] = useState<'do' | 'done' | 'failed'>('do')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('done')
    } catch {
      setState('failed')
    }
  }
  return (
    <Button size="small" onClick={() => void copy()} aria-label={t('copy.of', { label })}>
      <span role="status">{t(`copy.${state}`)}</span>
    </Button>
  )
}

type CopyTextProps = {
  label: string
  text: string
  /** How it is read, where that differs from what is copied. */
  shown?: string
}

/** A text that is needed elsewhere, with a button that copies it. */
export const CopyText = ({ label, text, shown = text }: CopyTextProps) => (
  <div className={styles.copy}>
    <span className={styles.label}>{label}</span>
    <code className={styles.text}>{shown}</code>
    <CopyButton label={label} text={text} />
  </div>
)
