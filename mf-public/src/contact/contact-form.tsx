import { Button } from '@awards/shared/ui'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { usePublicSendMessageMutation } from '../public.api.ts'
import { useIsLive } from '../ui/use-is-live.ts'
import { CONTACT_FIELDS, forgetDraft, keepDraft, messageOf, readDraft } from './contact-draft.ts'
import { errorsOf, refusalOf, type ContactErrors, type Refusal } from './contact-errors.ts'
import { ContactFields } from './contact-fields.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { MessageSent } from './message-sent.tsx'
import { NotSent } from './not-sent.tsx'
import styles from './contact-form.module.css'

type Sent = { receivedAt: string; email: string }

/** A message to the organiser. What is written stays until it has arrived. */
export function ContactForm({ email: organiser }: { email: string }) {
  const { t } = useTranslation('public')
  const id = useId()
  const idOf = (field: string) => `${id}-${field}`
  const form = useRef<HTMLFormElement>(null)
  const isLive = useIsLive()
  const [send, { isLoading }] = usePublicSendMessageMutation()
  const [errors, setErrors] = useState<ContactErrors>({})
  const [refusal, setRefusal] = useState<Refusal>()
  const [sent, setSent] = useState<Sent>()

  useEffect(() => {
    const draft = readDraft()
    for (const field of CONTACT_FIELDS) {
      const control = form.current?.elements.namedItem(field)
      const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
      if (isText && control.value === '') control.value = draft[field] ?? ''
    }
  }, [sent])

  /** Shows what is wrong and leads to the first of it. */
  const complain = (wrong: ContactErrors) => {
    setErrors(wrong)
    const first = CONTACT_FIELDS.find((field) => wrong[field])
    if (first) document.getElementById(idOf(first))?.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isLoading) return
    const message = messageOf(event.currentTarget)
    keepDraft(message)
    setRefusal(undefined)
    const wrong = errorsOf(message)
    if (Object.keys(wrong).length > 0) return complain(wrong)
    try {
      const { received_at } = await send(message).unwrap()
      forgetDraft()
      setErrors({})
      setSent({ receivedAt: received_at, email: message.email.trim() })
    } catch (error) {
      const refused = refusalOf(error)
      setRefusal(refused)
      complain(refused.errors)
    }
  }

  if (sent) return <MessageSent {...sent} onAnother={() => setSent(undefined)} />
  return (
    <form
      ref={form}
      method="post"
      noValidate
      className={styles.form}
      onInput={({ currentTarget }) => keepDraft(messageOf(currentTarget))}
      onSubmit={(event) => void submit(event)}
    >
      <ErrorSummary errors={errors} idOf={idOf} />
      <ContactFields errors={errors} idOf={idOf} />
      {refusal && <NotSent refusal={refusal} email={organiser} />}
      <p className={styles.send}>
        {/* Before scripts run there is nobody to take the message in. */}
        <Button type="primary" htmlType="submit" disabled={!isLive} loading={isLoading}>
          {t('contact.form.send')}
        </Button>
      </p>
    </form>
  )
}
