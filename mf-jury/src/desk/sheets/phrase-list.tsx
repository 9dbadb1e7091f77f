import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './phrase-list.module.css'

type PhraseListProps = {
  phrases: readonly string[]
  onAdd: (phrase: string) => void
  onRemove: (phrase: string) => void
}

/** The words that are blacked out; typed here, or chosen in the text below. */
export function PhraseList({ phrases, onAdd, onRemove }: PhraseListProps) {
  const { t } = useTranslation('jurydesk')
  const id = useId()
  const [typed, setTyped] = useState('')
  const add = () => {
    onAdd(typed)
    setTyped('')
  }
  return (
    <section aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`} className={styles.heading}>
        {t('redact.phrases')}
      </h3>
      <ul className={styles.phrases} role="list">
        {phrases.map((phrase) => (
          <li key={phrase}>
            <span>{phrase}</span>
            <button
              type="button"
              aria-label={t('redact.restore', { phrase })}
              onClick={() => onRemove(phrase)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.add}>
        <label htmlFor={id}>{t('redact.word')}</label>
        <Input
          id={id}
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={add}
        />
        <Button
          disabled={typed.trim().length < 2}
          title={typed.trim().length < 2 ? t('redact.twoLetters') : ''}
          onClick={add}
        >
          {t('redact.add')}
        </Button>
      </div>
    </section>
  )
}
