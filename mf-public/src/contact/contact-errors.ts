import { clientHost, failureOf } from '@awards/shared/client'
import { ContactForm } from '@awards/shared/domain'
import { CONTACT_FIELDS, type ContactField } from './contact-draft.ts'

/** What is wrong, by field, in the language on screen. */
export type ContactErrors = Partial<Record<ContactField, string>>

const isField = (name: unknown): name is ContactField =>
  CONTACT_FIELDS.some((field) => field === name)

/** What the rules say of a message; the server checks it by the same. */
export function errorsOf(message: unknown): ContactErrors {
  const result = ContactForm.safeParse(message)
  const errors: ContactErrors = {}
  for (const { path, message: sentence } of result.error?.issues ?? []) {
    const [field] = path
    if (isField(field)) errors[field] ??= clientHost().translate(sentence)
  }
  return errors
}

/** Why a message was not taken. */
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
