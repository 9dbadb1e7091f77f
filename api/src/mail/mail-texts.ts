import { LANGUAGES, type Language } from '@awards/shared/domain'
import type { Db } from '../db/database.ts'
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import zh from './locales/zh.json' with { type: 'json' }

/** Mails that the site sends; each is a key of the three catalogues. */
export type MailTemplate = Exclude<keyof typeof en, 'frame' | 'words'>

/** Parts of a mail; all but subject, title and body may be missing. */
type MailText = {
  readonly subject: string
  readonly title: string
  readonly body: string
  /** What a list of mails shows behind the subject; else it is the body. */
  readonly preheader?: string
  readonly code?: string
  /** Rows on lines, their columns parted by tabs. */
  readonly list?: string
  /** Stands below the list; left out where one of its values is empty. */
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

/** True for a template of the catalogues; a row of the outbox may be older than the code. */
export const isMailTemplate = (name: string): name is MailTemplate =>
  name !== 'frame' && name !== 'words' && Object.hasOwn(en, name)

export const MAIL_TEMPLATES: readonly MailTemplate[] = Object.keys(en).filter(isMailTemplate)

/** Values that a mail is filled with, whatever the language. */
export function marksOf(template: MailTemplate): Set<string> {
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
  /** One mail for one fact, however often the fact is reported. */
  readonly dedupeKey?: string
}

/** Mail leaves through an outbox: the row commits with the change that causes it. */
export type Mail = {
  enqueue(db: Db, request: MailRequest): Promise<void>
  /** The same for thousands of mails, in two statements. */
  enqueueMany(db: Db, requests: readonly MailRequest[]): Promise<void>
}
