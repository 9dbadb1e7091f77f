import { useApiQuery } from '@awards/shared/client'
import { programmeDesk } from '@awards/shared/contract'
import { TextArea } from '@awards/shared/forms/text-area'
import { Form, Input, Radio } from 'antd'
import type { Rule } from 'antd/es/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PictureUpload } from './picture-upload.tsx'
import styles from './programme.module.css'

/** Where the words of a part of a path stand: fields, languages, and what lists of a season are told apart by. */
const WORDS = ['field', 'language', 'phase', 'period', 'sections'] as const

/** The words of a field's path: `title.fr` is *Title, French*. A code that nobody has named stays a code. */
export function useFieldName() {
  const { t, i18n } = useTranslation('organiser')
  const named = (part: string) => {
    const key = WORDS.map((words) => `programme.${words}.${part}`).find((one) =>
      i18n.exists(one, { ns: 'organiser' }),
    )
    return key ? t(key) : part
  }
  return (path: string) =>
    path
      .split('.')
      .filter((part) => part !== 'list')
      .map(named)
      .join(', ')
}

type Name = (string | number)[]
type FieldProps = { name: Name; label: string }

const LANGUAGES = ['en', 'fr', 'zh'] as const

/** `2027-03-01 23:59:59` of a file as the browser's field for date and time writes it. */
const toField = (value: unknown) => {
  const text = typeof value === 'string' ? value : ''
  const [day = '', time = '09:00'] = text.split(/[ T]/)
  return { value: day && `${day}T${time.slice(0, 5)}` }
}
/** The last minute of a day is the whole of it, as in the files. */
const fromField = (value: string) => {
  const text = value.replace('T', ' ')
  return text.endsWith('23:59') ? `${text}:59` : text
}

type DateFieldProps = FieldProps & {
  isLabelShown?: boolean
  isOptional?: boolean
  /** A day without a time. */
  isDay?: boolean
}

/** A date with its time, on the clock of the programme. */
export function DateField({
  name,
  label,
  isLabelShown = true,
  isOptional = false,
  isDay = false,
}: DateFieldProps) {
  const { t } = useTranslation('organiser')
  return (
    <Form.Item
      name={name}
      {...(isLabelShown && { label })}
      rules={isOptional ? [] : [{ required: true, message: t('programme.dateNeeded') }]}
      {...(!isDay && { getValueProps: toField, normalize: fromField })}
    >
      <Input
        type={isDay ? 'date' : 'datetime-local'}
        aria-label={label}
        className={styles.date ?? ''}
      />
    </Form.Item>
  )
}

type CodeFieldProps = FieldProps & {
  /** Others name the record by this code, so that it never changes. */
  isKnown: boolean
  pattern: RegExp
  /** What to write where the pattern does not fit. */
  needed: string
  hint?: string
  maxLength: number
}

/** The code of a record in a list; it is chosen once. */
export function CodeField({
  name,
  label,
  isKnown: wasKnown,
  pattern,
  needed,
  hint,
  maxLength,
}: CodeFieldProps) {
  // Typing a code that another record has, or that begins with one, must not lock the field.
  const [isKnown] = useState(wasKnown)
  return (
    <Form.Item
      name={name}
      label={label}
      extra={isKnown ? undefined : hint}
      rules={[{ required: true, pattern, message: needed }]}
    >
      <Input disabled={isKnown} maxLength={maxLength} />
    </Form.Item>
  )
}

type TextsFieldProps = FieldProps & {
  rows?: number
  hint?: string
  /** Path of the list that the field stands in; its name is relative to it. */
  within?: Name
  isOptional?: boolean
}

/** One text in three languages side by side; English is needed, and stands where another is missing. */
export function TextsField({
  name,
  label,
  rows,
  hint,
  within = [],
  isOptional = false,
}: TextsFieldProps) {
  const { t } = useTranslation('organiser')
  const needed: Rule[] = [
    { required: true, whitespace: true, message: t('programme.englishNeeded') },
  ]
  return (
    <fieldset className={styles.texts}>
      <legend>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      <div className={styles.languages}>
        {LANGUAGES.map((language) => (
          <Form.Item
            key={language}
            name={[...name, language]}
            label={
              <LanguageLabel
                name={[...within, ...name]}
                language={language}
                isOptional={isOptional}
              />
            }
            rules={language === 'en' && !isOptional ? needed : []}
          >
            {rows ? (
              <TextArea
                rows={rows}
                lang={language}
                aria-label={`${label}, ${t(`programme.language.${language}`)}`}
              />
            ) : (
              <Input
                lang={language}
                aria-label={`${label}, ${t(`programme.language.${language}`)}`}
              />
            )}
          </Form.Item>
        ))}
      </div>
    </fieldset>
  )
}

type LanguageLabelProps = {
  name: Name
  language: (typeof LANGUAGES)[number]
  isOptional: boolean
}

/** The name of the language, and whether its text is missing. */
function LanguageLabel({ name, language, isOptional }: LanguageLabelProps) {
  const { t } = useTranslation('organiser')
  const texts = Form.useWatch(name) as Record<string, string> | undefined
  const value = texts?.[language]
  const isMissing = !value && language !== 'en' && (!isOptional || texts?.['en'])
  return (
    <span>
      {t(`programme.language.${language}`)}
      {isMissing && <em className={styles.missing}>{t('programme.missing')}</em>}
    </span>
  )
}

type PictureFieldProps = FieldProps & { within?: Name; isOptional?: boolean }

/** One of the pictures of the programme. */
export function PictureField({ name, label, within = [], isOptional = false }: PictureFieldProps) {
  const { t } = useTranslation('organiser')
  const form = Form.useFormInstance()
  const { data: pictures } = useApiQuery(programmeDesk.pictures)
  const chosen: unknown = Form.useWatch([...within, ...name])
  return (
    <fieldset className={styles.texts}>
      <legend>{label}</legend>
      <Form.Item
        name={name}
        rules={isOptional ? [] : [{ required: true, message: t('programme.coverNeeded') }]}
      >
        <Radio.Group className={styles.covers ?? ''} aria-label={label}>
          {isOptional && <Radio value="">{t('programme.noPicture')}</Radio>}
          {(pictures?.list ?? []).map(({ file, name: picture, url }) => (
            <Radio key={file} value={file} className={styles.cover ?? ''} aria-label={picture}>
              <img src={url} alt="" loading="lazy" data-chosen={chosen === file || undefined} />
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <PictureUpload onAdded={(file) => form.setFieldValue([...within, ...name], file)} />
    </fieldset>
  )
}
