import { EntryAnswers } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../common/text-area.tsx'

type TextFieldProps = {
  name: keyof typeof EntryAnswers.shape
  /** Shows how many of so many characters are written; a longer text is kept, with a message. */
  maximum?: number
  rows?: number
  type?: string
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
      extra={i18n.exists(hint, { ns: 'entrant' }) ? t(hint) : undefined}
      rules={[zodRule(EntryAnswers.shape[name])]}
    >
      {rows ? <TextArea rows={rows} count={count} /> : <Input count={count} type={type} />}
    </Form.Item>
  )
}
