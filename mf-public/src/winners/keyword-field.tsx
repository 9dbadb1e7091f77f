import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import control from '../ui/form/control.module.css'
import { Field } from '../ui/form/field.tsx'
import { KEYWORD_LENGTH } from './winner-search.ts'

const PAUSE_MS = 350

type KeywordFieldProps = { keyword: string; onKeyword: (keyword: string) => void }

/** The search by words; it looks by itself when the typing rests. */
export function KeywordField({ keyword, onKeyword }: KeywordFieldProps) {
  const { t } = useTranslation('public')
  const [text, setText] = useState(keyword)
  const [isTyping, setTyping] = useState(false)
  const [known, setKnown] = useState(keyword)
  if (keyword !== known) {
    setKnown(keyword)
    // What was changed elsewhere is taken over, but never while somebody writes.
    if (!isTyping && keyword !== text.trim()) setText(keyword)
  }
  useEffect(() => {
    if (!isTyping) return undefined
    const timer = setTimeout(() => {
      setTyping(false)
      if (text.trim() !== keyword) onKeyword(text.trim())
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isTyping, text, keyword, onKeyword])
  return (
    <Field label={t('winners.filter.keyword')} isLabelHidden>
      {(attributes) => (
        <input
          {...attributes}
          type="search"
          name="keyword"
          className={control.control}
          value={text}
          maxLength={KEYWORD_LENGTH}
          placeholder={t('winners.filter.keyword')}
          autoComplete="off"
          enterKeyHint="search"
          spellCheck={false}
          onChange={({ target }) => {
            setText(target.value)
            setTyping(true)
          }}
        />
      )}
    </Field>
  )
}
