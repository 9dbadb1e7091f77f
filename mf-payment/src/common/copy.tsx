import { useCopy } from '@awards/shared/browser/use-copy'
import { Button } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './common.module.css'

type CopyButtonProps = {
  /** Names the copied text. */
  label: string
  text: string
}

/** Copies a text to the clipboard, and announces success or failure. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const { t } = useTranslation('payment')
  const [outcome, copy] = useCopy(text)
  const state = outcome === 'copied' ? 'done' : outcome === 'refused' ? 'failed' : 'do'
  return (
    <Button size="small" onClick={copy} aria-label={t('copy.of', { label })}>
      <span role="status">{t(`copy.${state}`)}</span>
    </Button>
  )
}

type CopyTextProps = {
  label: string
  text: string
  /** The text on screen when it differs from the copied one. */
  shown?: string
}

/** A text with a label and a copy button. */
export const CopyText = ({ label, text, shown = text }: CopyTextProps) => (
  <div className={styles.copy}>
    <span className={styles.label}>{label}</span>
    <code className={styles.text}>{shown}</code>
    <CopyButton label={label} text={text} />
  </div>
)
