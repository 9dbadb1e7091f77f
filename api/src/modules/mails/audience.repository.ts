import {
  ASSIGNMENT_STATUS,
  ENTRY_FEE_STATUS,
  WINNER_FEE_STATUS,
  type Audience,
  type Language,
} from '@awards/shared/domain'
import { sql, type RawBuilder } from 'kysely'
import { statusList } from '../../db/status-list.repository.ts'
import type { Db } from '../../db/database.ts'
import { statusSql } from '../entries/entry-status.repository.ts'

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

export type AudienceCounts = {
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
