import type { Language } from '@awards/shared/domain'
import type { Db } from '../db/database.ts'
import type { MailTemplate } from './mail-texts.ts'

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
