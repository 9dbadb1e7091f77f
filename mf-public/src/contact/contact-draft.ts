import { storedJson } from '@awards/shared/browser/store'
import { ContactForm } from '@awards/shared/domain'
import { BusinessError, clientHost, failureOf, type SubmittedForm } from '@awards/shared/client'

export const CONTACT_FIELDS = ['name', 'email', 'subject', 'message'] as const
type ContactField = (typeof CONTACT_FIELDS)[number]
type ContactDraft = Partial<Record<ContactField, string>>

/** The text fields of a stored draft. */
function draftOf(stored: unknown): ContactDraft {
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    CONTACT_FIELDS.flatMap((field) => {
      const value = (stored as Record<string, unknown>)[field]
      return typeof value === 'string' ? [[field, value]] : []
    }),
  )
}

/** The unsent message of this tab: neither a reload nor a failure loses it. */
export const contactDraft = storedJson('contact-draft', 'sessionStorage', draftOf)

/** Reads the form's values as the input of the call. */
export function messageOf(form: HTMLFormElement): ContactForm {
  const values = new FormData(form)
  const textOf = (name: string) => String(values.get(name) ?? '')
  return {
    name: textOf('name'),
    email: textOf('email'),
    subject: textOf('subject'),
    message: textOf('message'),
    website: textOf('website'),
  }
}

/** Error messages by field, in the current language. */
export type ContactErrors = Partial<Record<ContactField, string>>

const isField = (name: unknown): name is ContactField =>
  CONTACT_FIELDS.some((field) => field === name)

/** Validates a message with the schema that the server uses too. */
export function errorsOf(message: unknown): ContactErrors {
  const result = ContactForm.safeParse(message)
  const errors: ContactErrors = {}
  for (const { path, message: sentence } of result.error?.issues ?? []) {
    const [field] = path
    if (isField(field)) errors[field] ??= clientHost().translate(sentence)
  }
  return errors
}

/** Why the server refused a message. */
export type Refusal = {
  errors: ContactErrors
  /** A refusal of no field in particular. */
  sentence: string | undefined
  /** Seconds after which it can be tried again. */
  retryAfter: number | undefined
}

/** Reads a failed call: messages for fields, a time to wait, or that the server was not reached. */
export function refusalOf(error: unknown): Refusal {
  const failure = failureOf(error)
  const none = { errors: {}, sentence: undefined, retryAfter: undefined }
  if (failure.kind === 'transport') {
    return { ...none, sentence: clientHost().translate(failure.msg) }
  }
  if (typeof failure.msg !== 'string') {
    const errors: ContactErrors = {}
    const others: string[] = []
    for (const [name, messages] of Object.entries(failure.msg)) {
      const sentences = messages.map((message) => clientHost().translate(message)).join(' ')
      if (isField(name)) errors[name] = sentences
      else others.push(sentences)
    }
    return { ...none, errors, sentence: others.join(' ') || undefined }
  }
  const wait = failure.data?.['retry_after']
  if (failure.code === 429 && typeof wait === 'number') return { ...none, retryAfter: wait }
  return { ...none, sentence: clientHost().translate(failure.msg) }
}

/** Why the server refused a message that the browser has sent itself. */
export function submittedRefusal(before: SubmittedForm | undefined): Refusal | undefined {
  if (!before?.refusal) return undefined
  const { code, msg, data } = before.refusal
  // A time of day needs the visitor's zone, which the server does not know: the sentence says how long to wait.
  return { ...refusalOf(new BusinessError(code, msg, data && { ...data, retry_after: undefined })) }
}
