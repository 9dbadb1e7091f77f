import { LANGUAGES, type Language } from '@awards/shared/domain'
import type { Db } from '../db/database.ts'
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import zh from './locales/zh.json' with { type: 'json' }

/** Names of the mails; each is a key of the three catalogues. */
export type MailTemplate = Exclude<keyof typeof en, 'frame' | 'words'>

/** Parts of a mail with `{{placeholders}}`. */
export type MailText = {
  readonly subject: string
  readonly title: string
  readonly body: string
  /** First line, in place of the usual one. */
  readonly greeting?: string
  /** Preview text that mail clients show after the subject; default: the body. */
  readonly preheader?: string
  readonly code?: string
  /** Table: rows separated by newlines, columns by tabs. */
  readonly list?: string
  /** Shown below the list; omitted if one of its values is empty. */
  readonly total?: string
  /** What happens next, in order. */
  readonly steps?: readonly string[]
  readonly action?: string
  readonly link?: string
  readonly note?: string
  /** `text` for a mail that has no HTML. */
  readonly format?: string
}

type Catalogue = {
  readonly frame: typeof en.frame
  readonly words: typeof en.words
} & Readonly<Record<MailTemplate, MailText>>

export const MAIL_TEXTS: Readonly<Record<Language, Catalogue>> = { en, fr, zh }

/** True for a known template; a row of the outbox may be from another release. */
export const isMailTemplate = (name: string): name is MailTemplate =>
  name !== 'frame' && name !== 'words' && Object.hasOwn(en, name)

export const MAIL_TEMPLATES: readonly MailTemplate[] = Object.keys(en).filter(isMailTemplate)

/** Names of the placeholders of a mail in all languages. */
export function placeholdersOf(template: MailTemplate): Set<string> {
  const texts = LANGUAGES.map((language) => JSON.stringify(MAIL_TEXTS[language][template]))
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '')),
  )
}

export type MailRequest = {
  readonly to: string
  readonly template: MailTemplate
  readonly language: Language
  readonly params: Readonly<Record<string, string | number>>
  /** Idempotency key: at most one mail per key is ever sent. */
  readonly dedupeKey?: string
}

/** What became of a mail: `lost` after too many attempts. */
export type MailOutcome = 'sent' | 'bounced' | 'lost'

/** Enqueues mails in an outbox; pass the transaction of the change that the mail reports. */
export type Mail = {
  enqueue(db: Db, request: MailRequest): Promise<void>
  /** Enqueues many mails in two statements. */
  enqueueMany(db: Db, requests: readonly MailRequest[]): Promise<void>
  /** Writes down a notice about a mail that was sent: `hard` if its address takes none. False if there is no such mail. */
  cameBack(mailId: string, kind: 'hard' | 'soft', reason: string): Promise<boolean>
  /** Tells what becomes of the mails of a template, in the transaction that writes it down. */
  follow(
    template: MailTemplate,
    tell: (trx: Db, mailId: string, outcome: MailOutcome) => Promise<unknown>,
  ): void
}
