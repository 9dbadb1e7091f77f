import { Button } from '@awards/shared/ui'
import { useCopy } from '@awards/shared/browser/use-copy'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './programs.module.css'
import rows from '../session/rows.module.css'
import { Problem } from '../session/problem.tsx'

type SecretProps = { title: string; text: string; secret: string; onClose: () => void }

/** A key or a secret, which is on screen this once; the focus goes to it. */
export function ShownOnce({ title, text, secret, onClose }: SecretProps) {
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

type QuestionProps = {
  text: string
  yes: string
  isBusy: boolean
  problem: string | undefined
  onYes: () => void
  onNo: () => void
}

/** In place of the actions of a row: what the act means, and whether it is meant. */
export function Question({ text, yes, isBusy, problem, onYes, onNo }: QuestionProps) {
  const { t } = useTranslation('programs')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className={styles.form}>
      <p>{text}</p>
      <Problem text={problem} />
      <div className={rows.actions}>
        <Button ref={button} danger loading={isBusy} onClick={onYes}>
          {yes}
        </Button>
        <Button onClick={onNo}>{t('leave')}</Button>
      </div>
    </div>
  )
}

/** A few choices of which several may be taken. */
export const Choices = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className={styles.choices}>
    <legend className={rows.name}>{label}</legend>
    {children}
  </fieldset>
)
