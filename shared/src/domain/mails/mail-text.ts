import { variablesOf, wrongVariables } from './variables.ts'

/** Parts of a mail that an organiser may write; its link, code and list stay those of the release. */
export const MAIL_PARTS = ['subject', 'title', 'body', 'action', 'note'] as const
export type MailPart = (typeof MAIL_PARTS)[number]
/** The parts of a mail; one that the mail does not have is left out. */
export type MailParts = { readonly [part in MailPart]?: string }

/** Variables that make a mail kinder to read and may be left out; every other one says what the reader has to know. */
const OPTIONAL = ['name', 'title', 'programme', 'entry_no', 'count', 'site', 'home']

const textOf = (parts: MailParts) => MAIL_PARTS.map((part) => parts[part] ?? '').join('\n')

/** Variables that a text has to keep: those of the original but for the optional ones. */
export const requiredVariables = (original: MailParts): string[] =>
  variablesOf(textOf(original)).filter((name) => !OPTIONAL.includes(name))

/** What is wrong with each part of a text: empty, too much of a language, an unknown or a missing variable. */
export function wrongParts(
  parts: MailParts,
  original: MailParts,
  allowed: readonly string[],
): Partial<Record<MailPart, string[]>> {
  const wrong: Partial<Record<MailPart, string[]>> = {}
  const refuse = (part: MailPart, sentence: string) => (wrong[part] ??= []).push(sentence)
  for (const part of MAIL_PARTS) {
    if (original[part] === undefined) continue
    const text = parts[part] ?? ''
    if (!text.trim()) refuse(part, 'Fill in this field')
    for (const sentence of wrongVariables(text, allowed)) refuse(part, sentence)
  }
  const kept = variablesOf(textOf(parts))
  for (const name of requiredVariables(original)) {
    const part = MAIL_PARTS.findLast((one) => variablesOf(original[one] ?? '').includes(name))
    if (!kept.includes(name))
      refuse(part ?? 'body', `{{${name}}} is missing, and the reader needs it`)
  }
  return wrong
}
