import type {
  Answer,
  Parsed,
  judge,
  subJudge,
  subjudges,
  judgeAdded,
} from '@awards/shared/contract'
import {
  DECISION_MACHINE,
  JUDGEABLE,
  PHASES,
  isBelowThreshold,
  needsAwardReason,
  next,
  type JuryLevel,
  type DecisionEvent,
  type DecisionStatus,
  type EntryStatus,
  GRAND_PRIX,
  mayChooseAward,
  ENTRY_MACHINE,
  entryStatusText,
  type EntryEvent,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { lockedEntryForJuror } from '../jury-access.ts'
import { divergent, quorumMissing, requireAwarding, staleVersion } from '../jury.policy.ts'
import type { JuryEntry } from '../lists/jury-entries.repository.ts'
import { type Figures, figuresByEntry, NO_FIGURES } from './aggregates.repository.ts'
import { decisionsRepository, type AwardLevel } from './board.repository.ts'
import { entriesRepository } from '../../entries/entries.repository.ts'
import { alertsRepository } from '../../payments/alerts.repository.ts'
import { revocationRepository } from './snapshots.repository.ts'

/** One Grand Prix per section and edition; the second level chooses it among the entries with a Platinum. */
async function requireGrandPrix(
  trx: Db,
  entry: JuryEntry,
  award: AwardLevel,
  level: JuryLevel,
): Promise<void> {
  if (award.code !== GRAND_PRIX) return
  if (level !== 3) {
    throw new BusinessError(422, {
      award_id: ['The final jury chooses the Grand Prix among the Platinums. Choose another level'],
    })
  }
  if (!mayChooseAward(award.code, entry.award_code, level)) {
    throw new BusinessError(
      409,
      'The Grand Prix is chosen among the Platinums. Ask the chair to award this entry Platinum first.',
      { reason: 'NOT_PLATINUM' },
    )
  }
  if (await decisionsRepository(trx).isTaken(entry, award.id)) {
    throw new BusinessError(
      409,
      'This section has its Grand Prix already. Decline that one first, or choose another level.',
      { reason: 'QUOTA' },
    )
  }
}

type DecisionResult = Answer<typeof judge.award>

/** Input of `decide`, which applies the rules that all levels share. */
type DecisionCommand = {
  event: DecisionEvent
  level: JuryLevel
  award_id: string | null
  version?: number
  reason?: string | undefined
  close_divergence?: boolean | undefined
}

/** Recommend, award and confirm (domain page §2.5). */
export function decisionsService(context: AppContext) {
  const { db } = context
  const inTransaction = (work: (trx: Db) => Promise<DecisionResult>) =>
    db.transaction().execute(work)

  return {
    /** Chair: a provisional award. `award_id` null clears the decision, or with `no_award` refuses an award. */
    award: (actor: Actor, input: Parsed<typeof judge.award>) =>
      inTransaction((trx) => {
        const event = input.award_id !== null ? 'award' : input.no_award ? 'refuse' : 'clear'
        if (event === 'refuse' && !input.reason) {
          throw new BusinessError(422, { reason: ['Say why the entry gets no award'] })
        }
        return decide(context, trx, actor, input.apply_order_id, { ...input, event, level: 1 })
      }),

    /** First level: a recommendation, after the own score. */
    recommend: (actor: Actor, input: Parsed<typeof subJudge.award>) =>
      inTransaction((trx) => {
        const { award_id, comment } = input
        const command: DecisionCommand = { event: 'recommend', level: 2, award_id, reason: comment }
        return decide(context, trx, actor, input.apply_order_id, command)
      }),

    /** Second level: confirms the chair's award or another one, or declines it. */
    confirm: (actor: Actor, input: Parsed<typeof subjudges.awarded>) =>
      inTransaction((trx) => {
        const { decision: event, award_id = null, version, reason } = input
        if (event === 'decline' && !reason) {
          throw new BusinessError(422, { reason: ['Say why the award is declined'] })
        }
        // A declined entry keeps the award that stands: a confirmation that follows goes by it, also for the Grand Prix.
        const confirmed = event === 'confirm' ? award_id : null
        const command: DecisionCommand = { event, level: 3, award_id: confirmed, version, reason }
        return decide(context, trx, actor, input.apply_order_id, command)
      }),
  }
}

async function decide(
  context: AppContext,
  trx: Db,
  actor: Actor,
  id: string,
  command: DecisionCommand,
): Promise<DecisionResult> {
  const { entry, phase, capabilities } = await lockedEntryForJuror(context, actor, id, trx)
  requireAwarding(capabilities, command.level)
  const version = command.version ?? entry.decision_version
  if (version !== entry.decision_version) throw staleVersion(entry.decision_version)
  if (command.level !== 1 && entry.own_is_draft !== false) {
    throw capabilities.can_score_levels.includes(command.level) ? scoreFirst() : notScored()
  }
  const status = nextDecision(entry, command.event)
  const figures = (await figuresByEntry(trx, [id])).get(id) ?? NO_FIGURES
  if (command.event === 'award' || command.event === 'confirm') {
    requireQuorumAndAgreement(entry, figures, command, phase)
  }
  // Confirming and declining keep the chair's award; a confirmation may name another.
  const isNone = command.event === 'clear' || command.event === 'refuse'
  const award_id = isNone ? null : (command.award_id ?? entry.award_id)
  if (!isNone && command.event !== 'decline') {
    await requireAward(trx, entry, award_id, figures, command)
  }

  const now = context.clock()
  const decisions = decisionsRepository(trx)
  const row = {
    apply_order_id: id,
    kind: command.event,
    level: command.level,
    award_id,
    by_user_id: actor.id,
    reason: command.reason ?? '',
  }
  const saved = await decisions.decide(row, version, status, command.close_divergence ?? false)
  if (!saved) throw staleVersion(entry.decision_version)
  await decisions.record(row, now)
  await auditRepository(trx).record(actor, `decision.${command.event}`, id, {
    before: { decision_status: entry.decision_status, award_id: entry.award_id },
    after: {
      decision_status: status,
      award_id,
      closed_divergence: command.close_divergence ?? false,
    },
    reason: command.reason,
  })
  return { decision_status: saved.decision_status, version: saved.version }
}

const scoreFirst = () =>
  new BusinessError(409, 'Submit your own score for this entry first.', { reason: 'SCORE_FIRST' })

/** After the end of scoring, for jurors without a score: they cannot decide on the entry any more. */
const notScored = () =>
  new BusinessError(
    409,
    'Scoring is over, and you have not scored this entry. A juror who has, or the chair, can decide.',
    { reason: 'NOT_SCORED' },
  )

function nextDecision(entry: JuryEntry, event: DecisionEvent): DecisionStatus {
  const status = next(DECISION_MACHINE, entry.decision_status as DecisionStatus, event)
  if (!JUDGEABLE.includes(entry.entry_status as EntryStatus) || status === undefined) {
    throw new BusinessError(
      409,
      'This does not fit the present state of the decision. Look at the entry again.',
      { reason: 'DECIDED', decision_status: entry.decision_status },
    )
  }
  return status
}

/** Throws 409 below the quorum of a level that counts, or while a discussion is open (scenario S22). */
function requireQuorumAndAgreement(
  entry: JuryEntry,
  figures: Figures,
  command: DecisionCommand,
  phase: number,
) {
  const { first, second } = figures
  if (first.votes < first.quorum) throw quorumMissing(first.votes, 2)
  const secondCounts = command.level === 3 || (phase >= PHASES.deliberation && second.votes > 0)
  if (secondCounts && second.votes < second.quorum) throw quorumMissing(second.votes, 3)
  if (!entry.is_to_discuss) return
  if (!command.close_divergence) throw divergent()
  if (!command.reason) {
    throw new BusinessError(422, { reason: ['Say why the discussion is closed'] })
  }
}

/**
 * The award must exist, and the Grand Prix be free. A reason is required (422) below the threshold of the award, also for
 * a confirmation, and for a new award more than one level away from the score.
 */
async function requireAward(
  trx: Db,
  entry: JuryEntry,
  awardId: string | null,
  { final }: Figures,
  { event, level, reason }: DecisionCommand,
) {
  const levels = await decisionsRepository(trx).awards()
  const award = levels.find(({ id }) => id === awardId)
  if (!award) throw new BusinessError(422, { award_id: ['Choose a level of the list'] })
  await requireGrandPrix(trx, entry, award, level)
  if (reason || event === 'recommend') return
  if (isBelowThreshold(final, award)) {
    throw new BusinessError(422, {
      reason: [
        'The result is below the threshold of this award. Give the reason, or choose another level',
      ],
    })
  }
  const isNew = level === 1 || awardId !== entry.award_id
  if (isNew && needsAwardReason(levels, award, final)) {
    throw new BusinessError(422, {
      reason: ['This level is more than one step away from the score. Give the reason'],
    })
  }
}

type Input = Parsed<typeof judgeAdded.revokeAward>
type StatusAnswer = Answer<typeof judgeAdded.revokeAward>

/** Disqualifies entries before publication and revokes awards after it (domain page §2.5). */
export function revocationService(context: AppContext) {
  const { db, clock, mail } = context

  /** Mails the entrant, and adds the reason to the timeline and the audit log. */
  async function notifyAndRecord(
    trx: Db,
    actor: Actor,
    entry: JuryEntry,
    code: 'award_revoked' | 'disqualified',
    reason: string,
  ) {
    const { email, language, entry_no, title } = await revocationRepository(trx).owner(entry.id)
    await entriesRepository(trx).record(entry.id, code, clock(), { detail: reason })
    await mail.enqueue(trx, {
      to: email,
      template: code === 'disqualified' ? 'entry_disqualified' : 'award_revoked',
      language,
      params: { entry_no, title, note: reason },
      dedupeKey: `${code}:${entry.id}`,
    })
    await auditRepository(trx).record(actor, `entry.${code}`, entry.id, {
      before: { entry_status: entry.entry_status, award_id: entry.award_id },
      reason,
    })
  }

  return {
    /** Revokes a published award with certificate and offer, and hides the entry; keeps votes and decisions. 409 `NOT_AWARDED`. */
    revoke: (actor: Actor, { apply_order_id: id, reason }: Input): Promise<StatusAnswer> =>
      db.transaction().execute(async (trx) => {
        const { entry } = await lockedEntryForJuror(context, actor, id, trx)
        const status = statusAfter(entry, 'revoke')
        const decision = next(DECISION_MACHINE, entry.decision_status as DecisionStatus, 'revoke')
        if (status === undefined || decision === undefined) throw notAwarded()
        const now = clock()
        await revocationRepository(trx).revoke(id, now)
        await decisionsRepository(trx).record(
          {
            apply_order_id: id,
            kind: 'revoke',
            level: 1,
            award_id: entry.award_id,
            by_user_id: actor.id,
            reason,
          },
          now,
        )
        await notifyAndRecord(trx, actor, entry, 'award_revoked', reason)
        await alertFinance(trx, entry, now)
        return statusAnswer(status)
      }),

    /** Before publication. The fee is not refunded (rules of the competition). 409 `PUBLISHED`. */
    disqualify: (actor: Actor, { apply_order_id: id, reason }: Input): Promise<StatusAnswer> =>
      db.transaction().execute(async (trx) => {
        const { entry } = await lockedEntryForJuror(context, actor, id, trx)
        const status = statusAfter(entry, 'disqualify')
        if (status === undefined) throw alreadyPublished()
        await revocationRepository(trx).disqualify(id, clock())
        await notifyAndRecord(trx, actor, entry, 'disqualified', reason)
        return statusAnswer(status)
      }),
  }
}

const statusAfter = ({ entry_status }: JuryEntry, event: EntryEvent) =>
  next(ENTRY_MACHINE, entry_status as EntryStatus, event)

const statusAnswer = (status: EntryStatus): StatusAnswer => ({
  entry_status: status,
  entry_status_text: entryStatusText(status),
})

const notAwarded = () =>
  new BusinessError(409, 'Only a published award is taken back. This entry has none.', {
    reason: 'NOT_AWARDED',
  })

const alreadyPublished = () =>
  new BusinessError(
    409,
    'The results of this entry are out. An award is taken back by revoking it.',
    { reason: 'PUBLISHED' },
  )

/** Raises an alert for a paid winner package: finance decides about the refund. */
async function alertFinance(trx: Db, { id, entry_no }: JuryEntry, at: Date) {
  const paid = await revocationRepository(trx).paidPackageOrder(id)
  if (!paid) return
  const { order_no } = paid
  await alertsRepository(trx).raise({ code: 'AWARD_REVOKED', order_no, detail: entry_no, at })
}
