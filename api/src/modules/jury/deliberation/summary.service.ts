import type { Answer, deliberation, Parsed } from '@awards/shared/contract'
import { hasMask } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { staleVersion } from '../jury.policy.ts'
import { deliberationRepository } from './deliberation.repository.ts'
import { redactorFor, REFUSALS, writingOf } from './thread-access.ts'

/** The agreed summary of a thread: written and released by the chair, read by the entrant with the results. */
export function summaryService(context: AppContext) {
  const writing = writingOf(context)
  return {
    /** A released summary changes only after it was reopened with a reason, which is in the record. */
    summarise: (
      actor: Actor,
      input: Parsed<typeof deliberation.summarise>,
    ): Promise<Answer<typeof deliberation.summarise>> =>
      writing(actor, input.apply_order_id, async (trx, found) => {
        const { apply_order_id: id, is_released, version, reason } = input
        const repository = deliberationRepository(trx)
        const thread = await repository.lock(id)
        if (!thread || thread.erased_at) throw REFUSALS.none()
        if (thread.summary_version !== version) throw staleVersion(thread.summary_version)
        const isReopened = thread.is_released
        if (isReopened && (is_released || !reason)) throw released()
        const redact = await redactorFor(trx, actor, found)
        const isOwn = thread.summary_by === actor.id
        const text = unmasked(
          input.text,
          thread.summary,
          isOwn ? thread.summary : redact(thread.summary),
        )
        if (is_released) await requireReleasable(trx, id, text)
        // Who releases the words of somebody else has not written them, and goes on reading them redacted.
        const by = text === thread.summary ? thread.summary_by : actor.id
        await repository.summarise(id, { text, is_released, by, at: context.clock() })
        const word = isReopened ? 'reopened' : is_released ? 'released' : 'written'
        const facts = isReopened && reason ? { reason } : {}
        await auditRepository(trx).record(actor, `summary.${word}`, id, {
          ...facts,
          after: { version: version + 1 },
        })
        return { version: version + 1 }
      }),
  }
}

const released = () =>
  new BusinessError(
    409,
    'This summary is released. Reopen it with a reason before you change it.',
    {
      reason: 'RELEASED',
    },
  )

/** The text to keep. What came back as it was shown is the original; throws 422 for a mask in a new text. */
function unmasked(given: string, original: string, shown: string): string {
  if (given === shown) return original
  if (!hasMask(given)) return given
  throw new BusinessError(422, {
    text: ['Names are blacked out in this text for you. Write the passage without them'],
  })
}

/** Throws 422 for an empty summary, and for one that names a juror: entrants know jurors by letters only. */
async function requireReleasable(trx: Db, id: string, text: string) {
  if (text === '')
    throw new BusinessError(422, { text: ['Write what was agreed before you release it'] })
  const lower = text.toLowerCase()
  const names = await deliberationRepository(trx).jurorNames(id)
  if (names.some((name) => lower.includes(name.toLowerCase()))) {
    throw new BusinessError(422, {
      text: ['Leave out the names of jurors: the entrant reads this'],
    })
  }
}
