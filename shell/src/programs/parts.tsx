import { Button } from '@awards/shared/ui'
import { useCopy } from '@awards/shared/browser/use-copy'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './programs.module.css'
import rows from '../session/rows.module.css'

type SecretProps = { title: string; text: string; secret: string; onClose: () => void }

/** A key or a secret, which is on screen this once; the focus goes to it. */
function ShownOnce({ title, text, secret, onClose }: SecretProps) {
  const { t } = useTranslation('programs')
  const [outcome, copy] = useCopy(secret)
  const copied = outcome === 'refused' ? 'copyFailed' : (outcome ?? 'copy')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} role="group" aria-label={title} tabIndex={-1} className={styles.secret}>
      <p className={rows.name}>{title}</p>
      <p>{text}</p>
      <code className={styles.code}>{secret}</code>
      <div className={rows.actions}>
        <Button type="primary" onClick={copy}>
          <span role="status">{t(copied)}</span>
        </Button>
        <Button onClick={onClose}>{t('kept')}</Button>
      </div>
    </div>
  )
}

type AddingProps = Omit<SecretProps, 'secret'> & {
  label: string
  secret: string | undefined
  children: ReactNode
}

/** A form behind its heading, and in its place, once, the key or the secret that it has made. */
export function Adding({ label, secret, onClose, children, ...words }: AddingProps) {
  const opener = useRef<HTMLElement>(null)
  const close = () => {
    onClose()
    // Once the heading is on screen again.
    setTimeout(() => opener.current?.focus())
  }
  if (secret !== undefined) return <ShownOnce {...words} secret={secret} onClose={close} />
  return (
    <details className={styles.adding}>
      <summary ref={opener}>{label}</summary>
      {children}
    </details>
  )
}

/** A few choices of which several may be taken. */
export const Choices = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className={styles.choices}>
    <legend className={rows.name}>{label}</legend>
    {children}
  </fieldset>
)
