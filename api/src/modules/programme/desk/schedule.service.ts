import type { Answer, Parsed, programmeDesk } from '@awards/shared/contract'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { MINUTE_MS } from '../../../lib/time.ts'
import { formatDateTime } from '../../../lib/localised.ts'
import { MAIL_TEXTS } from '../../../mail/mail-texts.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import type { Plan } from '../plan.ts'
import { idsOf, lockProgramme, rolledBack } from '../rows.repository.ts'
import { SEASON_TABLES } from './desk-pictures.repository.ts'
import { liveProgramme } from './documents.ts'
import { asRefusal, makeDraftsLive, planOfDrafts, planOld, changedDocuments } from './make-live.ts'
import {
  schedulesRepository,
  type ScheduleFailure,
  type ScheduleRow,
  draftsRepository,
} from './drafts.repository.ts'
import { applyDocuments } from '../programme.service.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'clock' | 'publicCache' | 'mail' | 'jobs'>

// It waits in the table of jobs, so that a restart forgets nothing.
const APPLY_JOB = 'programme.apply'

/** The phases at a moment of the seasons that a plan changes, by edition. A season that it adds has none yet. */
async function phasesOf(db: Db, { changes }: Pick<Plan, 'changes'>, at: Date) {
  const codes = new Set(
    changes
      .filter(({ table, kind }) => SEASON_TABLES.includes(table) && kind !== 'added')
      .map(({ record }) => record.split(' ')[0] ?? ''),
  )
  const editions = await idsOf(db, 'editions', 'code')
  const phases: Record<string, number> = {}
  for (const code of codes) {
    const id = editions.get(code)
    if (id) phases[id] = await editionsRepository(db).phaseOf(id, at)
  }
  return phases
}

/** Plans that go live at a moment to come: scheduled, withdrawn, made live. */
export function scheduleService(context: Context) {
  const { db, clock, jobs } = context
  return {
    async scheduled(): Promise<Answer<typeof programmeDesk.scheduled>> {
      const row = await schedulesRepository(db).newest()
      if (!row || (row.state !== 'waiting' && row.state !== 'failed')) return { schedule: null }
      const { at, scheduled_by, reason } = row
      const failed = reason as ScheduleFailure | null
      return { schedule: { at: at.toISOString(), scheduled_by, failed } }
    },

    async schedule(actor: Actor, input: Parsed<typeof programmeDesk.schedule>) {
      const [now, at] = [clock(), new Date(input.at)]
      if (at.getTime() < now.getTime() + MINUTE_MS) {
        throw wrongMoment('Choose a moment at least a minute from now')
      }
      await db
        .transaction()
        .execute(async (trx) => {
          await lockProgramme(trx)
          const { plan } = await planOfDrafts({ ...context, db: trx }, await liveProgramme(trx))
          if (plan?.plan !== input.plan || !plan.changes.length) throw planOld()
          const [phases, then] = await Promise.all([
            phasesOf(trx, plan, now),
            phasesOf(trx, plan, at),
          ])
          if (!isSame(phases, then)) {
            throw wrongMoment(
              'A season that these drafts change is in another phase then. Choose a moment before its next phase begins.',
            )
          }
          const id = await schedulesRepository(trx).add({
            plan: plan.plan,
            at,
            phases,
            scheduled_by: actor.id,
            scheduled_at: now,
          })
          if (!id) throw waiting()
          await jobs.enqueue(trx, APPLY_JOB, { id }, { startAfter: at, key: id })
          await auditRepository(trx).record(actor, 'programme.scheduled', plan.plan, {
            after: { at: at.toISOString(), changes: plan.changes.length },
          })
        })
        .catch(asRefusal)
      return { done: true as const }
    },

    withdraw: (actor: Actor) =>
      db.transaction().execute(async (trx) => {
        const ended = await schedulesRepository(trx).end(undefined, 'withdrawn', clock())
        if (!ended) {
          throw new BusinessError(404, 'Nothing waits for its time any more. Reload the page.')
        }
        await auditRepository(trx).record(actor, 'programme.withdrawn', ended.id)
        return { done: true as const }
      }),
  }
}

/**
 * Makes a plan live whose moment has come, all of it or nothing. What stands against it is noted and told by mail; a
 * database that is away is neither, and the job comes again.
 */
export async function applyScheduled(context: Context, id: string): Promise<void> {
  const { db, clock, publicCache } = context
  try {
    const isApplied = await db.transaction().execute(async (trx) => {
      const row = await schedulesRepository(trx).waiting(id)
      if (!row) return false
      const organiser = await schedulesRepository(trx).organiser(row.scheduled_by)
      if (!organiser?.may_organise) throw new NotLive('RIGHT_GONE')
      await requirePhases(trx, row, clock())
      await makeDraftsLive({ ...context, db: trx }, organiser, row.plan).catch(asRefusal)
      await schedulesRepository(trx).end(id, 'applied', clock())
      return true
    })
    if (isApplied) await publicCache.settle()
  } catch (error) {
    if (error instanceof NotLive) await fail(context, id, error.reason)
    else if (error instanceof BusinessError) {
      await fail(context, id, error.data?.reason === 'PLAN_OLD' ? 'PLAN_OLD' : 'REFUSED')
    } else throw error
  }
}

/** Why a plan is not made live at its moment. */
class NotLive extends Error {
  readonly reason: ScheduleFailure

  constructor(reason: ScheduleFailure) {
    super(reason)
    this.reason = reason
  }
}

/** Throws where a season is in another phase than when the plan was reviewed: what was right then need not be now. */
async function requirePhases(db: Db, { phases }: ScheduleRow, now: Date) {
  for (const [edition, phase] of Object.entries(phases as Record<string, number>)) {
    if ((await editionsRepository(db).phaseOf(edition, now)) !== phase) {
      throw new NotLive('PHASE_CHANGED')
    }
  }
}

async function fail({ db, clock, mail }: Context, id: string, reason: ScheduleFailure) {
  await db.transaction().execute(async (trx) => {
    const ended = await schedulesRepository(trx).end(id, 'failed', clock(), reason)
    if (!ended) return
    const { zone } = await liveProgramme(trx)
    const person = await schedulesRepository(trx).organiser(ended.scheduled_by)
    await auditRepository(trx).record(null, 'programme.not_live', id, { reason })
    if (!person) return
    await mail.enqueue(trx, {
      to: person.email,
      template: 'programme_not_live',
      language: person.language,
      dedupeKey: `not_live:${id}`,
      params: {
        at: formatDateTime(ended.at, person.language, zone),
        note: MAIL_TEXTS[person.language].words[`programme_${reason}`],
      },
    })
  })
}

const isSame = (one: Record<string, number>, other: Record<string, number>) =>
  Object.entries(one).every(([edition, phase]) => other[edition] === phase)
const wrongMoment = (sentence: string) => new BusinessError(422, { at: [sentence] })
const waiting = () =>
  new BusinessError(409, 'Drafts wait for their time already. Withdraw that first.', {
    reason: 'WAITING',
  })

/** Each makes the drafts live in a transaction of its own that is taken back: a page has up to a dozen. */
const PREVIEWS = { points: 2_000, seconds: 3_600 }

/**
 * Does `work` on the site as it would be with all drafts live, and takes everything back. Undefined for somebody who may
 * not organise any more: they see what everybody sees. Throws 409 or 422 for drafts that cannot go live.
 */
export async function withDrafts<T>(
  context: Pick<AppContext, 'config' | 'db' | 'clock' | 'limits'>,
  userId: string,
  work: (db: Db) => Promise<T>,
): Promise<T | undefined> {
  const { db, limits } = context
  const organiser = await schedulesRepository(db).organiser(userId)
  if (!organiser?.may_organise) return undefined
  await limits.take('preview', userId, PREVIEWS)
  return db.transaction().execute(async (trx) => {
    await lockProgramme(trx)
    const live = await liveProgramme(trx)
    const { changes } = changedDocuments(live, await draftsRepository(trx).list())
    return rolledBack(trx, async () => {
      if (changes.size > 0) {
        await applyDocuments({ ...context, db: trx }, live.origin(changes)).catch(asRefusal)
      }
      return work(trx)
    })
  })
}
