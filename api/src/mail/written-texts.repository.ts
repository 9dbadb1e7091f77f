import type { Language, MailParts } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** A save of a mail's text; without parts it led back to the text of the release. */
export type WrittenText = {
  id: string
  template: string
  language: Language
  parts: MailParts | null
  changed_by: string
  changed_at: Date
}

type Save = {
  template: string
  language: Language
  parts: MailParts | null
  by: string
  at: Date
}

const VERSIONS_SHOWN = 60

/** The table `mail_texts`: what organisers have written in the place of the release's texts. */
export const writtenTexts = (db: Db) => ({
  /** The text that is sent in a language; undefined where it is that of the release. */
  async of(template: string, language: Language): Promise<MailParts | undefined> {
    const { rows } = await sql<{ parts: MailParts | null }>`
      select parts from mail_texts where template = ${template} and language = ${language}
      order by id desc limit 1`.execute(db)
    return rows[0]?.parts ?? undefined
  },

  /** The newest save of each mail and language. */
  async current(): Promise<WrittenText[]> {
    const { rows } = await sql<WrittenText>`
      select distinct on (one.template, one.language) one.id, one.template, one.language, one.parts,
        one.changed_at, concat_ws(' ', author.first_name, author.last_name) as changed_by
      from mail_texts one join users author on author.id = one.changed_by
      order by one.template, one.language, one.id desc`.execute(db)
    return rows
  },

  /** The saves of a mail, the newest first. */
  async versions(template: string): Promise<WrittenText[]> {
    const { rows } = await sql<WrittenText>`
      select one.id, one.template, one.language, one.parts, one.changed_at,
        concat_ws(' ', author.first_name, author.last_name) as changed_by
      from mail_texts one join users author on author.id = one.changed_by
      where one.template = ${template} order by one.id desc limit ${VERSIONS_SHOWN}`.execute(db)
    return rows
  },

  /** Lets one save of a mail wait for the other. */
  async lock(template: string) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`mail_texts ${template}`}, 0))`.execute(
      db,
    )
  },

  async add({ template, language, parts, by, at }: Save) {
    await db
      .insertInto('mail_texts')
      .values({
        template,
        language,
        parts: parts && JSON.stringify(parts),
        changed_by: by,
        changed_at: at,
      })
      .execute()
  },

  /** What mails say about an entry, from the one that was handed in last. */
  async newestEntry(): Promise<Record<string, string>> {
    const { rows } = await sql<Record<string, string>>`
      select entry.title, entry.entry_no, entry.id::text as apply_order_id, owner.email,
        concat_ws(' ', owner.first_name, owner.last_name) as name
      from apply_orders entry join users owner on owner.id = entry.user_id
      where entry.submitted_at is not null and owner.status = 'active'
      order by entry.submitted_at desc limit 1`.execute(db)
    return rows[0] ?? {}
  },
})
