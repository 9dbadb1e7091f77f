import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { CodeField, DateField, PictureField, TextsField } from './fields.tsx'
import styles from './programme.module.css'

type Name = (string | number)[]

/** A field of a document as data: what it is called in the file, and what it is written with. */
export type ContentField = {
  name: string
  as:
    | 'code'
    | 'date'
    | 'day'
    | 'flag'
    | 'number'
    | 'picture'
    | 'select'
    | 'text'
    | 'texts'
    | 'markdown'
  isOptional?: boolean
  /** Lines of a text, or of each of three. */
  rows?: number
  /** Values of a selection, with what each is called. */
  options?: readonly { value: string; label: string }[]
  /** Chosen once: it stands in the name of the file, or others name the record by it. */
  isFixed?: boolean
}

type FieldsProps = {
  fields: readonly ContentField[]
  /** Path of the record within its list, and of the list. */
  at?: Name
  within?: Name
}

const NARROW: readonly ContentField['as'][] = ['code', 'date', 'day', 'number', 'select', 'text']

/** Fields of a document or of a record in it; short ones stand beside each other. */
export function ContentFields({ fields, at = [], within = [] }: FieldsProps) {
  const rows: ContentField[][] = []
  for (const field of fields) {
    const row = rows.at(-1)
    const isBeside = NARROW.includes(field.as) && row?.[0] && NARROW.includes(row[0].as)
    if (isBeside) row.push(field)
    else rows.push([field])
  }
  return rows.map((row) => (
    <div
      key={row[0]?.name}
      className={row[0] && NARROW.includes(row[0].as) ? styles.row : undefined}
    >
      {row.map((field) => (
        <ContentFieldInput key={field.name} field={field} at={at} within={within} />
      ))}
    </div>
  ))
}

type InputProps = { field: ContentField; at: Name; within: Name }

function ContentFieldInput({ field, at, within }: InputProps) {
  const { t } = useTranslation('organiser')
  const { as, isOptional = false, isFixed = false, rows, options = [] } = field
  const name = [...at, ...field.name.split('.')]
  const label = t(`programme.content.${field.name}`, {
    defaultValue: t(`programme.field.${field.name}`),
  })
  const common = { name, label }
  switch (as) {
    case 'texts':
    case 'markdown':
      return (
        <TextsField
          {...common}
          within={within}
          isOptional={isOptional}
          {...(rows && { rows })}
          {...(as === 'markdown' && { hint: t('programme.markdown') })}
          {...(field.name === 'alt' && { hint: t('programme.altHint') })}
        />
      )
    case 'picture':
      return <PictureField {...common} within={within} isOptional={isOptional} />
    case 'date':
    case 'day':
      return <DateField {...common} isOptional={isOptional} isDay={as === 'day'} />
    case 'flag':
      return (
        <Form.Item {...common} valuePropName="checked">
          <Switch />
        </Form.Item>
      )
    case 'number':
      return (
        <Form.Item {...common} rules={[{ required: true, message: t('programme.needed') }]}>
          <InputNumber min={0} max={32_000} precision={0} />
        </Form.Item>
      )
    case 'select':
      return (
        <Form.Item {...common} rules={[{ required: true, message: t('programme.needed') }]}>
          <Select options={[...options]} disabled={isFixed} />
        </Form.Item>
      )
    case 'code':
      return (
        <CodeField
          {...common}
          isKnown={isFixed}
          pattern={/^[a-z0-9-]+$/}
          needed={t('programme.slugNeeded')}
          maxLength={60}
        />
      )
    case 'text':
      return (
        <Form.Item
          {...common}
          rules={
            isOptional ? [] : [{ required: true, whitespace: true, message: t('programme.needed') }]
          }
        >
          <Input disabled={isFixed} />
        </Form.Item>
      )
  }
}
