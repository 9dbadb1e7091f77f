import type { Answer, deliberation } from '@awards/shared/contract'
import { blindText, PHASES } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { isAnonymous } from '../anonymity/anonymised-entries.ts'
import { identityWords } from '../anonymity/redactions.repository.ts'
import { entryForJuror, type EntryAtStage } from '../jury-access.ts'
import { scoringLevelOf, seesOthers } from '../jury.policy.ts'
import { snapshotsRepository } from '../results/snapshots.repository.ts'
import { scoresRepository } from '../scoring/scores.repository.ts'
import { deliberationRepository } from './deliberation.repository.ts'

type Hidden = Answer<typeof deliberation.deliberation>['hidden']

export const isFrozenAt = (phase: number) => phase >= PHASES.frozen_embargo

/**
 * Why the actor sees no thread. A juror needs the own score in every phase, also where the others' are always shown.
 * Before it the answer is the same with and without a thread: that the jury disagrees would sway the score.
 */
export async function hiddenFor(
  db: Db,
  actor: Actor,
  { entry, capabilities }: EntryAtStage,
): Promise<Hidden> {
  if (actor.identity !== 1) {
    if (!seesOthers(capabilities, true)) return 'phase'
    const score = await scoresRepository(db).find({
      apply_order_id: entry.id,
      juror_id: actor.juror?.id ?? '',
      level: scoringLevelOf(actor),
    })
    if (score === undefined || score.is_draft) return 'own_score'
  }
  return (await deliberationRepository(db).find(entry.id)) ? null : 'none'
}

export const REFUSALS: Record<NonNullable<Hidden>, () => BusinessError> = {
  none: () =>
    new BusinessError(409, 'This entry is not on the agenda. Look at the agenda again.', {
      reason: 'NOT_OPEN',
    }),
  own_score: () =>
    new BusinessError(423, 'The discussion opens once your own score is in.', {
      reason: 'OWN_SCORE',
    }),
  phase: () =>
    new BusinessError(423, 'Discussions are closed in the present phase.', { reason: 'PHASE' }),
}

/** Throws 423 once the results are frozen: agenda, threads and summaries are frozen with them. */
function requireOpen({ phase }: EntryAtStage) {
  if (!isFrozenAt(phase)) return
  throw new BusinessError(
    423,
    'The results are frozen, and the discussion with them. Only a return to the deliberation opens it again.',
    { reason: 'FROZEN' },
  )
}

/** Runs a write on an open thread: scope, freeze and own score are checked under the lock against a freeze. */
export const writingOf =
  (context: AppContext) =>
  <T>(
    actor: Actor,
    id: string,
    run: (trx: Db, found: EntryAtStage) => Promise<T>,
    { needsThread = true } = {},
  ): Promise<T> =>
    context.db.transaction().execute(async (trx) => {
      await snapshotsRepository(trx).lockAgainstFreeze(id)
      const found = await entryForJuror(context, actor, id, trx)
      requireOpen(found)
      if (needsThread) {
        const hidden = await hiddenFor(trx, actor, found)
        if (hidden) throw REFUSALS[hidden]()
      }
      return run(trx, found)
    })

/** A function that blacks out in a text of the jury what names the entrant, where the actor may not know it. */
export async function redactorFor(
  db: Db,
  actor: Actor,
  { entry, capabilities }: EntryAtStage,
): Promise<(text: string) => string> {
  if (!isAnonymous(actor, capabilities)) return (text) => text
  const words = (await identityWords(db, [entry.id])).get(entry.id)
  return (text) => (words ? blindText(text, entry.title, words) : text)
}
