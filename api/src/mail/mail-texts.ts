import type { Language } from '@awards/shared/domain'
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import zh from './locales/zh.json' with { type: 'json' }

/** Mails that the site sends; each is a key of the three catalogues. */
export type MailTemplate = Exclude<keyof typeof en, 'frame'>

/** Parts of a mail; all but subject, title and body may be missing. */
export type MailText = {
  readonly subject: string
  readonly title: string
  readonly body: string
  readonly code?: string
  readonly action?: string
  readonly link?: string
  readonly note?: string
  /** `text` for a mail that has no HTML. */
  readonly format?: string
}

type Catalogue = { readonly frame: typeof en.frame } & Readonly<Record<MailTemplate, MailText>>

export const MAIL_TEXTS: Readonly<Record<Language, Catalogue>> = { en, fr, zh }

/** True for a template of the catalogues; a row of the outbox may be older than the code. */
export const isMailTemplate = (name: string): name is MailTemplate =>
  name !== 'frame' && Object.hasOwn(en, name)
