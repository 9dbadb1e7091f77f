import type { Answer, Parsed, judgeAdded } from '@awards/shared/contract'
import { PHASES, type Language } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { translated } from '../../../lib/translated.ts'
import type { Db } from '../../../db/database.ts'
import type { MailRequest } from '../../../mail/mail-texts.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { CERTIFICATE_JOBS } from '../../documents/certificates/certificate-proofs.repository.ts'
import { figuresByEntry } from '../results/aggregates.ts'
import { requirePublishing } from '../jury.policy.ts'
import { phasesRepository } from './phases.repository.ts'
import { phasesService } from './phases.service.ts'
import {
  changesOf,
  checklistOf,
  withoutConflicts,
  planFingerprint,
  publishPlan,
  summaryOf,
  withFigures,
  withoutDecision,
  type PublishPlan,
} from './publish-plan.ts'
import { publishRepository, type ResultRow } from './publish.repository.ts'
import { withChairTitles } from '../anonymity/anonymised-entries.ts'
import { freezeResults } from '../results/snapshots.service.ts'
import { DAY_MS } from '../../../lib/durations.ts'

type Input = Parsed<typeof judgeAdded.publish>
type Published = Answer<typeof judgeAdded.publish>

/** Validity of winner package offers (domain page §2.5). */
const OFFER_DAYS = 60

/** Publishes an edition in one transaction (scenario S24). */
export function publishService(context: AppContext) {
  const { db, clock } = context
  const phases = phasesService(context)

  return {
    /**
     * Idempotent: a second call publishes only what was left open. `plan` is the fingerprint of the dry run that the chair
     * read; 409 `PLAN_CHANGED` if it changed. The answer leaves out entries in conflict with the chair.
     */
    publish: (
      actor: Actor,
      { edition_id, dry_run, without_award, plan: seen }: Input,
      language: Language,
    ): Promise<Published> =>
      db.transaction().execute(async (trx) => {
        const repository = publishRepository(trx)
        // Serialises two chairs; the second finds nothing left to publish.
        const edition = await repository.lockEdition(edition_id)
        if (!edition) {
          throw new BusinessError(
            404,
            'There is no such edition. Reload the page and choose again.',
          )
        }
        requirePublishing((await phases.stageOf(edition_id, trx)).capabilities)
        if (!dry_run) await freezeResults(trx, edition_id, actor.id, clock())
        const results = await repository.results(edition_id, actor.juror?.id ?? '0')
        const figures = await figuresByEntry(
          trx,
          results.map(({ id }) => id),
        )
        const rows = withFigures(results, figures)
        const visibleRows = withoutConflicts(rows)
        const fingerprint = planFingerprint(visibleRows)
        if (!dry_run && seen !== undefined && seen !== fingerprint) throw planChanged()
        const plan = publishPlan(rows, without_award)
        const visiblePlan = publishPlan(visibleRows, without_award)
        const summary = {
          ...summaryOf(visiblePlan),
          plan: fingerprint,
          checklist: await withChecklistTitles(context, trx, checklistOf(visibleRows, language)),
          without_decision: withoutDecision(visibleRows),
        }
        if (dry_run) {
          return {
            ...summary,
            certificates: visiblePlan.awarded.length,
            published_at: edition.results_published_at?.toISOString() ?? null,
            changes: await withChairTitles(context, trx, changesOf(visiblePlan, language)),
          }
        }
        const certified = await applyPublication(context, trx, actor, plan)
        const publishedAt = await repository.closeEdition(edition_id, clock())
        const phase = await repository.publishedPhase(edition_id, PHASES.published)
        if (phase) await phasesRepository(trx).force(edition_id, phase.id)
        await auditRepository(trx).record(actor, 'edition.published', edition_id, {
          after: { ...summaryOf(plan), certificates: certified.size, without_award },
        })
        return {
          ...summary,
          certificates: visiblePlan.awarded.filter(({ id }) => certified.has(id)).length,
          published_at: publishedAt.toISOString(),
          changes: [],
        }
      }),
  }
}

const planChanged = () =>
  new BusinessError(
    409,
    'Entries, votes or decisions changed since you looked. Look at what would be published again.',
    { reason: 'PLAN_CHANGED' },
  )

/** A checklist with titles redacted as the chair may read them. */
async function withChecklistTitles(
  context: AppContext,
  trx: Db,
  checklist: Published['checklist'],
): Promise<Published['checklist']> {
  const titles = new Map<string, string>()
  const all = checklist.flatMap(({ entries }) => entries)
  const once = new Map(all.map((entry) => [entry.apply_order_id, entry]))
  for (const { apply_order_id, title } of await withChairTitles(context, trx, [...once.values()])) {
    titles.set(apply_order_id, title)
  }
  return checklist.map((line) => ({
    ...line,
    entries: line.entries.map((entry) => ({
      ...entry,
      title: titles.get(entry.apply_order_id) ?? entry.title,
    })),
  }))
}

/** Writes the plan, with mails and jobs; returns the ids of entries with a new certificate. */
async function applyPublication(
  { clock, jobs, mail }: AppContext,
  trx: Db,
  actor: Actor,
  { awarded, declined, open }: PublishPlan,
): Promise<Set<string>> {
  const now = clock()
  const repository = publishRepository(trx)
  const winners = awarded.map(({ id }) => id)
  const others = declined.map(({ id }) => id)

  await repository.freeze([...winners, ...others])
  await repository.award(winners, now, new Date(now.getTime() + OFFER_DAYS * DAY_MS))
  const certified = new Set(await repository.certify(winners, now))
  await repository.recordDecisions(winners, actor.id, now)
  await repository.addTimelineEvents(winners, 'awarded', now)
  await repository.decline(others, now)
  await repository.addTimelineEvents(others, 'not_awarded', now)
  await repository.reopen(open.map(({ id }) => id))
  await mail.enqueueMany(trx, [...awarded.map(awardedMail), ...declined.map(notAwardedMail)])
  if (certified.size > 0) await jobs.enqueue(trx, CERTIFICATE_JOBS.sign, {}, { key: 'all' })
  return certified
}

const awardedMail = (row: ResultRow): MailRequest => ({
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

const notAwardedMail = (row: ResultRow): MailRequest => ({
  to: row.email,
  template: 'results_not_awarded',
  language: row.language,
  params: { entry_no: row.entry_no, title: row.title },
  dedupeKey: `results:${row.id}`,
})
