import type { FormQuestion } from '@awards/shared/contract'
import { answerSchema, QUESTION_LIMITS } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { Checkbox, Form, Input, Radio, Select } from 'antd'
import { lazy, Suspense, type ReactNode } from 'react'
import styles from './question-field.module.css'
import { TextArea } from './text-area.tsx'

const NumberInput = lazy(() =>
  import('./number-input.tsx').then((m) => ({ default: m.NumberInput })),
)
const FEW_CHOICES = 5

/** What the control of a file gets: the question, and from the form's item the id of the file and its change. */
export type FileControlProps = {
  question: FormQuestion
  id?: string
  value?: string
  onChange?: (fileId: string) => void
}
/** Draws the control of a file: each remote has its own way to send one. */
type FileControl = (props: FileControlProps) => ReactNode

type ControlProps = { question: FormQuestion; file: FileControl }

/** The control of a question by its kind; further props come from the form's item. */
function QuestionControl({ question, file: FileControl, ...item }: ControlProps) {
  const { kind, choices, minimum, maximum } = question
  const options = choices.map(({ code, label }) => ({ value: code, label }))
  switch (kind) {
    case 'long_text': {
      const max = maximum ?? QUESTION_LIMITS.long_text.usual
      return <TextArea {...item} rows={4} count={{ max, show: true }} />
    }
    case 'choice':
      return choices.length <= FEW_CHOICES ? (
        <Radio.Group {...item} className={styles.choices ?? ''} options={options} />
      ) : (
        <Select {...item} allowClear options={options} showSearch={{ optionFilterProp: 'label' }} />
      )
    case 'choices':
      return <Checkbox.Group {...item} className={styles.choices ?? ''} options={options} />
    case 'number':
      return (
        <Suspense fallback={<Input disabled className={styles.number ?? ''} />}>
          <NumberInput
            {...item}
            {...(minimum !== undefined && { min: minimum })}
            {...(maximum !== undefined && { max: maximum })}
            className={styles.number ?? ''}
          />
        </Suspense>
      )
    case 'file':
      return <FileControl question={question} {...item} />
    case 'consent':
      return <Checkbox {...item}>{question.label}</Checkbox>
    default: {
      const max = kind === 'text' ? (maximum ?? QUESTION_LIMITS.text.usual) : QUESTION_LIMITS.link
      return (
        <Input
          {...item}
          type={kind === 'link' ? 'url' : 'text'}
          {...(kind === 'text' && { count: { max, show: true } })}
        />
      )
    }
  }
}

type QuestionFieldProps = {
  question: FormQuestion
  file: FileControl
  /** Below the control, after the help of the question. */
  extra?: ReactNode
}

/** One question of the programme in a form, with the rule that the server applies to its answer. */
export function QuestionField({ question, file, extra }: QuestionFieldProps) {
  const isConsent = question.kind === 'consent'
  return (
    <Form.Item
      name={['questions', question.code]}
      {...(isConsent ? { valuePropName: 'checked' } : { label: question.label })}
      required={question.required}
      extra={
        <>
          {question.help}
          {extra}
        </>
      }
      rules={[zodRule(answerSchema(question))]}
      // The button of a file loses the focus before there is a file.
      {...(question.kind === 'file' && { validateTrigger: 'onChange' })}
    >
      <QuestionControl question={question} file={file} />
    </Form.Item>
  )
}
