import { blindText } from '@awards/shared/domain'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './redacted-texts.module.css'

type RedactedTextsProps = {
  texts: readonly { field: string; text: string }[]
  phrases: readonly string[]
  onChoose: (phrase: string) => void
}

/** The texts as jurors will read them. Words that are selected can be blacked out with one press. */
export function RedactedTexts({ texts, phrases, onChoose }: RedactedTextsProps) {
  const { t } = useTranslation('jurydesk')
  const area = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState('')

  const read = () => {
    const selection = document.getSelection()
    const isHere = selection?.anchorNode && area.current?.contains(selection.anchorNode)
    setSelected(isHere ? selection.toString().trim().slice(0, 200) : '')
  }
  const take = () => {
    onChoose(selected)
    setSelected('')
    document.getSelection()?.removeAllRanges()
  }
  const words = { phrases, names: [], marks: [] }
  return (
    <section aria-labelledby="sheet-texts">
      <header className={styles.head}>
        <h3 id="sheet-texts" className={styles.heading}>
          {t('redact.texts')}
        </h3>
        {selected.length >= 2 && !selected.includes('█') && (
          <Button size="small" type="primary" onClick={take}>
            {t('redact.blackOut', {
              words: selected.length > 40 ? `${selected.slice(0, 40)}…` : selected,
            })}
          </Button>
        )}
      </header>
      <div ref={area} className={styles.texts} onPointerUp={read} onKeyUp={read}>
        {texts.map(({ field, text }) => (
          <div key={field}>
            <h4 className={styles.field}>{t(`redact.field.${field}`)}</h4>
            <p className={styles.text}>{blindText(text, '', words)}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
