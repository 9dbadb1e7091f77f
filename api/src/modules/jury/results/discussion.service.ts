import type { Answer, Parsed, judgeAdded } from '@awards/shared/contract'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { decisionsRepository } from './decisions.repository.ts'
import { lockedEntryForJuror } from '../jury-access.ts'
import { requireAwarding } from '../jury.policy.ts'

/** Ends the discussion of an entry on which the jurors disagree; the reason stays on record. */
export function discussionService(context: AppContext) {
  return {
    close: (actor: Actor, { apply_order_id, reason }: Parsed<typeof judgeAdded.closeDiscussion>) =>
      context.db
        .transaction()
        .execute(async (trx): Promise<Answer<typeof judgeAdded.closeDiscussion>> => {
          const { entry, capabilities } = await lockedEntryForJuror(
            context,
            actor,
            apply_order_id,
            trx,
          )
          requireAwarding(capabilities, 1)
          if (!entry.is_to_discuss) {
            throw new BusinessError(
              409,
              'Nobody waits for a discussion of this entry. Look at the table again.',
              { reason: 'NOT_DIVERGENT' },
            )
          }
          const at =
            (await decisionsRepository(trx).closeDiscussion(apply_order_id)) ?? context.clock()
          await auditRepository(trx).record(actor, 'discussion.closed', apply_order_id, { reason })
          return { closed_at: at.toISOString() }
        }),
  }
}
