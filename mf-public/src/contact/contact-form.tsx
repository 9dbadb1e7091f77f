import {
  setSubmittedForm,
  submittedForm,
  type SubmittedForm,
  useApiMutation,
} from '@awards/shared/client'
import { publicationAdded } from '@awards/shared/calls'
import { Button } from '@awards/shared/ui'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerRenderedForm } from '@awards/shared/forms/use-server-rendered-form'
import {
  CONTACT_FIELDS,
  contactDraft,
  messageOf,
  errorsOf,
  refusalOf,
  submittedRefusal,
  type ContactErrors,
  type Refusal,
} from './contact-draft.ts'
import { CONTACT_LENGTHS } from '@awards/shared/domain'
import { TextArea, TextField } from '@awards/shared/ui/native/field'
import styles from './contact.module.css'
import { useFormat, formatDate, useLanguage, visitorZone } from '@awards/shared/i18n'

type ContactFieldsProps = {
  errors: ContactErrors
  idOf: (field: string) => string
  /** What was sent before, and refused. */
  values: Readonly<Record<string, string>>
}

/** Who writes, and what. */
function ContactFields({ errors, idOf, values }: ContactFieldsProps) {
  const { t } = useTranslation('public')
  return (
    <>
      <TextField
        id={idOf('name')}
        name="name"
        label={t('contact.form.name')}
        error={errors.name}
        defaultValue={values['name']}
        autoComplete="name"
        maxLength={CONTACT_LENGTHS.name}
        required
      />
      <TextField
        id={idOf('email')}
        name="email"
        type="email"
        inputMode="email"
        label={t('contact.form.email')}
        hint={t('contact.form.emailHint')}
        error={errors.email}
        defaultValue={values['email']}
        autoComplete="email"
        maxLength={CONTACT_LENGTHS.email}
        required
      />
      <TextField
        id={idOf('subject')}
        name="subject"
        label={t('contact.form.subject')}
        error={errors.subject}
        defaultValue={values['subject']}
        maxLength={CONTACT_LENGTHS.subject}
        required
      />
      <TextArea
        id={idOf('message')}
        name="message"
        label={t('contact.form.message')}
        hint={t('contact.form.messageHint')}
        error={errors.message}
        defaultValue={values['message']}
        maxLength={CONTACT_LENGTHS.message}
        required
      />
      {/* Honeypot: hidden from people and from screen readers, so only a bot fills it in. */}
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor={idOf('website')}>Website</label>
        <input
          id={idOf('website')}
          name="website"
          type="text"
          tabIndex={-1}
          autoComplete="off"
          defaultValue=""
        />
      </div>
    </>
  )
}

type MessageSentProps = { receivedAt: string; email: string; onAnother: () => void }

/** Says that a message has arrived and what happens next. */
function MessageSent({ receivedAt, email, onAnother }: MessageSentProps) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div className={styles.sent} role="status" tabIndex={-1} ref={panel}>
      <h3 className={styles.sentTitle}>{t('contact.form.sent')}</h3>
      <p>{t('contact.form.sentAt', { date: date(receivedAt, 'datetime') })}</p>
      <p>{t('contact.form.next', { email })}</p>
      <p className={styles.another}>
        <Button onClick={onAnother}>{t('contact.form.another')}</Button>
      </p>
    </div>
  )
}

type NotSentProps = { refusal: Refusal; email: string }

/** Says why the message was refused, when to try again, and that the draft is still there. */
function NotSent({ refusal: { retryAfter, sentence }, email }: NotSentProps) {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  if (!sentence && retryAfter === undefined) return null
  /** On the visitor's own clock, which is the one they will look at. */
  const timeAfter = (seconds: number) =>
    formatDate(Math.ceil((now + seconds * 1000) / 60_000) * 60_000, language, visitorZone(), 'time')
  return (
    <div className={styles.notSent} role="alert">
      <p className={styles.notSentTitle}>{t('contact.form.notSent')}</p>
      <p>
        {retryAfter === undefined
          ? sentence
          : t('contact.form.tooMany', { time: timeAfter(retryAfter) })}
      </p>
      <p>
        {t('contact.form.kept')} <a href={`mailto:${email}`}>{email}</a>
      </p>
    </div>
  )
}

type ErrorSummaryProps = { errors: ContactErrors; idOf: (field: string) => string }

/** All that is wrong at once, each leading to its field. */
function ErrorSummary({ errors, idOf }: ErrorSummaryProps) {
  const { t } = useTranslation('public')
  const wrong = CONTACT_FIELDS.filter((field) => errors[field])
  if (wrong.length === 0) return null
  return (
    <div className={styles.summary} role="alert">
      <p className={styles.summaryTitle}>{t('contact.form.wrong', { count: wrong.length })}</p>
      <ul>
        {wrong.map((field) => (
          <li key={field}>
            <a
              href={`#${idOf(field)}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(idOf(field))?.focus()
              }}
            >
              {t(`contact.form.${field}`)}: {errors[field]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Sent = { receivedAt: string; email: string }

/** As in platform/src/site/forms. */
const FORM = 'contact'

/** The message that the browser has sent itself, because the application did not run yet. */
function sentBefore(before: SubmittedForm | undefined): Sent | undefined {
  const { answer, values } = before ?? {}
  if (typeof answer !== 'object' || answer === null || !('received_at' in answer)) return undefined
  return { receivedAt: String(answer.received_at), email: values?.['email'] ?? '' }
}

/** A message to the organiser. What is written stays until it has arrived. */
export function ContactForm({ email: organiser }: { email: string }) {
  const { t } = useTranslation('public')
  const id = useId()
  const idOf = (field: string) => `${id}-${field}`
  const language = useLanguage()
  const form = useServerRenderedForm((typed) => contactDraft.write(messageOf(typed)))
  const [before] = useState(() => submittedForm(FORM))
  const [send, { isLoading }] = useApiMutation(publicationAdded.sendMessage)
  const [errors, setErrors] = useState<ContactErrors>(() => submittedRefusal(before)?.errors ?? {})
  const [refusal, setRefusal] = useState(() => submittedRefusal(before))
  const [sent, setSent] = useState(() => sentBefore(before))

  useEffect(() => () => setSubmittedForm(undefined), [])
  useEffect(() => {
    const draft = contactDraft.read() ?? {}
    for (const field of CONTACT_FIELDS) {
      const control = form.current?.elements.namedItem(field)
      const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
      if (isText && control.value === '') control.value = draft[field] ?? ''
    }
  }, [sent, form])

  /** Shows the errors and focuses the first wrong field. */
  const complain = (wrong: ContactErrors) => {
    setErrors(wrong)
    const first = CONTACT_FIELDS.find((field) => wrong[field])
    if (first) document.getElementById(idOf(first))?.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isLoading) return
    const message = messageOf(event.currentTarget)
    contactDraft.write(message)
    setRefusal(undefined)
    const wrong = errorsOf(message)
    if (Object.keys(wrong).length > 0) return complain(wrong)
    try {
      const { received_at } = await send(message).unwrap()
      contactDraft.remove()
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
      data-hold=""
      className={styles.form}
      onInput={({ currentTarget }) => contactDraft.write(messageOf(currentTarget))}
      onSubmit={(event) => void submit(event)}
    >
      <input type="hidden" name="form" value={FORM} />
      <input type="hidden" name="language" value={language} />
      <ErrorSummary errors={errors} idOf={idOf} />
      <ContactFields errors={errors} idOf={idOf} values={before?.refusal ? before.values : {}} />
      {refusal && <NotSent refusal={refusal} email={organiser} />}
      <p className={styles.send}>
        <Button type="primary" htmlType="submit" loading={isLoading}>
          {t('contact.form.send')}
        </Button>
      </p>
    </form>
  )
}
