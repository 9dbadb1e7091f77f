import { ENTRY_FIELDS, namesIn, wordsOfAnswers, type EntryFieldName } from '@awards/shared/domain'
import { useCurrentUser } from '@awards/shared/session'
import { zodRule } from '@awards/shared/ui'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../common/text-area.tsx'
import { useDraft } from './draft/draft-context.ts'
import styles from './steps.module.css'

type TextFieldProps = {
  name: EntryFieldName
  /** Shows how many of the characters that the field takes are written; a longer text is kept, with a message. */
  isCounted?: boolean
  rows?: number
  type?: string
}

/** Warns of the names of entrant, designers and studio in a text that jurors read without knowing whose it is. */
function NamesWarning({ name }: { name: EntryFieldName }) {
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
export function TextField({ name, isCounted, rows, type }: TextFieldProps) {
  const { t, i18n } = useTranslation('entrant')
  const field: { jurors: string; maximum?: number } = ENTRY_FIELDS[name]
  const count = isCounted ? { max: field.maximum, show: true } : undefined
  const hint = `field.${name}.hint`
  return (
    <Form.Item
      name={name}
      label={t(`field.${name}.label`)}
      extra={
        <>
          {i18n.exists(hint, { ns: 'entrant' }) && t(hint)}
          {field.jurors === 'redacted' && (
            <span role="status">
              <NamesWarning name={name} />
            </span>
          )}
        </>
      }
      rules={[zodRule(ENTRY_FIELDS[name].complete)]}
    >
      {rows ? <TextArea rows={rows} count={count} /> : <Input count={count} type={type} />}
    </Form.Item>
  )
}
