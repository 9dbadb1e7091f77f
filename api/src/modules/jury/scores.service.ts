import type { Answer, Parsed, subjudges } from '@awards/shared/contract'
import {
  ASSIGNMENT_MACHINE,
  COMMENT_FOR_ENTRANT,
  ENTRY_STATUS,
  JUDGEABLE,
  PHASES,
  mustExplain,
  next,
  weightedTotal,
  type AssignmentEvent,
  type EntryStatus,
} from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import type { AppContext } from '../../app/app-context.ts'
import { BusinessError } from '../../app/business-error.ts'
import type { Db } from '../../db/database.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { assignReplacement } from './seating.ts'
import { assignmentsRepository } from './assignments.repository.ts'
import { entryForJuror, readerOf } from './jury-access.ts'
import { outOfScope, requireScoring, scoringLevelOf, staleVersion } from './jury.policy.ts'
import { phasesService } from './phases.service.ts'
import { scoresRepository, type WeightedCriterion } from './scores.repository.ts'

type Input = Parsed<typeof subjudges.score>
type Scored = Answer<typeof subjudges.score>

const RECUSALS = [
  'collaborator',
  'employer',
  'family',
  'financial',
  'competitor',
  'referral',
  'other',
]

/** Scoring, and stepping back from an entry. */
export function scoresService(context: AppContext) {
  const { db } = context
  return {
    async score(actor: Actor, input: Input): Promise<Scored> {
      const saved = await db
        .transaction()
        .execute((trx) =>
          input.recuse ? recuse(context, trx, actor, input) : save(context, trx, actor, input),
        )
      const edition = await phasesService(context).reviewedEdition()
      return {
        ...saved,
        next_id: null,
        undo_until: null,
        progress: await assignmentsRepository(db).progress(readerOf(actor), edition),
      }
    },
  }
}

async function save(context: AppContext, trx: Db, actor: Actor, input: Input) {
  const { entry, capabilities, seat, key } = await seatOf(context, trx, actor, input.apply_order_id)
  requireScoring(capabilities, key.level)
  if (!JUDGEABLE.includes(entry.entry_status as EntryStatus)) {
    throw new BusinessError(423, 'This entry is no longer being judged. Go on with the next one.', {
      reason: 'ENTRY_LOCKED',
    })
  }
  const scores = scoresRepository(trx)
  const before = await scores.find(key)
  if ((before?.version ?? 0) !== input.version) throw staleVersion(before?.version ?? 0)

  const criteria = await scores.criteriaOf(entry.category_id)
  const total = totalOf(criteria, input)
  const event: AssignmentEvent = input.is_draft ? 'save_draft' : 'submit'
  const status = next(ASSIGNMENT_MACHINE, seat.status, event)
  if (status === undefined) {
    throw new BusinessError(409, 'This score is submitted. Submit it again to change it.', {
      reason: 'SUBMITTED',
    })
  }
  const { items, comment_private, comment_entrant, is_draft } = input
  const now = context.clock()
  const change = { total, comment_private, comment_entrant, is_draft }
  const saved = await scores.save(key, input.version, change, items, now)
  if (!saved) throw staleVersion((await scores.find(key))?.version ?? 0)
  await assignmentsRepository(trx).put(key, { status }, now)
  return { total, version: saved.version, is_draft }
}

async function recuse(context: AppContext, trx: Db, actor: Actor, input: Input) {
  const { entry, phase, capabilities, seat, key } = await seatOf(
    context,
    trx,
    actor,
    input.apply_order_id,
  )
  const { type = '', note = '' } = input.recuse ?? {}
  if (!RECUSALS.includes(type)) {
    throw new BusinessError(422, { 'recuse.type': ['Choose the kind of conflict'] })
  }
  const status = next(ASSIGNMENT_MACHINE, seat.status, 'recuse')
  if (status === undefined || phase >= PHASES.frozen_embargo) {
    throw new BusinessError(423, 'The decisions are frozen. Write to the organiser.', {
      reason: 'PHASE',
    })
  }
  const now = context.clock()
  const assignments = assignmentsRepository(trx)
  await assignments.put(key, { status }, now)
  await assignments.recuse(entry.id, key.juror_id, type, note, now)
  if (entry.entry_status === ENTRY_STATUS.in_judging) {
    await assignReplacement(context, trx, entry.id, key.level, capabilities)
  }
  await auditRepository(trx).record(actor, 'jury.recused', entry.id, { after: { type } })
  return { total: 0, version: 0, is_draft: true }
}

/** The caller's seat at an entry, locked, so that two tabs come one after the other. */
async function seatOf(context: AppContext, trx: Db, actor: Actor, id: string) {
  const { entry, phase, capabilities } = await entryForJuror(context, actor, id, trx)
  const level = scoringLevelOf(actor)
  const key = { apply_order_id: entry.id, juror_id: actor.juror?.id ?? '', level }
  const seat = await assignmentsRepository(trx).seat(entry.id, key.juror_id, level)
  if (!seat) throw outOfScope()
  return { entry, phase, capabilities, seat, key }
}

/** Checks the marks against the criteria of the category; a draft may be incomplete. */
function totalOf(criteria: readonly WeightedCriterion[], input: Input): number {
  const problems: Record<string, string[]> = {}
  const known = new Set(criteria.map(({ id }) => id))
  const marks = new Map<string, number>()
  input.items.forEach(({ criterion_id, value }, index) => {
    if (!known.has(criterion_id)) problems[`items.${index}.criterion_id`] = ['Unknown criterion']
    if (marks.has(criterion_id)) {
      problems[`items.${index}.criterion_id`] = ['This criterion is marked twice']
    }
    marks.set(criterion_id, value)
  })
  const total = weightedTotal(
    criteria.map(({ id, weight }) => ({ value: marks.get(id) ?? 0, weight })),
  )
  if (!input.is_draft) {
    const missing = criteria.length - marks.size
    if (missing > 0) problems['items'] = [`Mark every criterion; ${missing} still missing`]
    const { minimum, below, from } = COMMENT_FOR_ENTRANT
    if (mustExplain(total) && input.comment_entrant.length < minimum) {
      problems['comment_entrant'] = [
        `Tell the entrant why in at least ${minimum} characters: the total is below ${below} or from ${from} up`,
      ]
    }
  }
  if (Object.keys(problems).length > 0) throw new BusinessError(422, problems)
  return total
}
