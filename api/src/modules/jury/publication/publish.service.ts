import type { Answer, Parsed, judgeAdded, judge } from '@awards/shared/contract'
import { PHASES, type Language, ENTRY_STATUS } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { translated } from '../../../lib/localised.ts'
import type { Db } from '../../../db/database.ts'
import type { MailRequest } from '../../../mail/mail-texts.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { CERTIFICATE_JOBS } from '../../documents/certificates/certificates.repository.ts'
import { figuresByEntry } from '../results/aggregates.repository.ts'
import { requirePublishing, scopeOf } from '../jury.policy.ts'
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
import {
  publishRepository,
  type ResultRow,
  showingRepository,
  type ShowableEntry,
} from './publish.repository.ts'
import { withChairTitles } from '../anonymity/anonymised-entries.ts'
import { freezeResults } from '../results/snapshots.service.ts'
import { DAY_MS } from '../../../lib/time.ts'
import { entryForJuror } from '../jury-access.ts'
import { juryEntriesRepository } from '../lists/jury-entries.repository.ts'

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
     * read; 409 `PLAN_CHANGED` if it changed. The answer leaves out entries in conflict with the chair. Throws as `scopeOf`.
     */
    async publish(
      actor: Actor,
      { edition_id, dry_run, without_award, plan: seen }: Input,
      language: Language,
    ): Promise<Published> {
      const { juror_id } = scopeOf(actor)
      return db.transaction().execute(async (trx) => {
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
        const results = await repository.results(edition_id, juror_id)
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
      })
    },
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
