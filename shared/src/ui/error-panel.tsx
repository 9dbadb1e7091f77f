import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './error-panel.module.css'

type ErrorPanelProps = {
  title?: ReactNode
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** Further ways on, for instance a link home. */
  actions?: ReactNode
  /** Moves the focus to the panel when it replaces what the visitor was using. */
  takesFocus?: boolean
}

/** Stands where something could not be shown, and offers to try again. */
export function ErrorPanel({
  title,
  children,
  onRetry,
  retrying = false,
  actions,
  takesFocus = false,
}: ErrorPanelProps) {
  const { t } = useTranslation('shared')
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) panel.current?.focus()
  }, [takesFocus])
  return (
    <div className={styles.panel} role="alert" tabIndex={-1} ref={panel}>
      <p className={styles.title}>{title ?? t('error.title')}</p>
      <div className={styles.text}>{children ?? t('error.text')}</div>
      <div className={styles.actions}>
        {onRetry && (
          <Button type="primary" onClick={onRetry} loading={retrying}>
            {t('error.retry')}
          </Button>
        )}
        {actions}
      </div>
    </div>
  )
}
