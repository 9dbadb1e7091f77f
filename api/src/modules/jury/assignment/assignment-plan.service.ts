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
import { toEntryLink } from '../jury-scope.repository.ts'
import { requireAssigning, requireSeatsOf, scopeOf } from '../jury.policy.ts'
import { phasesService } from '../publication/phases.service.ts'
import { figuresByEntry } from '../results/aggregates.repository.ts'
import { mailNewSeats } from './assignments.service.ts'
import { assignmentPlanRepository, type NamedJuror } from './assignments.repository.ts'
import { planAssignments, type Plan, type PlanEntry } from './assignment-optimiser.ts'

type ShortlistRule = { readonly share: number; readonly floor: number }
/** Default shortlist for the second level: percent of a category, and points (domain page §2.11). */
const SHORTLIST: ShortlistRule = { share: 50, floor: 60 }

/**
 * IDs of the best `share` percent of each category, ties with the last one included, and of all entries with at
 * least `floor` points. Entries below the quorum have no score and are left out.
 */
function shortlisted(
  entries: readonly { id: string; category_id: string; score: number | null }[],
  { share, floor }: ShortlistRule,
): Set<string> {
  const scored = entries.flatMap((entry) =>
    entry.score === null ? [] : [{ ...entry, score: entry.score }],
  )
  const chosen = [...Map.groupBy(scored, ({ category_id }) => category_id).values()].flatMap(
    (group) => {
      const count = Math.ceil((group.length * share) / 100)
      const scores = group.map(({ score }) => score).sort((a, b) => b - a)
      const last = count > 0 ? (scores[count - 1] ?? Infinity) : Infinity
      return group.filter(({ score }) => score >= last || score >= floor)
    },
  )
  return new Set(chosen.map(({ id }) => id))
}

/** Entries of the second level: the shortlist, and entries with jurors assigned by the chair. */
async function secondLevelEntries(
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
type PlanAnswer = Answer<typeof juryDesk.planAssignments>
type ComputedPlan = Plan & { entries: number; jurors: readonly NamedJuror[]; fingerprint: string }

/** Limit of entries with missing jurors in an answer; the rest is only counted. */
const MAX_LISTED_SHORT = 200

/** Automatic assignment: a dry run returns a plan, which is then applied unless its input has changed. */
export function assignmentPlanService(context: AppContext) {
  const { db, clock } = context

  return {
    /** Throws 409 PLAN_CHANGED if the plan differs from the one of the dry run. */
    async plan(actor: Actor, input: Input, language: Language): Promise<PlanAnswer> {
      const edition = input.edition_id ?? (await phasesService(context).reviewedEdition())
      if (!edition) throw noEdition()
      if (input.dry_run) {
        const plan = await computePlan(context, db, actor, edition, input)
        return toAnswer(context, db, { ...plan, applied: false }, language)
      }
      return db.transaction().execute(async (trx) => {
        await assignmentPlanRepository(trx).lock(edition)
        const plan = await computePlan(context, trx, actor, edition, input)
        if (plan.fingerprint !== input.plan) throw planChanged()
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

async function computePlan(
  { clock }: AppContext,
  db: Db,
  actor: Actor,
  edition_id: string,
  { level, category_ids, per_entry, max_load, shortlist }: Input,
): Promise<ComputedPlan> {
  const scope = scopeOf(actor)
  const stage = await editionsRepository(db).stageOf(edition_id, clock())
  requireAssigning(stage.capabilities)
  requireSeatsOf(level, stage)
  const selection = { edition_id, level, category_ids }
  const repository = assignmentPlanRepository(db)
  const ready = await repository.entries(scope, selection)
  const entries = level === 3 ? await secondLevelEntries(db, ready, shortlist ?? SHORTLIST) : ready
  const jurors = await repository.jurors(selection)
  const plan = planAssignments(entries, jurors, { per_entry, max_load })
  // The fingerprint covers input and seats: an applied plan is exactly the one that the chair has seen.
  const hash = createHash('sha256').update(JSON.stringify([selection, per_entry, plan.short]))
  for (const { entry_id, juror_id } of plan.seats) hash.update(`${entry_id}:${juror_id};`)
  return { ...plan, entries: entries.length, jurors, fingerprint: hash.digest('hex') }
}

async function toAnswer(
  context: AppContext,
  db: Db,
  { seats, short, entries, jurors, fingerprint, applied }: ComputedPlan & { applied: boolean },
  language: Language,
): Promise<PlanAnswer> {
  const bySeat = Map.groupBy(seats, ({ juror_id }) => juror_id)
  const listed = new Map(short.slice(0, MAX_LISTED_SHORT).map((one) => [one.entry_id, one]))
  const entryLinks = await withChairTitles(
    context,
    db,
    await assignmentPlanRepository(db).entryLinks([...listed.keys()]),
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
    short: entryLinks.flatMap((row) => {
      const one = listed.get(row.apply_order_id)
      if (!one) return []
      return [{ ...toEntryLink(row, language), missing: one.missing, reason: one.reason }]
    }),
  }
}

const planChanged = () =>
  new BusinessError(
    409,
    'The plan is another one now, because entries or jurors have changed. Look at it again, then carry it out.',
    { reason: 'PLAN_CHANGED' },
  )

const noEdition = () =>
  new BusinessError(409, 'There is no edition to judge yet. Load the programme first.', {
    reason: 'NO_EDITION',
  })
