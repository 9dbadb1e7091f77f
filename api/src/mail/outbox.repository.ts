import { sql, type Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { MailOutbox } from '../db/schema.gen.ts'
import type { MailRequest, MailTemplate } from './mail-texts.ts'
import type { Language, MailParts } from '@awards/shared/domain'

/** Attempts after which a mail counts as lost. */
export const MAX_ATTEMPTS = 200

/** Notices of a new address, to it and to the one before. Erasure and copy of data find former addresses by them. */
export const ADDRESS_NOTICES = ['email_changed', 'email_corrected'] satisfies MailTemplate[]

/** SQL: the templates as literals, for which PostgreSQL uses the partial index `mail_outbox_notices`. */
const NOTICES = sql`(${sql.join(ADDRESS_NOTICES.map((template) => sql.lit(template)))})`

/** SQL: the last notice before `held.until` that an account has taken `held.address`, with the address that it had before. */
const LAST_CHANGE = sql`lateral (
  select notice.recipient as former, notice.created_at as since from mail_outbox notice
  where notice.template in ${NOTICES} and notice.params ->> 'email' = held.address
    and notice.recipient <> held.address and notice.created_at <= held.until
  order by notice.created_at desc, notice.id desc limit 1) change`

/**
 * SQL, after `with recursive`: the table `own`, an account's address and its former ones, each with the times when the
 * account took it (null where no notice says so) and gave it up. Mails that an address got before or after are those of
 * another owner, and so are changes to it before the last.
 */
export const ownAddresses = (email: string) => sql`
  own (address, until, former, since) as (
    select held.*, change.* from (values (${email}::text, 'infinity'::timestamptz)) held (address, until)
    left join ${LAST_CHANGE} on true
    union
    select held.*, change.* from own
    cross join lateral (values (own.former, own.since)) held (address, until)
    left join ${LAST_CHANGE} on true
    where own.former is not null
  )`

export type OutboxRow = Selectable<MailOutbox>

/** The table `mail_outbox`, for the pool or a transaction. */
export const outboxRepository = (db: Db) => ({
  /** Adds a mail and returns its id; undefined if its `dedupeKey` exists. */
  async add({ to, template, language, params, dedupeKey }: MailRequest) {
    const row = await db
      .insertInto('mail_outbox')
      .values({
        recipient: to,
        template,
        language,
        params: JSON.stringify(params),
        dedupe_key: dedupeKey ?? null,
      })
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    return row?.id
  },

  /** Adds mails and returns the ids of those whose `dedupeKey` did not exist. */
  async addMany(requests: readonly MailRequest[]): Promise<string[]> {
    if (requests.length === 0) return []
    const { rows } = await sql<{ id: string }>`
      insert into mail_outbox (recipient, template, language, params, dedupe_key)
      select * from unnest(${requests.map(({ to }) => to)}::text[],
        ${requests.map(({ template }) => template)}::text[],
        ${requests.map(({ language }) => language)}::text[],
        ${requests.map(({ params }) => JSON.stringify(params))}::jsonb[],
        ${requests.map(({ dedupeKey }) => dedupeKey ?? null)}::text[])
      on conflict (dedupe_key) do nothing returning id`.execute(db)
    return rows.map(({ id }) => id)
  },

  find: (id: string): Promise<OutboxRow | undefined> =>
    db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Marks a mail as sent, and deletes its values (codes, names). The address takes mail, whatever it did before. */
  async sent(id: string, to: string, at: Date) {
    await settle(db, id, { sent_at: at, last_error: null })
    await sql`update users set bounced_email = null where bounced_email = ${to}`.execute(db)
  },

  /** Gives a mail up, deletes its values, and marks the address on the account that has it. */
  async bounced(id: string, to: string, at: Date, reason: string) {
    await settle(db, id, { bounced_at: at, last_error: reason })
    await sql`update users set bounced_email = email where email = ${to}`.execute(db)
  },

  /** Counts a notice that a mail which was sent is late, or was refused for a reason that may pass. */
  async late(id: string, reason: string) {
    await db
      .updateTable('mail_outbox')
      .set({ soft_bounces: sql`soft_bounces + 1`, last_error: reason })
      .where('id', '=', id)
      .execute()
  },

  async failed(id: string, reason: string) {
    await db
      .updateTable('mail_outbox')
      .set({ attempts: sql`attempts + 1`, last_error: reason })
      .where('id', '=', id)
      .execute()
  },
})

type Settled = { last_error: string | null; sent_at?: Date; bounced_at?: Date }

/** Of a settled mail's values: the new address of a notice stays, codes and names are not needed any more. */
const KEPT_PARAMS = sql<string>`case when template = any(${ADDRESS_NOTICES}::text[]) and params ? 'email'
  then jsonb_build_object('email', params -> 'email') else '{}' end`

/** Ends the way of a mail through the outbox. */
const settle = (db: Db, id: string, how: Settled) =>
  db
    .updateTable('mail_outbox')
    .set({ ...how, params: KEPT_PARAMS })
    .where('id', '=', id)
    .execute()

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

  /** What mails say about an entry, from the one that was submitted last. */
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
