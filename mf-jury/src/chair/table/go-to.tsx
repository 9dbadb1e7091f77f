import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './go-to.module.css'

type GoToProps = { total: number; onGo: (index: number) => void }

/** A row by its number; the last one is never further away than the first. */
export function GoTo({ total, onGo }: GoToProps) {
  const { t } = useTranslation('jurytable')
  const [text, setText] = useState('')
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const number = Math.trunc(Number(text))
        if (number >= 1) onGo(Math.min(number, total) - 1)
        setText('')
      }}
    >
      <label className={styles.label}>
        {t('goTo')}
        <input
          className={styles.field}
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={7}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
    </form>
  )
}
