import { ENTRY_STATUS, OUT_OF_COMPETITION, type AccountRight } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { statusList } from '../../db/status-list.repository.ts'
import { isJudgingOpen } from '../../http/actor.repository.ts'
import { entriesOpenTo } from '../studios/studio-members.repository.ts'

type Member = {
  user_id: string
  name: string
  email: string
  is_resting: boolean
  rights: { right: AccountRight; given_by: string | null; given_at: string }[]
}

/** The rights of accounts, `account_rights`. */
export const accountRightsRepository = (db: Db) => ({
  /** Everybody who holds a right, by name. */
  async members(): Promise<Member[]> {
    const { rows } = await sql<Member>`
      select person.id as user_id, person.first_name || ' ' || person.last_name as name, person.email,
        exists (select from jurors seat where seat.user_id = person.id and seat.is_active)
          and ${isJudgingOpen} as is_resting,
        jsonb_agg(jsonb_build_object('right', held.name,
          'given_by', giver.first_name || ' ' || giver.last_name,
          'given_at', to_char(held.given_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by held.name desc) as rights
      from account_rights held
      join users person on person.id = held.user_id and person.status = 'active'
      left join users giver on giver.id = held.given_by
      group by person.id order by name, person.id`.execute(db)
    return rows
  },

  /** Whether the account sits on the jury while judging is open. */
  async judges(userId: string): Promise<boolean> {
    const { rows } = await sql<{ judges: boolean }>`
      select exists (select from jurors seat where seat.user_id = ${userId} and seat.is_active)
        and ${isJudgingOpen} as judges`.execute(db)
    return rows[0]?.judges === true
  },

  /** Numbers of the works, own ones and those of a studio, that take part in an edition whose results are not out. */
  async worksUnderWay(userId: string): Promise<string[]> {
    const rows = await db
      .selectFrom('apply_orders as entry')
      .innerJoin('editions as edition', 'edition.id', 'entry.edition_id')
      .select('entry.entry_no')
      .where(sql<boolean>`entry.id in ${entriesOpenTo(userId, 'view')}`)
      .where('entry.entry_status', '<', ENTRY_STATUS.awarded)
      .where(sql<boolean>`entry.entry_status not in ${statusList(...OUT_OF_COMPETITION)}`)
      .where('edition.results_published_at', 'is', null)
      .orderBy('entry.entry_no')
      .execute()
    return rows.map(({ entry_no }) => entry_no)
  },

  async give(userId: string, right: AccountRight, by: string | null, at: Date): Promise<boolean> {
    const given = await db
      .insertInto('account_rights')
      .values({ user_id: userId, name: right, given_by: by, given_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst()
    return given !== undefined
  },

  async take(userId: string, right: AccountRight): Promise<boolean> {
    const taken = await db
      .deleteFrom('account_rights')
      .where('user_id', '=', userId)
      .where('name', '=', right)
      .returning('name')
      .executeTakeFirst()
    return taken !== undefined
  },

  /**
   * Whether nobody else may organise. Locks everybody who may until the transaction ends, so that of two who go at once
   * the second counts as the last; locks nothing for an account without the right.
   */
  async isLastOrganiser(userId: string): Promise<boolean> {
    const { rows } = await sql<{ user_id: string }>`
      select held.user_id from account_rights held
      join users person on person.id = held.user_id and person.status = 'active'
      where held.name = 'organise' and exists (
        select from account_rights own where own.user_id = ${userId} and own.name = 'organise')
      order by held.user_id for update of held`.execute(db)
    return rows.length === 1 && rows[0]?.user_id === userId
  },
})
