import { BLIND_TEXTS, EntryAnswers, namesIn, wordsOfAnswers } from '@awards/shared/domain'
import { useCurrentUser } from '@awards/shared/session'
import { zodRule } from '@awards/shared/ui'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../common/text-area.tsx'
import { useDraft } from './draft/draft-context.ts'
import styles from './steps.module.css'

type TextFieldProps = {
  name: keyof typeof EntryAnswers.shape
  /** Shows how many of so many characters are written; a longer text is kept, with a message. */
  maximum?: number
  rows?: number
  type?: string
}

const isBlindText = (name: string) => BLIND_TEXTS.some((one) => one === name)

/** Warns of the names of entrant, designers and studio in a text that jurors read without knowing whose it is. */
function NamesWarning({ name }: { name: keyof typeof EntryAnswers.shape }) {
  const { t } = useTranslation('entrant')
  const { answers } = useDraft().draft
  const owner = useCurrentUser()?.display_name
  const text = answers[name]
  if (typeof text !== 'string') return null
  const words = wordsOfAnswers(answers)
  const found = namesIn(text, { ...words, names: [...words.names, ...(owner ? [owner] : [])] })
  if (found.length === 0) return null
  return <span className={styles.names}>{t('blindNames', { names: found.join(', ') })}</span>
}

/** One text of the entry, with the rule that the server applies to it. */
export function TextField({ name, maximum, rows, type }: TextFieldProps) {
  const { t, i18n } = useTranslation('entrant')
  const count = maximum ? { max: maximum, show: true } : undefined
  const hint = `field.${name}.hint`
  return (
    <Form.Item
      name={name}
      label={t(`field.${name}.label`)}
      extra={
        <>
          {i18n.exists(hint, { ns: 'entrant' }) && t(hint)}
          {isBlindText(name) && (
            <span role="status">
              <NamesWarning name={name} />
            </span>
          )}
        </>
      }
      rules={[zodRule(EntryAnswers.shape[name])]}
    >
      {rows ? <TextArea rows={rows} count={count} /> : <Input count={count} type={type} />}
    </Form.Item>
  )
}
