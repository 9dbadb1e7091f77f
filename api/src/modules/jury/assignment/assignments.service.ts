import type {
  Answer,
  AssignmentPreviewRow,
  Parsed,
  judge,
  juryDesk,
  subjudges,
} from '@awards/shared/contract'
import {
  homeRoute,
  ASSIGNMENT_STATUS,
  LIVE_ASSIGNMENTS,
  PHASES,
  QUORUM,
  type Language,
  type Stage,
  type PhaseCapabilities,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { formatDateTime, displayedDeadline } from '../../../lib/localised.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { withChairTitles } from '../anonymity/anonymised-entries.ts'
import { toEntryLink } from '../jury-scope.repository.ts'
import { entryForJuror, readerOf, viewerOf } from '../jury-access.ts'
import {
  outOfScope,
  requireAssigning,
  requireSeatsOf,
  scoringLevelOf,
  type ScoringLevel,
} from '../jury.policy.ts'
import { assignmentsRepository, type Candidate } from './assignments.repository.ts'
import { workloadRepository } from './workload.repository.ts'
import { scoreDeadline, scoringPhaseOf } from './workload.service.ts'

type Seat = { readonly apply_order_id: string; readonly juror_id: string }

/**
 * Sends each juror one mail for all new assignments, with `dueAt` or the score deadline of the juror's level. Without
 * either (a phase kept open beyond its date) the mail names no deadline.
 */
export async function mailNewSeats(
  { mail, clock }: AppContext,
  trx: Db,
  seats: readonly Seat[],
  dueAt?: Date,
): Promise<void> {
  const [first] = seats
  if (!first) return
  const repository = assignmentsRepository(trx)
  const { edition_id, timezone } = await repository.editionOf(first.apply_order_id)
  const phases = await workloadRepository(trx).phases(edition_id)
  const bySeat = Map.groupBy(seats, ({ juror_id }) => juror_id)
  for (const juror of await repository.addresses([...bySeat.keys()])) {
    const count = bySeat.get(juror.juror_id)?.length ?? 0
    const phaseEnd = scoreDeadline(phases, juror.level, clock())
    const due = dueAt ?? (phaseEnd && displayedDeadline(phaseEnd, timezone))
    await mail.enqueue(trx, {
      to: juror.email,
      template: due ? 'assignment' : 'assignment_open',
      language: juror.language,
      params: {
        count,
        ...(due && { due: formatDateTime(due, juror.language, timezone) }),
        home: homeRoute(juror.level),
      },
    })
  }
}

type AssignInput = Parsed<typeof judge.assignSubJudge>
type Result = Answer<typeof judge.assignSubJudge>['results'][number]

const isLive = ({ status }: Pick<Candidate, 'status'>) =>
  status !== null && LIVE_ASSIGNMENTS.includes(status)

const toRow = (candidate: Candidate) => ({
  juror_id: candidate.juror_id,
  name: candidate.name,
  level: candidate.level,
  expertise_match: candidate.expertise_match,
  load: candidate.load,
  assigned: isLive(candidate),
  assignment_status: candidate.status,
  conflict: candidate.conflict,
})

/** One juror over several entries. Of several editions, the load is the highest. */
function previewOf(seats: readonly Candidate[]): AssignmentPreviewRow {
  const [first] = seats
  if (!first) throw new Error('A juror without a candidacy')
  const idsOf = (some: readonly Candidate[]) => some.map(({ entry_id }) => entry_id)
  const live = seats.filter(isLive)
  const load = Math.max(...seats.map((seat) => seat.load))
  const free = seats.filter((seat) => !seat.conflict && !isLive(seat))
  return {
    juror_id: first.juror_id,
    name: first.name,
    level: first.level,
    load,
    load_after: load + free.length,
    matches: seats.filter(({ expertise_match }) => expertise_match).length,
    assigned: idsOf(live),
    scored: idsOf(live.filter(({ status }) => status === ASSIGNMENT_STATUS.submitted)),
    conflicts: seats.flatMap(({ entry_id, conflict }) =>
      conflict ? [{ apply_order_id: entry_id, type: conflict }] : [],
    ),
  }
}

const seatCounts = (candidates: readonly Candidate[], level: 2 | 3) => {
  const seats = candidates.filter((one) => one.level === level && !one.conflict && isLive(one))
  return {
    assigned: seats.length,
    submitted: seats.filter(({ status }) => status === ASSIGNMENT_STATUS.submitted).length,
    quorum: QUORUM[level],
  }
}

/** Jurors of an entry, and manual assignment by the chair. */
export function assignmentsService(context: AppContext) {
  const { db } = context

  return {
    /** All candidates for an entry, for the chair, with the counts of the level in phase. */
    async ofEntry(actor: Actor, id: string): Promise<Answer<typeof judge.getSubJudges>> {
      const { phase } = await entryForJuror(context, actor, id, db, viewerOf(actor))
      const candidates = await assignmentsRepository(db).candidates([id])
      const level = phase >= PHASES.second_level_scoring ? 3 : 2
      return { list: candidates.map(toRow), ...seatCounts(candidates, level) }
    },

    /** What assigning these entries would mean, juror by juror; changes nothing. Throws 403 if one is out of scope. */
    async preview(
      actor: Actor,
      { apply_order_ids }: Parsed<typeof juryDesk.previewAssignments>,
      language: Language,
    ): Promise<Answer<typeof juryDesk.previewAssignments>> {
      const ids = [...new Set(apply_order_ids)]
      const repository = assignmentsRepository(db)
      const links = await repository.links(readerOf(actor).scope, ids)
      if (links.length < ids.length) throw outOfScope()
      const titled = await withChairTitles(context, db, links)
      const byJuror = Map.groupBy(await repository.candidates(ids), ({ juror_id }) => juror_id)
      return {
        entries: titled.map((row) => toEntryLink(row, language)),
        jurors: [...byJuror.values()].map(previewOf),
      }
    },

    /** The own assignment and the counts; names of other jurors only at level 3 in a phase that shows them. */
    async forJuror(actor: Actor, id: string): Promise<Answer<typeof subjudges.getSubJudges>> {
      const { capabilities } = await entryForJuror(context, actor, id)
      const level = scoringLevelOf(actor)
      const candidates = await assignmentsRepository(db).candidates([id])
      const seesNames = level === 3 && capabilities.see_juror_names
      const shown = candidates.filter(
        (one) =>
          one.juror_id === actor.juror?.id || (seesNames && one.level === level && isLive(one)),
      )
      return { list: shown.map(toRow), ...seatCounts(candidates, level) }
    },

    /** Assigns or removes jurors and mails new ones. Throws 409 if every change is refused. */
    async assign(actor: Actor, input: AssignInput): Promise<{ results: Result[] }> {
      if (input.juror_ids.length === 0) {
        throw new BusinessError(422, { juror_ids: ['Choose at least one juror'] })
      }
      const results = await db.transaction().execute(async (trx) => {
        const all: Result[] = []
        for (const id of [...new Set(input.apply_order_ids)].sort()) {
          const stage = await entryForJuror(context, actor, id, trx)
          requireAssigning(stage.capabilities)
          all.push(...(await assignEntry(context, trx, actor, id, input, stage)))
        }
        const fresh = all.filter(({ result }) => result === 'assigned')
        await mailNewSeats(context, trx, fresh, input.due_at ? new Date(input.due_at) : undefined)
        return all
      })
      const [first] = results
      if (first && results.every(({ result }) => result === 'refused')) {
        throw refusalOf(first.reason ?? 'REFUSED', results)
      }
      return { results }
    },
  }
}

async function assignEntry(
  { clock }: AppContext,
  trx: Db,
  actor: Actor,
  id: string,
  input: AssignInput,
  stage: Stage,
): Promise<Result[]> {
  const { juror_ids, mode } = input
  const candidates = await assignmentsRepository(trx).candidates([id])
  const chosen = new Set(juror_ids)
  const unknown = juror_ids.find((juror) => !candidates.some((one) => one.juror_id === juror))
  if (unknown) {
    throw new BusinessError(422, { juror_ids: ['Choose jurors of the first or second level'] })
  }
  const levels = new Set(
    candidates.filter((one) => chosen.has(one.juror_id)).map(({ level }) => level),
  )
  const results: Result[] = []
  for (const one of candidates) {
    const isChosen = chosen.has(one.juror_id)
    const isRemoval =
      mode === 'remove' ? isChosen : mode === 'replace' && !isChosen && levels.has(one.level)
    if (!isChosen && !(isRemoval && isLive(one))) continue
    if (!isRemoval) requireSeatsOf(one.level, stage)
    const outcome = isRemoval
      ? await removal(trx, actor, one, clock())
      : await addition(trx, actor, one, input, clock())
    results.push({ apply_order_id: id, juror_id: one.juror_id, ...outcome })
  }
  await auditRepository(trx).record(actor, 'assignment.changed', id, {
    after: { mode, results: results.map(({ juror_id, result }) => ({ juror_id, result })) },
  })
  return results
}

type Outcome = Pick<Result, 'result' | 'reason'>

const UNCHANGED: Outcome = { result: 'unchanged', reason: null }
const SCORED: Outcome = { result: 'refused', reason: 'SCORED' }

/** Adds a juror to an entry, unless they have it, before the candidates were read or since. */
async function addition(
  trx: Db,
  actor: Actor,
  one: Candidate,
  { due_at }: AssignInput,
  now: Date,
): Promise<Outcome> {
  // Nobody can override a conflict (scenario S21).
  if (one.conflict) {
    return { result: 'refused', reason: `COI_${one.conflict.toUpperCase()}` }
  }
  if (isLive(one)) return UNCHANGED
  const seat = { apply_order_id: one.entry_id, juror_id: one.juror_id, level: one.level }
  const given = { assigned_by: actor.id, ...(due_at && { due_at: new Date(due_at) }) }
  const isNew = await assignmentsRepository(trx).seat(seat, given, now)
  return isNew ? { result: 'assigned', reason: null } : UNCHANGED
}

/** Removes a juror from an entry, unless the score is submitted, before the candidates were read or since. */
async function removal(trx: Db, actor: Actor, one: Candidate, now: Date): Promise<Outcome> {
  if (!isLive(one)) return UNCHANGED
  if (one.status === ASSIGNMENT_STATUS.submitted) return SCORED
  const repository = assignmentsRepository(trx)
  const { entry_id, juror_id, level } = one
  const seat = { apply_order_id: entry_id, juror_id, level }
  if (await repository.remove(seat, actor.id, now)) return { result: 'removed', reason: null }
  const left = await repository.lockSeat(entry_id, juror_id, level)
  return left?.status === ASSIGNMENT_STATUS.submitted ? SCORED : UNCHANGED
}

function refusalOf(reason: string, results: Result[]) {
  const msg = reason.startsWith('COI_')
    ? 'This juror has a conflict of interest with the entry. Choose another juror.'
    : 'This juror has submitted a score already, which stays with the entry.'
  return new BusinessError(409, msg, { reason, results })
}

/**
 * Assigns an entry to the least loaded juror of its field, after a recusal. Does nothing once the level has scored: the
 * juror could give no score.
 */
export async function assignReplacement(
  context: AppContext,
  trx: Db,
  { id, edition_id }: { id: string; edition_id: string },
  level: ScoringLevel,
  { can_assign }: PhaseCapabilities,
): Promise<void> {
  if (!can_assign) return
  const phases = await workloadRepository(trx).phases(edition_id)
  if (scoringPhaseOf(phases, level, context.clock())) {
    await assignLeastLoaded(context, trx, id, level)
  }
}

/**
 * Assigns one extra juror to an entry with divergent scores; a trigger marks the assignment as extra. Idempotent.
 * Does nothing while assignments are open: their scores may settle the divergence.
 */
async function requestExtraJuror(
  context: AppContext,
  trx: Db,
  entryId: string,
  level: ScoringLevel,
): Promise<void> {
  const { has_extra, open } = await assignmentsRepository(trx).lockSeats(entryId, level)
  if (!has_extra && open === 0) await assignLeastLoaded(context, trx, entryId, level)
}

/** Requests an extra juror if the last score made the scores of an entry divergent. */
export async function requestExtraJurorIfDivergent(
  context: AppContext,
  trx: Db,
  entryId: string,
  level: ScoringLevel,
  { can_assign, can_score_levels }: PhaseCapabilities,
): Promise<void> {
  if (!can_assign || !can_score_levels.includes(level)) return
  const isDivergent = await assignmentsRepository(trx).isDivergent(entryId, level)
  if (isDivergent) await requestExtraJuror(context, trx, entryId, level)
}

async function assignLeastLoaded(
  context: AppContext,
  trx: Db,
  entryId: string,
  level: ScoringLevel,
) {
  const repository = assignmentsRepository(trx)
  const jurors = (await repository.candidates([entryId]))
    .filter((one) => one.level === level && one.expertise_match && !one.conflict)
    .filter((one) => one.status === null)
    .sort((a, b) => a.load - b.load)
  for (const { juror_id } of jurors) {
    const seat = { apply_order_id: entryId, juror_id, level }
    // Another transaction may have given this juror the entry: then it is the next one's.
    if (await repository.seat(seat, {}, context.clock())) {
      return mailNewSeats(context, trx, [seat])
    }
  }
}
