import { translateMessage } from '@awards/shared/i18n'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './code-field.module.css'

type CodeFieldProps = {
  /** The code that the price on screen has taken into account. */
  applied: string | undefined
  /** Tries a code; gives the reason where it does not count. */
  onApply: (code: string) => Promise<string | undefined>
  /** Absent where the code belongs to the entry and cannot be taken off. */
  onRemove: (() => void) | undefined
}

/** An invitation or discount code; a wrong one leaves the price as it was. */
export function CodeField({ applied, onApply, onRemove }: CodeFieldProps) {
  const { t } = useTranslation('payment')
  const id = useId()
  const [text, setText] = useState('')
  const [reason, setReason] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isWrong = reason !== undefined

  async function apply() {
    const code = text.trim()
    if (isBusy) return
    if (!code) return setReason('')
    setBusy(true)
    const refused = await onApply(code)
    setBusy(false)
    setReason(refused)
    if (refused === undefined) setText('')
  }

  if (applied) {
    return (
      <p className={styles.applied} role="status">
        <span>{t('code.applied', { code: applied })}</span>
        {onRemove && (
          <Button size="small" onClick={onRemove}>
            {t('code.remove')}
          </Button>
        )}
      </p>
    )
  }
  return (
    <details className={styles.code}>
      <summary>{t('code.open')}</summary>
      <label htmlFor={id}>{t('code.label')}</label>
      <div className={styles.row}>
        <Input
          id={id}
          value={text}
          status={isWrong ? 'error' : ''}
          autoComplete="off"
          aria-invalid={isWrong}
          aria-describedby={`${id}-help`}
          onChange={(event) => {
            setText(event.target.value)
            setReason(undefined)
          }}
          onPressEnter={(event) => {
            event.preventDefault()
            void apply()
          }}
        />
        <Button loading={isBusy} onClick={() => void apply()}>
          {t('code.apply')}
        </Button>
      </div>
      <p id={`${id}-help`} className={styles.error} role="status">
        {isWrong && (reason ? translateMessage(reason) : t('code.empty'))}
      </p>
    </details>
  )
}
