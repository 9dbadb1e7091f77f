import { storedJson } from '@awards/shared/browser/storage'
import { useApiMutation } from '@awards/shared/client'
import { session } from '@awards/shared/contract'
import { z } from 'zod'
import { RegisterForm as Rules } from '@awards/shared/domain'
import { useLanguage } from '@awards/shared/i18n'
import { useUnsavedWork } from '@awards/shared/session'
import { zodRule } from '@awards/shared/ui'
import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RegisterDetails } from './register-fields.tsx'
import { useFinishSignIn } from './redirect.ts'
import { useSendCode } from './code-fields.tsx'
import { useSubmit } from './use-submit.ts'

const word = z.string().max(254).optional()

/*
 * A phone often throws the page away while its owner reads the code in the mail. What was written
 * comes back in this tab: except the password and the consent, which are given again.
 */
const Draft = z.object({
  email: word,
  first_name: word,
  last_name: word,
  company: word,
  school: word,
  country: word,
  account_type: z.int().optional(),
  /** The address that a code was sent to. */
  sent_to: word,
})

const storedDraft = storedJson('registration', 'sessionStorage', (value) => Draft.parse(value))

/** Stores the fields of the draft alone: a value of another kind stores nothing. */
function keepDraft(values: object) {
  const { data } = Draft.safeParse(values)
  if (data) storedDraft.write(data)
}

type Values = z.input<typeof Rules>

/** An empty field of the form is a field that was not filled in; a code without a number is none. */
const filled = ({ area_code, ...values }: Values): Partial<Values> => {
  const given = { ...values, ...(values.phone && area_code && { area_code }) }
  const entries = Object.entries(given).filter(([, value]) => value !== '' && value !== null)
  return Object.fromEntries(entries)
}

/** A new account. First the address alone, which gets a code; then the few things that are needed. */
export function Component() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const [form] = Form.useForm<Values>()
  const [draft] = useState(() => storedDraft.read() ?? {})
  const [isOpen, setOpen] = useState(draft.sent_to !== undefined)
  useUnsavedWork(() => isOpen && form.isFieldsTouched())
  const sender = useSendCode(form, 'register')
  const [register, { isLoading }] = useApiMutation(session.register)
  const arrive = useFinishSignIn()
  const call = (values: Values) =>
    // The repetition is for who cannot see what they type; here it can be shown.
    register({
      ...(filled(values) as Values),
      password_confirmation: values.password,
      language,
    }).unwrap()
  const submit = useSubmit(form, call, (answer) => {
    storedDraft.remove()
    arrive(answer)
  })
  const sent_to = sender.sentTo ?? draft.sent_to
  const keep = () => keepDraft({ ...form.getFieldsValue(), sent_to })

  useEffect(() => {
    if (!sender.sentTo) return
    keepDraft({ ...form.getFieldsValue(), sent_to: sender.sentTo })
    form.getFieldInstance('code')?.focus()
  }, [sender.sentTo, isOpen, form])

  const begin = async () => {
    if (await sender.send()) setOpen(true)
  }
  return (
    <Form
      form={form}
      name="register"
      layout="vertical"
      requiredMark={false}
      validateTrigger="onBlur"
      initialValues={{ account_type: 1, newsletter: false, ...draft }}
      scrollToFirstError={{ focus: true }}
      onValuesChange={keep}
      onFinish={isOpen ? submit : begin}
    >
      <Form.Item name="email" label={t('session.email')} rules={[zodRule(Rules.shape.email)]}>
        <Input type="email" autoComplete="email" inputMode="email" />
      </Form.Item>
      {isOpen ? <RegisterDetails sender={sender} /> : null}
      <Button
        type="primary"
        htmlType="submit"
        size="large"
        block
        loading={isOpen ? isLoading : sender.isLoading}
      >
        {t(isOpen ? 'session.submitRegister' : 'session.sendCode')}
      </Button>
    </Form>
  )
}
