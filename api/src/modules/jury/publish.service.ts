import type { Answer, Parsed, judgeAdded } from '@awards/shared/contract'
import { DECISION_STATUS, PHASES } from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import type { AppContext } from '../../app/app-context.ts'
import { BusinessError } from '../../app/business-error.ts'
import type { Db } from '../../db/database.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { CERTIFICATE_JOBS } from '../documents/certificate-proofs.ts'
import { decisionsRepository } from './decisions.repository.ts'
import { translated } from '../../app/translated.ts'
import { requirePublishing } from './jury.policy.ts'
import { phasesRepository } from './phases.repository.ts'
import { phasesService } from './phases.service.ts'
import { publishRepository, type ResultRow } from './publish.repository.ts'

type Input = Parsed<typeof judgeAdded.publish>
type Published = Answer<typeof judgeAdded.publish>

/** An offer of a winner package stands for this long (domain page §2.5). */
const OFFER_DAYS = 60
const DAY_MS = 86_400_000

const D = DECISION_STATUS
const UNDECIDED: readonly number[] = [D.provisional]

/** What publication would do with the decided entries of an edition. */
function planOf(results: readonly ResultRow[]) {
  const awarded = results.filter((row) => row.decision_status === D.confirmed && row.award_id)
  const open = results.filter((row) => UNDECIDED.includes(row.decision_status))
  const declined = results.filter((row) => !awarded.includes(row) && !open.includes(row))
  const skipped = [
    ...open.map(({ id }) => ({ id, reason: 'NOT_CONFIRMED' })),
    ...awarded.filter((row) => !row.has_licence).map(({ id }) => ({ id, reason: 'NO_LICENCE' })),
  ]
  return { awarded, declined, skipped }
}

/** Publishes an edition: everything appears in one transaction, or nothing does (scenario S24). */
export function publishService(context: AppContext) {
  const { db, clock } = context
  const phases = phasesService(context)

  return {
    publish: (actor: Actor, { edition_id, dry_run }: Input): Promise<Published> =>
      db.transaction().execute(async (trx) => {
        const repository = publishRepository(trx)
        const edition = await repository.lockEdition(edition_id)
        if (!edition) {
          throw new BusinessError(
            404,
            'There is no such edition. Reload the page and choose again.',
          )
        }
        requirePublishing(await phases.phaseOf(edition_id, trx))
        const plan = planOf(await repository.results(edition_id))
        const { awarded, declined, skipped } = plan
        const summary = {
          awarded: awarded.length,
          not_awarded: declined.length,
          shown: awarded.filter(({ has_licence }) => has_licence).length,
          certificates: awarded.length,
          skipped,
          changes: [],
        }
        if (dry_run) {
          return { ...summary, published_at: edition.results_published_at?.toISOString() ?? null }
        }
        const certificates = await carryOut(context, trx, actor, plan)
        const publishedAt = await repository.closeEdition(edition_id, clock())
        const phase = await repository.publishedPhase(edition_id, PHASES.published)
        if (phase) await phasesRepository(trx).force(edition_id, phase.id)
        await auditRepository(trx).record(actor, 'edition.published', edition_id, {
          after: { ...summary, certificates },
        })
        return { ...summary, certificates, published_at: publishedAt.toISOString() }
      }),
  }
}

async function carryOut(
  { clock, jobs, mail }: AppContext,
  trx: Db,
  actor: Actor,
  { awarded, declined }: ReturnType<typeof planOf>,
): Promise<number> {
  const now = clock()
  const repository = publishRepository(trx)
  const offerEnds = new Date(now.getTime() + OFFER_DAYS * DAY_MS)
  let certificates = 0
  for (const row of awarded) {
    await repository.award(row, now, offerEnds)
    if (await repository.certify(row, now)) certificates += 1
    await repository.announce(row.id, 'awarded', now)
    const decision = { kind: 'publish', level: 1, by_user_id: actor.id, reason: '' } as const
    await decisionsRepository(trx).record(
      { ...decision, apply_order_id: row.id, award_id: row.award_id },
      now,
    )
    await mail.enqueue(trx, {
      to: row.email,
      template: 'results_published',
      language: row.language,
      params: {
        entry_no: row.entry_no,
        title: row.title,
        apply_order_id: row.id,
        award: translated(row.award_name, row.language),
      },
      dedupeKey: `results:${row.id}`,
    })
  }
  for (const { id, email, language, entry_no, title } of declined) {
    await repository.decline(id, now)
    await repository.announce(id, 'not_awarded', now)
    await mail.enqueue(trx, {
      to: email,
      template: 'results_not_awarded',
      language,
      params: { entry_no, title },
      dedupeKey: `results:${id}`,
    })
  }
  if (certificates > 0) await jobs.enqueue(trx, CERTIFICATE_JOBS.sign, {}, { key: 'all' })
  return certificates
}
