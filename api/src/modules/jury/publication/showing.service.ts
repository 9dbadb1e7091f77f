import type { Answer, Parsed, judge } from '@awards/shared/contract'
import { ENTRY_STATUS } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { entryForJuror } from '../jury-access.ts'
import { juryEntriesRepository } from '../lists/jury-entries.repository.ts'
import { scopeOf } from '../jury.policy.ts'
import { showingRepository, type ShowableEntry } from './publish.repository.ts'

type Refusal = 'NOT_AWARDED' | 'NO_LICENCE' | 'NOT_PUBLISHED' | 'OUT_OF_SCOPE'

const MESSAGES: Readonly<Record<Refusal, string>> = {
  NOT_AWARDED: 'Only awarded entries are shown. This one has no published award.',
  NO_LICENCE: 'The entrant has not allowed the pictures to be shown. Ask the entrant first.',
  NOT_PUBLISHED: 'The results of this edition are not published yet. Publish them first.',
  OUT_OF_SCOPE: 'This entry is not on your list.',
}

/** Why an entry cannot be shown, or undefined (domain page §2.5, `is_show`). */
function refusalOf(entry: ShowableEntry): Refusal | undefined {
  if (!entry.is_published) return 'NOT_PUBLISHED'
  if (entry.entry_status !== ENTRY_STATUS.awarded) return 'NOT_AWARDED'
  return entry.has_licence ? undefined : 'NO_LICENCE'
}

/** Shows and hides winners on the public site. */
export function showingService(context: AppContext) {
  const { db, clock } = context

  async function set(
    trx: Db,
    actor: Actor,
    entry: ShowableEntry,
    isShown: boolean,
    reason?: string,
  ) {
    if (entry.is_show === isShown) return
    await showingRepository(trx).set(entry.id, isShown, clock())
    await auditRepository(trx).record(actor, isShown ? 'entry.shown' : 'entry.hidden', entry.id, {
      before: { is_show: entry.is_show },
      after: { is_show: isShown },
      reason,
    })
  }

  return {
    /** Shows or hides one entry. 409 with a reason if it cannot be shown; hiding needs a reason (422). */
    async one(actor: Actor, input: Parsed<typeof judge.isShow>) {
      const { apply_order_id: id, is_show, reason } = input
      await entryForJuror(context, actor, id)
      return db.transaction().execute(async (trx) => {
        const [entry] = await showingRepository(trx).lock([id])
        const refusal = entry && is_show ? refusalOf(entry) : undefined
        if (refusal) throw new BusinessError(409, MESSAGES[refusal], { reason: refusal })
        requireReason(is_show, reason)
        if (entry) await set(trx, actor, entry, is_show, reason)
        return { is_show }
      })
    },

    /** Shows or hides entries; skips those that cannot be shown, with their reason. */
    async many(
      actor: Actor,
      input: Parsed<typeof judge.batchShow>,
    ): Promise<Answer<typeof judge.batchShow>> {
      const { apply_order_ids, is_show, reason } = input
      requireReason(is_show, reason)
      return db.transaction().execute(async (trx) => {
        const reachable = await juryEntriesRepository(trx).reachable(
          scopeOf(actor),
          apply_order_ids,
        )
        const skipped = [...new Set(apply_order_ids)]
          .filter((id) => !reachable.includes(id))
          .map((id) => ({ id, reason: 'OUT_OF_SCOPE' }))
        const updated: string[] = []
        for (const entry of await showingRepository(trx).lock(reachable)) {
          const refusal = is_show ? refusalOf(entry) : undefined
          if (refusal) skipped.push({ id: entry.id, reason: refusal })
          else {
            await set(trx, actor, entry, is_show, reason)
            updated.push(entry.id)
          }
        }
        return { updated, skipped }
      })
    },
  }
}

function requireReason(isShown: boolean, reason: string | undefined) {
  if (isShown || reason) return
  throw new BusinessError(422, { reason: ['Say why this is hidden'] })
}
