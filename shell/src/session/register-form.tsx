import { storedJson } from '@awards/shared/browser/store'
import { useApiMutation } from '@awards/shared/client'
import { session } from '@awards/shared/calls'
import { RegisterForm as Rules, registerInput, sentFields } from '@awards/shared/domain'
import { useUnsavedWork } from '@awards/shared/session'
import { TextField } from '@awards/shared/ui/native/field'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { NativeForm, useNativeForm } from './native-form.tsx'
import { withoutOwnWords } from './password-fields.tsx'
import { RegisterDetails, RegisterSubmit } from './register-fields.tsx'
import { useFinishSignIn } from './redirect.ts'

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
  account_type: z.coerce.string().optional(),
  /** The address that a code was sent to. */
  sent_to: word,
})

const storedDraft = storedJson('registration', 'sessionStorage', (value) => Draft.parse(value))

/** Stores the fields of the draft alone: a value of another kind stores nothing. */
function keepDraft(values: object) {
  const { data } = Draft.safeParse(values)
  if (data) storedDraft.write(data)
}

const Registration = withoutOwnWords(Rules)

/** A new account. First the address alone, which gets a code; then the few things that are needed. */
export function RegisterForm() {
  const { t } = useTranslation('shell')
  const [register] = useApiMutation(session.register)
  const finish = useFinishSignIn()
  const [draft, setDraft] = useState<z.output<typeof Draft>>({})
  const isTouched = useRef(false)
  const form = useNativeForm({
    name: 'register',
    schema: Registration,
    input: registerInput,
    codeScene: 'register',
    async send(input) {
      const answer = await register(input).unwrap()
      storedDraft.remove()
      finish(answer)
    },
  })
  const { props, errors, before, code, setEmail } = form
  const { sentTo, setSentTo } = code
  const isOpen = sentTo !== undefined
  useUnsavedWork(() => isOpen && isTouched.current)
  const element = props.ref

  // The document is the same for everybody, so the draft of this tab comes after hydration.
  useEffect(() => {
    const stored = storedDraft.read()
    if (!stored) return
    const email = element.current?.elements.namedItem('email')
    if (stored.email && email instanceof HTMLInputElement && email.value === '') {
      email.value = stored.email
      setEmail(stored.email)
    }
    setDraft(stored)
    // Another address, typed before hydration, asks for a code of its own: its press must not become a registration.
    const typed = email instanceof HTMLInputElement ? email.value : ''
    if (typed === '' || typed === stored.sent_to) {
      setSentTo((already) => already ?? stored.sent_to)
    }
  }, [element, setSentTo, setEmail])

  const keep = () => {
    if (element.current) keepDraft({ ...sentFields(new FormData(element.current)) })
  }
  useEffect(() => {
    if (sentTo !== undefined) keep()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [sentTo])

  return (
    <NativeForm
      {...props}
      hasOtherSubmit={isOpen}
      onInput={(event) => {
        props.onInput(event)
        isTouched.current = true
        keep()
      }}
    >
      <TextField
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        label={t('session.email')}
        error={errors['email']}
        defaultValue={before.values['email']}
      />
      {isOpen ? <RegisterDetails form={form} values={{ ...draft, ...before.values }} /> : null}
      <RegisterSubmit form={form} isOpen={isOpen} />
    </NativeForm>
  )
}
