import type { ContactForm } from '@awards/shared/domain'

const KEY = 'contact-draft'
export const CONTACT_FIELDS = ['name', 'email', 'subject', 'message'] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]
export type ContactDraft = Partial<Record<ContactField, string>>

/** What was written and not sent in this tab. */
export function readDraft(): ContactDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      CONTACT_FIELDS.flatMap((field) => {
        const value = (kept as Record<string, unknown>)[field]
        return typeof value === 'string' ? [[field, value]] : []
      }),
    )
  } catch {
    return {}
  }
}

/** Keeps what is written until it is sent, so that neither a reload nor a failure loses it. */
export function keepDraft(draft: ContactDraft) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft))
  } catch {
    // Without storage the text lives as long as the page.
  }
}

export function forgetDraft() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // There was nothing to forget.
  }
}

/** What the form holds, as the call takes it. */
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
