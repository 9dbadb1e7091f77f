import { ENTRY_FEE_STATUS, ENTRY_STATUS, type Language } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export type OpenDraft = {
  user_id: string
  email: string
  language: Language
  entry_no: string
  title: string
  is_draft: boolean
  closes_at: Date
  timezone: string
}

/** What people have not finished while a call is open. */
export const remindersRepository = (db: Db) => ({
  openEditions: (now: Date) =>
    db
      .selectFrom('editions')
      .select(['id', 'closes_at'])
      .where('opens_at', '<=', now)
      .where('closes_at', '>', now)
      .execute(),

  /** Entries that are not handed in, or not paid for, of people who still have an account. */
  async openDrafts(editionId: string): Promise<OpenDraft[]> {
    const { rows } = await sql<OpenDraft>`
      select person.id as user_id, person.email, person.language, entry.entry_no, entry.title,
        entry.entry_status = ${ENTRY_STATUS.draft} as is_draft, edition.closes_at, edition.timezone
      from apply_orders entry
      join users person on person.id = entry.user_id
      join editions edition on edition.id = entry.edition_id
      where entry.edition_id = ${editionId} and person.status = 'active'
        and (entry.entry_status = ${ENTRY_STATUS.draft}
          or (entry.entry_status = ${ENTRY_STATUS.submitted}
            and entry.entry_fee_status = ${ENTRY_FEE_STATUS.unpaid}))
      order by person.id, entry.entry_no`.execute(db)
    return rows
  },
})
