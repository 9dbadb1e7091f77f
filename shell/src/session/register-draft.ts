import { z } from 'zod'

const KEY = 'registration'
const word = z.string().max(254).optional()

/*
 * A phone often throws the page away while its owner reads the code in the mail. What was written
 * comes back in this tab: neither the password nor the consent, which are given anew.
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
export type Draft = z.infer<typeof Draft>

/** What was written in this tab before; nothing where the browser forbids to keep it. */
export function readDraft(): Draft {
  try {
    return Draft.parse(JSON.parse(sessionStorage.getItem(KEY) ?? '{}'))
  } catch {
    return {}
  }
}

export function keepDraft(draft: object) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Draft.parse(draft)))
  } catch {
    // A browser that keeps nothing only loses the convenience.
  }
}

export function forgetDraft() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // There is nothing to forget where nothing can be kept.
  }
}
