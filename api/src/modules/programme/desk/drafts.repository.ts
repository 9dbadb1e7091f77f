import type { ProgrammeDocument } from '@awards/shared/contract'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { PlannedChange } from '../plan.ts'
import type { ProgrammeSchedules } from '../../../db/schema.gen.ts'
import { isJudgingOpen } from '../../../http/actor.repository.ts'

type Document = ProgrammeDocument | null
export type DraftRow = {
  file: string
  base: Document
  draft: Document
  changed_by: string
  changed_at: Date
}
/** A file before and after a version was made live; null for no file. */
type ChangedFile = { file: string; before: Document; after: Document }
type NewVersion = {
  source: 'desk' | 'files'
  applied_by: string | null
  applied_at: Date
  files?: readonly ChangedFile[]
  changes?: readonly PlannedChange[]
}

const NAME = sql<string>`concat_ws(' ', person.first_name, person.last_name)`
const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** Edits of the programme that are not live yet: one row for each file. */
export const draftsRepository = (db: Db) => ({
  list: (): Promise<DraftRow[]> =>
    db
      .selectFrom('programme_drafts as draft')
      .innerJoin('users as person', 'person.id', 'draft.changed_by')
      .select(['file', 'base', 'draft.draft', 'changed_at', NAME.as('changed_by')])
      .orderBy('file')
      .execute() as Promise<DraftRow[]>,

  put: (file: string, base: Document, draft: Document, changed_by: string, changed_at: Date) =>
    db
      .insertInto('programme_drafts')
      .values({ file, base: json(base), draft: json(draft), changed_by, changed_at })
      .onConflict((conflict) =>
        conflict.column('file').doUpdateSet({
          base: json(base),
          draft: json(draft),
          changed_by,
          changed_at,
        }),
      )
      .execute(),

  /** Removes the draft of one file, or all of them. */
  async remove(file?: string) {
    const { numDeletedRows } = await db
      .deleteFrom('programme_drafts')
      .$if(file !== undefined, (query) => query.where('file', '=', file ?? ''))
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

const VERSIONS_SHOWN = 50

/** What was made live, newest first. */
export const versionsRepository = (db: Db) => ({
  add: ({ files = [], changes = [], ...version }: NewVersion) =>
    db
      .insertInto('programme_versions')
      .values({ ...version, files: JSON.stringify(files), changes: JSON.stringify(changes) })
      .execute(),

  list: () =>
    db
      .selectFrom('programme_versions as version')
      .leftJoin('users as person', 'person.id', 'version.applied_by')
      .select(['version.id', 'applied_at', 'changes', NAME.as('applied_by')])
      .where('source', '=', 'desk')
      .orderBy('version.id', 'desc')
      .limit(VERSIONS_SHOWN)
      .execute(),

  async files(id: string): Promise<ChangedFile[] | undefined> {
    const row = await db
      .selectFrom('programme_versions')
      .select('files')
      .where('id', '=', id)
      .where('source', '=', 'desk')
      .executeTakeFirst()
    return row?.files as ChangedFile[] | undefined
  },

  /** Who made a file live last, and when; no name for files that were loaded. */
  async lastOf(file: string): Promise<{ name: string | null; at: Date } | undefined> {
    return db
      .selectFrom('programme_versions as version')
      .leftJoin('users as person', 'person.id', 'version.applied_by')
      .select([sql<string | null>`nullif(${NAME}, '')`.as('name'), 'applied_at as at'])
      .where((where) =>
        where.or([
          where('source', '=', 'files'),
          sql<boolean>`files @> ${JSON.stringify([{ file }])}::jsonb`,
        ]),
      )
      .orderBy('version.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  },

  /** The newest version of the desk; a folder that is exported now knows all up to it. */
  async newest(): Promise<string | undefined> {
    const row = await db
      .selectFrom('programme_versions')
      .select('id')
      .where('source', '=', 'desk')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.id
  },

  /** Changes of the desk that a folder cannot know: since its export, and since files were applied the last time. */
  async unknownTo(exported: string | undefined): Promise<DeskChange[]> {
    const rows = await db
      .selectFrom('programme_versions as version')
      .leftJoin('users as person', 'person.id', 'version.applied_by')
      .select(['changes', 'applied_at', NAME.as('applied_by')])
      .where('source', '=', 'desk')
      .where('version.id', '>', exported ?? '0')
      .where(
        'version.id',
        '>',
        sql<string>`coalesce((select max(id) from programme_versions where source = 'files'), 0)`,
      )
      .orderBy('version.id')
      .execute()
    return rows.flatMap(({ changes, applied_at, applied_by }) =>
      (changes as PlannedChange[]).map((change) => ({ change, applied_at, applied_by })),
    )
  },
})
export type DeskChange = { change: PlannedChange; applied_at: Date; applied_by: string | null }

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

  /** The newest one, with the name of the person who scheduled it. */
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

  /** Who scheduled a plan, and whether they may still organise: with the right, and judging nothing meanwhile. */
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
