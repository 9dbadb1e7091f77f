import {
  ENTRY_FIELDS,
  fieldsWith,
  namesIn,
  wordsOfAnswers,
  type EntryFieldName,
  FILE_TYPES,
  fileProblem,
  QUESTION_LIMITS,
} from '@awards/shared/domain'
import { QuestionField, type FileControlProps } from '@awards/shared/forms/question-field'
import { useCountries } from '@awards/shared/forms/use-countries'
import { useCurrentUser } from '@awards/shared/session'
import { SectionHeading, zodRule } from '@awards/shared/ui'
import { Form, Input, Select, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { TextArea } from '@awards/shared/forms/text-area'
import { useDraft } from './draft/draft-context.ts'
import styles from './steps.module.css'
import { translateMessage, useFormat } from '@awards/shared/i18n'
import { useRef, useState } from 'react'
import { kindOf } from '../uploads/file-check.ts'
import { UploadList } from '../uploads/upload-list.tsx'
import { isUnderway } from '../uploads/upload-queue.ts'
import { useUploads } from '../uploads/entry-uploads.tsx'

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

const MEGABYTE = 1024 * 1024

/**
 * The file that answers a question: sent as the pictures of an entry are, with the same retries and checks. The answer
 * is the id of the file, so that it is saved, merged and checked like every other.
 */
function FileAnswer({ question, id, value, onChange }: FileControlProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { info } = useDraft()
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<{ file_id: string; name: string }>()
  const [problem, setProblem] = useState<string>()
  const place = `${info.apply_order_id}.${question.code}`
  const { list, queue } = useUploads(place, info.is_editable, (file) => {
    setSent({ file_id: file.file_id, name: file.original_name ?? '' })
    onChange?.(file.file_id)
    return undefined
  })
  const { file_kinds = [], maximum = QUESTION_LIMITS.file, label } = question
  const saved = info.answer_files?.find(({ file_id }) => file_id === value)
  const name = saved?.name ?? (sent && sent.file_id === value ? sent.name : '')
  const isBusy = list.some(isUnderway)
  const accepted = t(`fileAnswer.accepts.${file_kinds.length > 1 ? 'any' : file_kinds[0]}`)

  const take = (file: File) => {
    const refusal = fileProblem(question, { kind: kindOf(file), bytes: file.size })
    setProblem(refusal)
    if (refusal) return
    for (const { key } of list) void queue.cancel(key)
    queue.add([file], 1)
  }
  const choose = t(value ? 'fileAnswer.replace' : 'fileAnswer.choose')
  return (
    <div className={styles.answerFile}>
      {value && (
        <p className={styles.chosenFile}>
          {saved ? (
            <a href={saved.url} download>
              {name}
            </a>
          ) : (
            <span>{name || t('fileAnswer.unnamed')}</span>
          )}
          {saved && (
            <span className={styles.hint}>
              {t('fileAnswer.size', {
                size: format.number(Math.max(saved.bytes / MEGABYTE, 0.1), {
                  maximumFractionDigits: 1,
                }),
              })}
            </span>
          )}
          <Button
            size="small"
            type="text"
            aria-label={t('fileAnswer.removeOne', { name: name || label })}
            onClick={() => onChange?.('')}
          >
            {t('fileAnswer.remove')}
          </Button>
        </p>
      )}
      <Button
        id={id}
        disabled={isBusy || !info.is_editable}
        aria-label={`${label}: ${choose}`}
        aria-describedby={`${id}-accepts`}
        onClick={() => input.current?.click()}
      >
        {choose}
      </Button>
      <span className={styles.hint} id={`${id}-accepts`}>
        {t('fileAnswer.limit', { accepted, maximum: format.number(maximum) })}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        accept={file_kinds.flatMap((kind) => FILE_TYPES[kind]).join(',')}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) take(file)
          event.target.value = ''
        }}
      />
      {problem && (
        <p className={styles.missing} role="alert">
          {translateMessage(problem)}
        </p>
      )}
      <UploadList
        list={list}
        onCancel={(key) => void queue.cancel(key)}
        onRetry={(key) => queue.retry(key)}
      />
    </div>
  )
}
