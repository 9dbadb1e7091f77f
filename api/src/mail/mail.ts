import type { Language } from '@awards/shared/domain'
import type { Db } from '../db/database.ts'

export type MailRequest = {
  readonly to: string
  /** Key of the catalogues in `mail/locales`, for instance `verify_code`. */
  readonly template: string
  readonly language: Language
  readonly params: Record<string, string | number>
}

/** Mail leaves through an outbox: the row commits with the change that causes it. */
export type Mail = {
  enqueue(db: Db, request: MailRequest): Promise<void>
}
