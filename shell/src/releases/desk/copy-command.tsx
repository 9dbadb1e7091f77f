import { Button } from '@awards/shared/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './change-dialog.module.css'

/** A line for the command line, to copy. */
export function CopyCommand({ command }: { command: string }) {
  const { t } = useTranslation('releases')
  const [copied, setCopied] = useState<string>()
  const copy = () =>
    navigator.clipboard.writeText(command).then(
      () => setCopied(command),
      // Where copying is not allowed the line can still be selected.
      () => undefined,
    )
  return (
    <div className={styles.line}>
      <p className={styles.label}>{t('command')}</p>
      <div className={styles.lineRow}>
        <code className={styles.code} lang="en">
          {command}
        </code>
        <Button size="small" onClick={() => void copy()}>
          <span aria-live="polite">{t(copied === command ? 'copied' : 'copy')}</span>
        </Button>
      </div>
    </div>
  )
}
