import { Button } from '@awards/shared/ui'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import styles from './dialog.module.css'

type DialogProps = {
  title: string
  children?: ReactNode
  /** Buttons below; with them the dialog has no cross of its own. They get the function that closes it. */
  footer?: (close: () => void) => ReactNode
  /** The dialog has been closed: by a button, by Escape or by a press beside it. */
  onClose: () => void
}

/**
 * A native modal dialog, open as long as it is rendered. The browser traps the focus and gives it back to what opened
 * the dialog. It stands in the body: inside of something that is not shown, for instance on a telephone, it would not be
 * shown either, and hold the page all the same. Toasts and antd's dialogs stand below it, so an act that may ask for more
 * closes it first.
 */
export function Dialog({ title, children, footer, onClose }: DialogProps) {
  const { t } = useTranslation('shared')
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => dialog.current?.close()
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        // A press on the backdrop has the dialog itself as target.
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className={styles.body}>
        <header className={styles.head}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {!footer && (
            <button type="button" className={styles.close} aria-label={t('close')} onClick={close}>
              <span aria-hidden="true">×</span>
            </button>
          )}
        </header>
        {children}
        {footer && <footer className={styles.foot}>{footer(close)}</footer>}
      </div>
    </dialog>,
    document.body,
  )
}

type ConfirmDialogProps = Omit<DialogProps, 'footer'> & {
  /** What the button says that does it, and the one that leaves all as it is. */
  confirm: string
  keep: string
  onConfirm: () => void
}

/** Asks before something that cannot be taken back. The focus is on the button that changes nothing. */
export const ConfirmDialog = ({ confirm, keep, onConfirm, ...dialog }: ConfirmDialogProps) => (
  <Dialog
    {...dialog}
    footer={(close) => (
      <>
        <Button onClick={close}>{keep}</Button>
        <Button
          type="primary"
          danger
          onClick={() => {
            close()
            onConfirm()
          }}
        >
          {confirm}
        </Button>
      </>
    )}
  />
)
