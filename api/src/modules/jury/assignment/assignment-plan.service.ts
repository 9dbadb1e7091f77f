import { createHash } from 'node:crypto'
import type { Answer, Parsed, juryDesk } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { withChairTitles } from '../anonymity/anonymised-entries.ts'
import { toEntryLink } from '../entry-link.repository.ts'
import { requireAssigning, requireSeatsOf, scopeOf } from '../jury.policy.ts'
import { phasesService } from '../publication/phases.service.ts'
import { figuresByEntry } from '../results/aggregates.ts'
import { mailNewSeats } from './assignments.service.ts'
import { assignmentPlanRepository, type NamedJuror } from './assignment-plan.repository.ts'
import { planAssignments, type Plan, type PlanEntry } from './assignment-optimiser.ts'

type ShortlistRule = { readonly share: number; readonly floor: number }
/** Who goes on to the second level, where nobody says otherwise (domain page §2.11). */
const SHORTLIST: ShortlistRule = { share: 50, floor: 60 }

/**
 * The best `share` percent of each category, with all that equal the last of them, and all from `floor` points
 * up. Entries without a score, below the quorum, do not go on.
 */
function shortlisted(
  entries: readonly { id: string; category_id: string; score: number | null }[],
  { share, floor }: ShortlistRule,
): Set<string> {
  const scored = entries.flatMap((entry) =>
    entry.score === null ? [] : [{ ...entry, score: entry.score }],
  )
  const chosen = [...Map.groupBy(scored, ({ category_id }) => category_id).values()].flatMap(
    (rivals) => {
      const count = Math.ceil((rivals.length * share) / 100)
      const scores = rivals.map(({ score }) => score).sort((a, b) => b - a)
      const last = count > 0 ? (scores[count - 1] ?? Infinity) : Infinity
      return rivals.filter(({ score }) => score >= last || score >= floor)
    },
  )
  return new Set(chosen.map(({ id }) => id))
}

/** Entries of the second level: those on the shortlist, and those that somebody has put there by hand. */
async function secondLevelOf(
  db: Db,
  entries: readonly PlanEntry[],
  rule: ShortlistRule,
): Promise<PlanEntry[]> {
  const figures = await figuresByEntry(
    db,
    entries.map(({ id }) => id),
  )
  const chosen = shortlisted(
    entries.map(({ id, category_id }) => {
      return { id, category_id, score: figures.get(id)?.first.official ?? null }
    }),
    rule,
  )
  return entries.filter(({ id, seated }) => chosen.has(id) || seated.length > 0)
}

type Input = Parsed<typeof juryDesk.planAssignments>
type Answered = Answer<typeof juryDesk.planAssignments>
type Made = Plan & { entries: number; jurors: readonly NamedJuror[]; fingerprint: string }

/** Short entries that an answer names; the rest is counted. */
const NAMED_SHORT = 200

/** Automatic assignment: looked at first, then carried out as it was looked at. */
export function assignmentPlanService(context: AppContext) {
  const { db, clock } = context

  return {
    async plan(actor: Actor, input: Input, language: Language): Promise<Answered> {
      const edition = input.edition_id ?? (await phasesService(context).reviewedEdition())
      if (!edition) throw noEdition()
      if (input.dry_run) {
        const plan = await make(context, db, actor, edition, input)
        return toAnswer(context, db, { ...plan, applied: false }, language)
      }
      return db.transaction().execute(async (trx) => {
        await assignmentPlanRepository(trx).lock(edition)
        const plan = await make(context, trx, actor, edition, input)
        if (plan.fingerprint !== input.plan) throw changed()
        const due_at = input.due_at ? new Date(input.due_at) : null
        await assignmentPlanRepository(trx).insert(plan.seats, {
          level: input.level,
          assigned_by: actor.id,
          due_at,
          now: clock(),
        })
        await auditRepository(trx).record(actor, 'assignment.planned', edition, {
          after: {
            level: input.level,
            per_entry: input.per_entry,
            entries: plan.entries,
            seats: plan.seats.length,
            plan: plan.fingerprint,
          },
        })
        const seats = plan.seats.map(({ entry_id, juror_id }) => {
          return { apply_order_id: entry_id, juror_id }
        })
        await mailNewSeats(context, trx, seats, due_at ?? undefined)
        return toAnswer(context, trx, { ...plan, applied: true }, language)
      })
    },
  }
}

async function make(
  { clock }: AppContext,
  db: Db,
  actor: Actor,
  edition_id: string,
  { level, category_ids, per_entry, max_load, shortlist }: Input,
): Promise<Made> {
  const scope = scopeOf(actor)
  const stage = await editionsRepository(db).stageOf(edition_id, clock())
  requireAssigning(stage.capabilities)
  requireSeatsOf(level, stage)
  const which = { edition_id, level, category_ids }
  const repository = assignmentPlanRepository(db)
  const ready = await repository.entries(scope, which)
  const entries = level === 3 ? await secondLevelOf(db, ready, shortlist ?? SHORTLIST) : ready
  const jurors = await repository.jurors(which)
  const plan = planAssignments(entries, jurors, { per_entry, max_load })
  const hash = createHash('sha256').update(JSON.stringify([which, per_entry, plan.short]))
  for (const { entry_id, juror_id } of plan.seats) hash.update(`${entry_id}:${juror_id};`)
  return { ...plan, entries: entries.length, jurors, fingerprint: hash.digest('hex') }
}

async function toAnswer(
  context: AppContext,
  db: Db,
  { seats, short, entries, jurors, fingerprint, applied }: Made & { applied: boolean },
  language: Language,
): Promise<Answered> {
  const bySeat = Map.groupBy(seats, ({ juror_id }) => juror_id)
  const told = new Map(short.slice(0, NAMED_SHORT).map((one) => [one.entry_id, one]))
  const mentions = await withChairTitles(
    context,
    db,
    await assignmentPlanRepository(db).mentions([...told.keys()]),
  )
  return {
    plan: fingerprint,
    applied,
    entries,
    seats: seats.length,
    short_total: short.length,
    jurors: jurors.map(({ id, name, level, load }) => {
      const own = bySeat.get(id) ?? []
      const of_own_field = own.filter((seat) => seat.of_own_field).length
      return { juror_id: id, name, level, before: load, after: load + own.length, of_own_field }
    }),
    short: mentions.flatMap((row) => {
      const one = told.get(row.apply_order_id)
      if (!one) return []
      return [{ ...toEntryLink(row, language), missing: one.missing, reason: one.reason }]
    }),
  }
}

const changed = () =>
  new BusinessError(
    409,
    'The plan is another one now, because entries or jurors have changed. Look at it again, then carry it out.',
    { reason: 'PLAN_CHANGED' },
  )

const noEdition = () =>
  new BusinessError(409, 'There is no edition to judge yet. Load the programme first.', {
    reason: 'NO_EDITION',
  })
