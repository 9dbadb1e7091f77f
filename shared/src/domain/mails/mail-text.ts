/** A variable of a mail's text, for instance `{{name}}`. */
const VARIABLE = /\{\{(\w+)\}\}/g
/** What is left of a variable that is not written right: braces that open or close nothing, or those of a Chinese keyboard. */
const BROKEN = /\{\{[^{}\n]{0,30}\}?|[^\s{}]{0,30}\}\}|｛｛[^｝\n]{0,30}/
const BRACES = /[{}｛｝]/g

/** Names of the variables of a text, each once. */
export const variablesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name)),
]

/** Puts values in the place of variables; a value is not read for variables again. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(VARIABLE, (_, name: string) => values[name] ?? '')

/** Sentences about the variables of a text that it may not have or that are not written right, each naming it. */
export function wrongVariables(text: string, allowed: readonly string[]): string[] {
  const unknown = variablesOf(text).filter((name) => !allowed.includes(name))
  const broken = BROKEN.exec(text.replaceAll(VARIABLE, ''))?.[0].replaceAll(BRACES, '').trim()
  return [
    ...unknown.map((name) => `{{${name}}} is not a variable of this mail`),
    ...(broken === undefined
      ? []
      : [`{{${broken}}} is not written right: use two braces on each side`]),
  ]
}

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

/** Who a broadcast goes to: a closed list, so that what it is for is known. */
export const AUDIENCES = ['drafts', 'unpaid', 'corrections', 'no_package', 'jurors'] as const
export type Audience = (typeof AUDIENCES)[number]

const OF_ENTRANTS = ['name', 'entry', 'count', 'deadline', 'edition', 'programme'] as const

/**
 * Variables of a broadcast: `entry` names the works, `count` says how many, `deadline` is the date until which to act.
 * Mails to jurors cannot name a work, since a mail is read by more people than its reader.
 */
export const broadcastVariables = (audience: Audience): readonly string[] =>
  audience === 'jurors' ? OF_ENTRANTS.filter((name) => name !== 'entry') : OF_ENTRANTS

/** Where a broadcast stands: a draft is edited, a stopped one can be gone on with. */
export const BROADCAST_STATES = ['draft', 'scheduled', 'sending', 'stopped', 'done'] as const
export type BroadcastState = (typeof BROADCAST_STATES)[number]

/** Why somebody of the audience is not written to. */
export const SKIP_REASONS = ['opted_out', 'bounced', 'left'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]
