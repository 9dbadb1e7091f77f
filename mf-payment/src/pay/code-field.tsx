import { failureOf } from '@awards/shared/client'
import { translateMessage } from '@awards/shared/i18n'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './code-field.module.css'

type CodeFieldProps = {
  /** The code that the price on screen has taken into account. */
  code: string | undefined
  onCode: (code: string | undefined) => void
  error: unknown
  isBusy: boolean
}

/** An invitation or discount code; a wrong one leaves the price as it was. */
export function CodeField({ code, onCode, error, isBusy }: CodeFieldProps) {
  const { t } = useTranslation('payment')
  const id = useId()
  const [text, setText] = useState('')
  const isWrong = error !== undefined && code !== undefined
  const { msg } = failureOf(error)
  const reason = typeof msg === 'string' ? msg : Object.values(msg).flat().join(' ')
  return (
    <details className={styles.code}>
      <summary>{t('code.open')}</summary>
      <label htmlFor={id}>{t('code.label')}</label>
      <div className={styles.row}>
        <Input
          id={id}
          value={text}
          status={isWrong ? 'error' : ''}
          aria-invalid={isWrong}
          aria-describedby={`${id}-help`}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={(event) => {
            event.preventDefault()
            onCode(text.trim() || undefined)
          }}
        />
        <Button loading={isBusy} onClick={() => onCode(text.trim() || undefined)}>
          {t('code.apply')}
        </Button>
      </div>
      <p id={`${id}-help`} className={isWrong ? styles.error : styles.help} role="status">
        {isWrong ? translateMessage(reason) : code && !isBusy ? t('code.applied') : ''}
      </p>
    </details>
  )
}
