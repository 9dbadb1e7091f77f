import { sql, type Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ProgrammeSchedules } from '../../../db/schema.gen.ts'
import { isJudgingOpen } from '../../../http/actor.repository.ts'

export type ScheduleRow = Selectable<ProgrammeSchedules>
/** Why drafts did not go live at their moment. */
export type ScheduleFailure = 'PLAN_OLD' | 'PHASE_CHANGED' | 'RIGHT_GONE' | 'REFUSED'
type NewSchedule = Pick<ScheduleRow, 'plan' | 'at' | 'scheduled_by' | 'scheduled_at'> & {
  phases: Readonly<Record<string, number>>
}

/** Plans that wait for their moment: one at a time. */
export const schedulesRepository = (db: Db) => ({
  /** Undefined where another one waits already. */
  async add({ phases, ...row }: NewSchedule): Promise<string | undefined> {
    const added = await db
      .insertInto('programme_schedules')
      .values({ ...row, phases: JSON.stringify(phases) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return added?.id
  },

  /** The row of a job, locked until the transaction ends; undefined once it has ended. */
  waiting: (id: string): Promise<ScheduleRow | undefined> =>
    db
      .selectFrom('programme_schedules')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .forUpdate()
      .executeTakeFirst(),

  /** The newest one, with the name of whoever scheduled it. */
  newest: () =>
    db
      .selectFrom('programme_schedules as schedule')
      .innerJoin('users as person', 'person.id', 'schedule.scheduled_by')
      .select(['schedule.id', 'schedule.at', 'schedule.state', 'schedule.reason'])
      .select(sql<string>`concat_ws(' ', person.first_name, person.last_name)`.as('scheduled_by'))
      .orderBy('schedule.id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** Ends what waits, one or whichever; undefined where nothing does. */
  async end(
    id: string | undefined,
    state: 'applied' | 'failed' | 'withdrawn',
    ended_at: Date,
    reason: ScheduleFailure | null = null,
  ): Promise<Pick<ScheduleRow, 'id' | 'at' | 'scheduled_by'> | undefined> {
    return db
      .updateTable('programme_schedules')
      .set({ state, reason, ended_at })
      .where('state', '=', 'waiting')
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .returning(['id', 'at', 'scheduled_by'])
      .executeTakeFirst()
  },

  /** Whoever scheduled a plan, and whether they may still organise: with the right, and judging nothing meanwhile. */
  async organiser(userId: string) {
    const { rows } = await sql<OrganiserRow>`
      select person.id, person.identity, person.email, person.language,
        person.status = 'active'
          and exists (select from account_rights held where held.user_id = person.id and held.name = 'organise')
          and not (${isJudgingOpen} and exists (
            select from jurors seat where seat.user_id = person.id and seat.is_active)) as may_organise
      from users person where person.id = ${userId}`.execute(db)
    return rows[0]
  },
})
type OrganiserRow = {
  id: string
  identity: 0 | 1 | 2 | 3
  email: string
  language: 'en' | 'fr' | 'zh'
  may_organise: boolean
}
