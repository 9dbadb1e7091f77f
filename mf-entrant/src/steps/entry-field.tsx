import {
  ENTRY_FIELDS,
  fieldsWith,
  namesIn,
  wordsOfAnswers,
  type EntryFieldName,
} from '@awards/shared/domain'
import { QuestionField } from '@awards/shared/forms/question-field'
import { useCountries } from '@awards/shared/forms/use-countries'
import { useCurrentUser } from '@awards/shared/session'
import { SectionHeading, zodRule } from '@awards/shared/ui'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { TextArea } from '@awards/shared/forms/text-area'
import { useDraft } from './draft/draft-context.ts'
import { FileAnswer } from './file-answer.tsx'
import styles from './steps.module.css'

/** Warns of the names of entrant, designers and studio in a text that jurors read without knowing whose it is. */
function NamesWarning({ text }: { text: unknown }) {
  const { t } = useTranslation('entrant')
  const { answers } = useDraft().draft
  const owner = useCurrentUser()?.display_name
  if (typeof text !== 'string') return null
  const words = wordsOfAnswers(answers)
  const found = namesIn(text, { ...words, names: [...words.names, ...(owner ? [owner] : [])] })
  if (found.length === 0) return null
  return <span className={styles.names}>{t('blindNames', { names: found.join(', ') })}</span>
}

type Field = { jurors: string; kind: string; control: string; maximum?: number; rows?: number }

/** The control of a field; further props come from the form's item. */
function FieldControl({ field, ...item }: { field: Field }) {
  const { t } = useTranslation('entrant')
  const { kind, control, maximum: max, rows } = field
  const countries = useCountries()
  // A longer text stays, with a message.
  const count = control !== 'half' && max ? { max, show: true } : undefined
  if (kind === 'country') {
    return (
      <Select
        {...item}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        options={countries}
        placeholder={t('chooseCountry')}
      />
    )
  }
  if (rows) return <TextArea {...item} rows={rows} count={count} />
  const type = { date: 'date', link: 'url' }[kind]
  return <Input {...item} count={count} type={type} />
}

/** One answer of the entry as the table of fields says, with the rule that the server applies to it. */
export function EntryField({ name }: { name: EntryFieldName }) {
  const { t, i18n } = useTranslation('entrant')
  const { answers } = useDraft().draft
  const field: Field = ENTRY_FIELDS[name]
  const hint = `hint.${name}`
  return (
    <Form.Item
      name={name}
      label={t(`field.${name}`)}
      extra={
        <>
          {i18n.exists(hint, { ns: 'entrant' }) && t(hint)}
          {field.jurors === 'redacted' && (
            <span role="status">
              <NamesWarning text={answers[name]} />
            </span>
          )}
        </>
      }
      rules={[zodRule(ENTRY_FIELDS[name].complete)]}
    >
      <FieldControl field={field} />
    </Form.Item>
  )
}

type EntryFieldsProps = { step: 2 | 3 | 4; place: 'body' | 'facts' }

/** Fields of a step without a control of their own: first those that stand two in a row. */
export function EntryFields({ step, place }: EntryFieldsProps) {
  const { i18n } = useTranslation('entrant')
  // The shell brings the table: it may have a field that this release has no label of.
  const isKnown = (name: string) => i18n.exists(`field.${name}`, { ns: 'entrant' })
  const halves = fieldsWith({ step, place, control: 'half' }).filter(isKnown)
  const wide = fieldsWith({ step, place, control: 'wide' }).filter(isKnown)
  return (
    <>
      {halves.length > 0 && (
        <div className={styles.pair}>
          {halves.map((name) => (
            <EntryField key={name} name={name} />
          ))}
        </div>
      )}
      {wide.map((name) => (
        <EntryField key={name} name={name} />
      ))}
    </>
  )
}

/** What the programme asks besides the fields of every form, for the section and the categories of the work. */
export function QuestionFields() {
  const { t } = useTranslation('entrant')
  const { info, draft } = useDraft()
  const { questions = [] } = info
  if (questions.length === 0) return null
  return (
    <>
      <SectionHeading size="small">{t('work.questions')}</SectionHeading>
      {questions.map((question) => (
        <QuestionField
          key={question.code}
          question={question}
          file={FileAnswer}
          extra={
            question.jurors === 'redacted' && (
              <span role="status">
                <NamesWarning text={draft.answers.questions?.[question.code]} />
              </span>
            )
          }
        />
      ))}
    </>
  )
}
