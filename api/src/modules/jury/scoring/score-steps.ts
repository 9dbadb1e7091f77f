import type { Answer, subjudges } from '@awards/shared/contract'
import { ASSIGNMENT_MACHINE, next } from '@awards/shared/domain'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import { assignmentsRepository } from '../assignment/assignments.repository.ts'
import type { OwnSeat } from './score-seat.ts'
import { staleScore } from './score-version.ts'
import { scoresRepository } from './scores.repository.ts'
import { settleDisagreement } from '../assignment/replacement.ts'

/** What a step of scoring leaves behind. */
export type ScoreState = Pick<Answer<typeof subjudges.score>, 'total' | 'version' | 'is_draft'>

/** A submission can be taken back for so long. */
export const UNDO_MS = 30_000

/** Gives no score: what was marked stays as a draft that counts for nothing, the reason in the record. */
export async function abstain(
  context: AppContext,
  trx: Db,
  { entry, capabilities, key, status: present }: OwnSeat,
  reason: string,
): Promise<ScoreState> {
  const status = next(ASSIGNMENT_MACHINE, present, 'abstain')
  if (status === undefined) {
    throw new BusinessError(
      409,
      'There is a score of yours, or you have stepped back already. Go on with the next entry.',
      { reason: 'NOT_OPEN' },
    )
  }
  const scores = scoresRepository(trx)
  const draft = await scores.find(key)
  const state = { total: Number(draft?.total ?? 0), version: draft?.version ?? 0, is_draft: true }
  const items = draft ? await scores.items(draft.id) : []
  const now = context.clock()
  await scores.record(key, { kind: 'abstain', ...state, note: reason }, items, now)
  await assignmentsRepository(trx).put(key, { status }, now)
  await settleDisagreement(context, trx, entry.id, key.level, capabilities)
  return state
}

/** Takes a submission back in the moment after it: it is a draft again, with the marks as they were. */
export async function reopen(
  context: AppContext,
  trx: Db,
  { key, status: present }: OwnSeat,
  version: number,
): Promise<ScoreState> {
  const scores = scoresRepository(trx)
  const row = await scores.find(key)
  if (!row || row.version !== version) throw await staleScore(trx, row)
  const status = next(ASSIGNMENT_MACHINE, present, 'reopen')
  const now = context.clock()
  const age = now.getTime() - (row.submitted_at?.getTime() ?? 0)
  if (status === undefined || age > UNDO_MS) {
    throw new BusinessError(
      409,
      'The moment to take this score back is over. Change the marks and submit again.',
      { reason: 'TOO_LATE' },
    )
  }
  const { comment_private, comment_entrant } = row
  const items = await scores.items(row.id)
  const change = { total: Number(row.total), comment_private, comment_entrant, is_draft: true }
  const saved = await scores.save(key, version, change, items, now)
  if (!saved) throw await staleScore(trx, await scores.find(key))
  const state = { total: change.total, version: saved.version, is_draft: true }
  await scores.record(key, { kind: 'reopen', ...state }, items, now)
  await assignmentsRepository(trx).put(key, { status }, now)
  return state
}
