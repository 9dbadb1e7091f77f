import { sql, type RawBuilder } from 'kysely'
import type { BroadcastFigures, BroadcastTexts } from '@awards/shared/contract'
import {
  EDITION_STATUS,
  ASSIGNMENT_STATUS,
  ENTRY_FEE_STATUS,
  WINNER_FEE_STATUS,
  type Audience,
  type BroadcastState,
  type Language,
  type SkipReason,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { statusList } from '../../db/status-list.repository.ts'
import type { MailOutcome } from '../../mail/mail-texts.ts'
import { statusSql } from '../entries/entry-status.repository.ts'

export type BroadcastRecord = {
  id: string
  audience: Audience
  edition_id: string
  category_id: string | null
  language: Language | null
  texts: BroadcastTexts
  state: BroadcastState
  version: number
  starts_at: Date | null
  done_at: Date | null
  changed_at: Date
}

/** A broadcast with the names of what it is about. */
export type NamedBroadcast = BroadcastRecord & {
  edition_code: string
  edition_name: unknown
  category_code: string | null
  category_name: unknown
  changed_by: string
}

type BroadcastValues = Pick<
  BroadcastRecord,
  'audience' | 'edition_id' | 'category_id' | 'language' | 'texts'
>
type Named = { id: string; code: string; name: unknown }
type Change = { state: BroadcastState; starts_at?: Date | null; done_at?: Date }

const SHOWN = 100

/** Broadcasts and who they reach. */
export const broadcastsRepository = (db: Db) => ({
  /** One broadcast, or the newest, whatever is under way first. */
  async list(id?: string): Promise<NamedBroadcast[]> {
    const { rows } = await sql<NamedBroadcast>`
      select broadcast.*, edition.code as edition_code, edition.name as edition_name,
        category.code as category_code, category.name as category_name,
        concat_ws(' ', author.first_name, author.last_name) as changed_by
      from broadcasts broadcast
      join editions edition on edition.id = broadcast.edition_id
      join users author on author.id = broadcast.changed_by
      left join categories category on category.id = broadcast.category_id
      where ${id ?? null}::bigint is null or broadcast.id = ${id ?? null}::bigint
      order by (broadcast.state = 'done'), broadcast.changed_at desc, broadcast.id desc
      limit ${SHOWN}`.execute(db)
    return rows
  },

  lock: (id: string): Promise<BroadcastRecord | undefined> =>
    db
      .selectFrom('broadcasts')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .$castTo<BroadcastRecord>()
      .executeTakeFirst(),

  async add({ texts, ...values }: BroadcastValues, by: string, at: Date): Promise<string> {
    const { id } = await db
      .insertInto('broadcasts')
      .values({ ...values, texts: JSON.stringify(texts), changed_by: by, changed_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async put(id: string, { texts, ...values }: BroadcastValues, by: string, at: Date) {
    await db
      .updateTable('broadcasts')
      .set({
        ...values,
        texts: JSON.stringify(texts),
        changed_by: by,
        changed_at: at,
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .execute()
  },

  async setState(id: string, change: Change) {
    await db
      .updateTable('broadcasts')
      .set({ ...change, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
  },

  async remove(id: string) {
    await db.deleteFrom('broadcasts').where('id', '=', id).execute()
  },

  /** Editions and categories that a broadcast may be about, the newest edition first. */
  async choices(): Promise<{ editions: (Named & { is_open: boolean })[]; categories: Named[] }> {
    const { rows: editions } = await sql<Named & { is_open: boolean }>`
      select id, code, name, status = ${EDITION_STATUS.open} and opens_at <= now() as is_open
      from editions order by opens_at desc, id desc`.execute(db)
    const { rows: categories } = await sql<Named>`
      select id, code, name from categories order by sort, id`.execute(db)
    return { editions, categories }
  },

  /** Ids of broadcasts that have something to do, in the order in which they began. */
  async due(now: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from broadcasts where state in ('scheduled', 'sending') and starts_at <= ${now}
      order by starts_at, id`.execute(db)
    return rows.map(({ id }) => id)
  },

  /** Mails of broadcasts that left the queue since a moment, and how many of all have not reached the mail server. */
  async pace(since: Date): Promise<{ queued: number; unsent: number }> {
    const { rows } = await sql<{ queued: number; unsent: number }>`
      select (select count(*)::int from broadcast_recipients where queued_at > ${since}) as queued,
        (select count(*)::int from broadcast_recipients where state = 'queued') as unsent`.execute(
      db,
    )
    return rows[0] ?? { queued: 0, unsent: 0 }
  },

  /** Some of the people who wait for their mail, locked until the transaction ends. */
  async waiting(id: string, most: number): Promise<string[]> {
    const { rows } = await sql<{ user_id: string }>`
      select user_id from broadcast_recipients where broadcast_id = ${id} and state = 'waiting'
      order by user_id limit ${most} for update skip locked`.execute(db)
    return rows.map(({ user_id }) => user_id)
  },

  async skip(id: string, people: ReadonlyMap<string, SkipReason>) {
    await sql`
      update broadcast_recipients one set state = 'skipped', skipped_for = why.reason
      from unnest(${[...people.keys()]}::bigint[], ${[...people.values()]}::text[]) why (user_id, reason)
      where one.broadcast_id = ${id} and one.user_id = why.user_id`.execute(db)
  },

  /** Notes that the mails of people are in the outbox, which has one for each key. */
  async queued(id: string, people: readonly string[], at: Date) {
    await sql`
      update broadcast_recipients one set state = 'queued', queued_at = ${at}, mail_id = mail.id
      from mail_outbox mail
      where one.broadcast_id = ${id} and one.user_id = any(${[...people]}::bigint[])
        and mail.dedupe_key = 'broadcast:' || one.broadcast_id || ':' || one.user_id`.execute(db)
  },

  async settle(mailId: string, outcome: MailOutcome) {
    await sql`update broadcast_recipients set state = ${outcome} where mail_id = ${mailId}`.execute(
      db,
    )
  },

  /** What became of the people of each broadcast; one without people has no figures. */
  async figures(ids: readonly string[]): Promise<Map<string, BroadcastFigures>> {
    const { rows } = await sql<FigureRow & { id: string }>`
      select one.broadcast_id as id, count(*)::int as people,
        (count(*) filter (where one.state = 'waiting'))::int as waiting,
        (count(*) filter (where one.state = 'queued'))::int as underway,
        (count(*) filter (where one.state = 'queued' and mail.attempts > 0))::int as failing,
        (count(*) filter (where one.state = 'sent'))::int as sent,
        (count(*) filter (where one.state = 'bounced'))::int as bounced_mails,
        (count(*) filter (where one.state = 'lost'))::int as lost,
        (count(*) filter (where one.skipped_for = 'opted_out'))::int as opted_out,
        (count(*) filter (where one.skipped_for = 'bounced'))::int as bounced,
        (count(*) filter (where one.skipped_for = 'left'))::int as left
      from broadcast_recipients one
      left join mail_outbox mail on mail.id = one.mail_id and one.state = 'queued'
      where one.broadcast_id = any(${[...ids]}::bigint[]) group by one.broadcast_id`.execute(db)
    return new Map(rows.map(({ id, ...row }) => [id, toFigures(row)]))
  },

  /** Ends mails to an account that the contract does not need; false if there is no such account. */
  async stopMails(userId: string, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ mails_stopped_at: at })
      .where('id', '=', userId)
      .where('status', '<>', 'erased')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

type FigureRow = Omit<BroadcastFigures, 'skipped' | 'bounced'> &
  Record<SkipReason | 'bounced_mails', number>

const toFigures = ({ opted_out, bounced, left, bounced_mails, ...row }: FigureRow) => ({
  ...row,
  bounced: bounced_mails,
  skipped: { opted_out, bounced, left },
})

const A = ASSIGNMENT_STATUS

/** An audience of an edition, narrowed by category and by the language of the account. */
export type AudienceOf = {
  readonly audience: Audience
  readonly edition_id: string
  readonly category_id: string | null
  readonly language: string | null
}

/** Somebody of an audience, with what their mail says about them. */
export type Reader = {
  user_id: string
  email: string
  name: string
  language: Language
  /** Titles of the works that the mail is about, the oldest first; none for jurors. */
  titles: string[]
  count: number
  /** The first of their own deadlines; null where the edition's holds. */
  deadline: Date | null
  /** Level of a juror; null for entrants. */
  level: 2 | 3 | null
  is_stopped: boolean
  is_bounced: boolean
}

const worksOf = (now: Date): Record<Exclude<Audience, 'jurors'>, RawBuilder<unknown>> => ({
  drafts: sql`entry.entry_status = ${statusSql('draft')}`,
  // Who has announced a transfer, or pays just now, is not asked again.
  unpaid: sql`entry.entry_status = ${statusSql('submitted')} and entry.entry_fee_status = ${statusList(ENTRY_FEE_STATUS.unpaid)}`,
  // As `isEditable`: who can no longer correct is not asked to.
  corrections: sql`entry.entry_status = ${statusSql('correction_requested')}
    and (entry.correction_due_at is null or entry.correction_due_at >= ${now})`,
  // Before the job ends an offer, its time is over all the same.
  no_package: sql`entry.entry_status = ${statusSql('awarded')}
    and entry.winner_fee_status = ${statusList(WINNER_FEE_STATUS.offered)}
    and (entry.offer_expires_at is null or entry.offer_expires_at > ${now})`,
})

const DEADLINE_OF: Record<Exclude<Audience, 'jurors'>, RawBuilder<unknown>> = {
  drafts: sql`null::timestamptz`,
  unpaid: sql`null::timestamptz`,
  corrections: sql`min(entry.correction_due_at)`,
  no_package: sql`min(entry.offer_expires_at)`,
}

/** SQL: one row for each account that an audience reaches. */
function reached(
  { audience, edition_id, category_id }: AudienceOf,
  now: Date,
): RawBuilder<unknown> {
  const inCategory = sql`(${category_id}::bigint is null or entry.category_id = ${category_id}::bigint)`
  if (audience === 'jurors') {
    return sql`
      select juror.user_id, '{}'::text[] as titles, count(*)::int as count, null::timestamptz as deadline,
        juror.level, not juror.wants_reminders as is_stopped
      from jurors juror
      join assignments seat on seat.juror_id = juror.id and seat.level = juror.level
        and seat.status in ${statusList(A.assigned, A.opened, A.draft)}
      join apply_orders entry on entry.id = seat.apply_order_id and entry.edition_id = ${edition_id}
        and entry.entry_status = ${statusSql('in_judging')} and ${inCategory}
      where juror.is_active and juror.level in (2, 3) and juror.user_id is not null
        and not exists (select from conflicts clash where clash.apply_order_id = entry.id
          and clash.juror_id = juror.id and clash.state = 'standing')
      group by juror.id`
  }
  return sql`
    select entry.user_id, array_agg(entry.title order by entry.id) as titles, count(*)::int as count,
      ${DEADLINE_OF[audience]} as deadline, null::smallint as level, false as is_stopped
    from apply_orders entry
    where entry.edition_id = ${edition_id} and ${inCategory} and ${worksOf(now)[audience]}
    group by entry.user_id`
}

/** SQL: the people of an audience whose account is open; `only` narrows them. */
const peopleOf = (target: AudienceOf, now: Date, only = sql`true`) => sql`
  (select reached.*, person.email, person.language, concat_ws(' ', person.first_name, person.last_name) as name,
    reached.is_stopped or person.mails_stopped_at is not null as stopped,
    coalesce(person.bounced_email = person.email, false) as is_bounced
  from (${reached(target, now)}) reached join users person on person.id = reached.user_id
  where person.status = 'active' and ${only}
    and (${target.language}::text is null or person.language = ${target.language}::text)) reader`

type AudienceCounts = {
  people: number
  opted_out: number
  bounced: number
  languages: Record<Language, number>
}

/** Who an audience is at a moment. */
export const audienceRepository = (db: Db, now: Date) => ({
  async counts(target: AudienceOf): Promise<AudienceCounts> {
    const { rows } = await sql<Omit<AudienceCounts, 'languages'> & Record<Language, number>>`
      select count(*)::int as people,
        (count(*) filter (where stopped))::int as opted_out,
        (count(*) filter (where is_bounced and not stopped))::int as bounced,
        (count(*) filter (where language = 'en'))::int as en,
        (count(*) filter (where language = 'fr'))::int as fr,
        (count(*) filter (where language = 'zh'))::int as zh
      from ${peopleOf(target, now)}`.execute(db)
    const [{ people, opted_out, bounced, ...languages } = NOBODY] = rows
    return { people, opted_out, bounced, languages }
  },

  /** Those of the given accounts who are in the audience still, or its first person. */
  async readers(target: AudienceOf, which: readonly string[] | 'first'): Promise<Reader[]> {
    const only = which === 'first' ? sql`true` : sql`reached.user_id = any(${[...which]}::bigint[])`
    const { rows } = await sql<Reader>`
      select user_id, email, name, language, titles, count, deadline, level, stopped as is_stopped, is_bounced
      from ${peopleOf(target, now, only)}
      order by stopped or is_bounced, user_id ${which === 'first' ? sql`limit 1` : sql``}`.execute(
      db,
    )
    return rows
  },

  /** Writes everybody of the audience down as a person of the broadcast, once. */
  async writeDown(broadcastId: string, target: AudienceOf) {
    await sql`
      insert into broadcast_recipients (broadcast_id, user_id)
      select ${broadcastId}, user_id from ${peopleOf(target, now)}
      on conflict do nothing`.execute(db)
  },
})

const NOBODY = { people: 0, opted_out: 0, bounced: 0, en: 0, fr: 0, zh: 0 }
