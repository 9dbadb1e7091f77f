import type { DataRequestKind, DataRequestState, DataRequestWay } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** What a request begins with: how it came, when, and what the organiser notes. */
export type NewDataRequest = {
  user_id: string
  kind: Exclude<DataRequestKind, 'withdrawal'>
  way: DataRequestWay
  received_on: string
  note?: string
  by_user_id?: string | null
}

export type DataRequestRow = {
  id: string
  kind: DataRequestKind
  user_id: string
  is_erased: boolean
  person: string
  email: string
  way: DataRequestWay
  received_on: string
  due_on: string
  state: DataRequestState
  obstacle: string | null
  kept: string[]
  note: string
  by_whom: string | null
  ended_at: Date | null
}

const SHOWN = 200

/** Requests about personal data. Of one kind a person has at most one that is open. */
export const dataRequestsRepository = (db: Db) => ({
  /** Opens a request, or notes what is new about the open one: the month counts from the first that came. */
  async open({ user_id, kind, way, received_on, note = '', by_user_id = null }: NewDataRequest) {
    await sql`
      insert into data_requests as known (user_id, kind, way, received_on, note, by_user_id)
      values (${user_id}, ${kind}, ${way}, ${received_on}::date, ${note}, ${by_user_id})
      on conflict (user_id, kind) where state = 'open' do update set
        received_on = least(known.received_on, excluded.received_on),
        note = coalesce(nullif(excluded.note, ''), known.note),
        by_user_id = coalesce(excluded.by_user_id, known.by_user_id)`.execute(db)
  },

  /** Says of the open request why it could not be done yet. */
  async blocked(userId: string, kind: NewDataRequest['kind'], obstacle: string) {
    await db
      .updateTable('data_requests')
      .set({ obstacle })
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('state', '=', 'open')
      .execute()
  },

  async done(userId: string, kind: NewDataRequest['kind'], now: Date, kept: string[] = []) {
    await db
      .updateTable('data_requests')
      .set({ state: 'done', obstacle: null, kept, ended_at: now })
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('state', '=', 'open')
      .execute()
  },

  /** Closes an open request without doing it; undefined where it is open no more. */
  async refuse(id: string, note: string, by: string, now: Date): Promise<string | undefined> {
    const row = await db
      .updateTable('data_requests')
      .set({ state: 'refused', note, by_user_id: by, ended_at: now })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning('user_id')
      .executeTakeFirst()
    return row?.user_id
  },

  /** What an erased account leaves: that there was a request and what became of it, without a word about the person. */
  async forget(userId: string, now: Date) {
    await sql`update data_requests set note = '', ended_at = coalesce(ended_at, ${now}),
        state = case when state = 'open' then 'refused' else state end
      where user_id = ${userId}`.execute(db)
  },

  async removeBefore(before: Date) {
    await db.deleteFrom('data_requests').where('ended_at', '<', before).execute()
  },

  /**
   * Requests of a person or of all, what has to be answered first on top. A withdrawal from a contract is done once the
   * money is on its way back; the law gives fourteen days for that.
   */
  async list(userId: string | null): Promise<DataRequestRow[]> {
    const { rows } = await sql<DataRequestRow>`
      select request.*, person.status = 'erased' as is_erased,
        person.first_name || ' ' || person.last_name as person, person.email,
        organiser.first_name || ' ' || organiser.last_name as by_whom
      from (
        select id::text, kind, user_id, way, received_on, due_on, state, obstacle, kept, note, by_user_id, ended_at
        from data_requests
        union all
        select 'w' || given.id, 'withdrawal', given.user_id, 'account', given.received_at::date,
          (given.received_at + interval '14 days')::date,
          case when waits then 'open' else 'done' end, null, '{}', given.reference, null,
          case when not waits then given.received_at end
        from withdrawals given
        cross join lateral (select bool_or(back.status <> 'succeeded')
            and not bool_or(back.status = 'succeeded') as waits
          from refunds back where back.order_no = given.order_no
            and coalesce(back.apply_order_id, given.apply_order_id) = given.apply_order_id) money
      ) request
      join users person on person.id = request.user_id
      left join users organiser on organiser.id = request.by_user_id
      where ${userId}::bigint is null or request.user_id = ${userId}
      order by (request.state = 'open') desc,
        case when request.state = 'open' then request.due_on end, request.received_on desc, request.id desc
      limit ${SHOWN}`.execute(db)
    return rows
  },
})
