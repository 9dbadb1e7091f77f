import type { Answer, Parsed, judgeAdded } from '@awards/shared/contract'
import {
  ENTRY_STATUS,
  PHASES,
  entryStatusText,
  statusAfterAsking,
  type Phase,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { correctionMail } from '../../entries/entries.mapper.ts'
import { entriesRepository, type EntryRecord } from '../../entries/entries.repository.ts'
import { changeEntryStatus } from '../../entries/entry-status.repository.ts'
import { correctionsRepository } from './scores.repository.ts'
import { lockedEntryForJuror } from '../jury-access.ts'
import { has } from '../jury.policy.ts'
import { DAY_MS, HOUR_MS } from '../../../lib/time.ts'

type Input = Parsed<typeof judgeAdded.requestCorrection>
type Requested = Answer<typeof judgeAdded.requestCorrection>
type EntryState = { id: string; edition_id: string; entry_status: number }

const WEEK_MS = 7 * DAY_MS

/** Correction requests: return a registered entry to its entrant until judging begins. */
export function correctionsService(context: AppContext) {
  const { db, clock, mail } = context

  /** Latest due date: the start of judging, or four weeks from now. Undefined if that is less than an hour away. */
  async function latestDueDate({ edition_id }: EntryState, phase: Phase, target: typeof db) {
    if (phase >= PHASES.first_level_scoring) return undefined
    const start = await correctionsRepository(target).judgingStart(edition_id)
    const latest = start ?? new Date(clock().getTime() + 4 * WEEK_MS)
    return latest.getTime() - clock().getTime() > HOUR_MS ? latest : undefined
  }

  /** The status after a request, undefined if it is not allowed. */
  async function statusAfter({ id, entry_status }: EntryState, target: typeof db) {
    const { correction_due_at } = await correctionsRepository(target).correction(id)
    return statusAfterAsking({ entry_status, correction_due_at }, clock())
  }

  return {
    /** Note and due date while a correction is requested, else null. */
    async openRequest({ id, entry_status }: EntryState) {
      if (entry_status !== ENTRY_STATUS.correction_requested) return null
      const { correction_note, correction_due_at } = await correctionsRepository(db).correction(id)
      if (!correction_due_at) return null
      return { note: correction_note ?? '', due_at: correction_due_at.toISOString() }
    },

    /** Latest due date the actor may set, as ISO string; null if the actor may not request a correction now. */
    async latestPossibleDate(
      actor: Actor,
      entry: EntryState,
      phase: Phase,
    ): Promise<string | null> {
      if (!has(actor, 'can_assign')) return null
      const latest = await latestDueDate(entry, phase, db)
      const status = latest && (await statusAfter(entry, db))
      return status === undefined ? null : (latest?.toISOString() ?? null)
    },

    /** Requests a correction and mails the entrant. 409 with `STATUS`, `CORRECTION_OPEN` or `JUDGING`. */
    request: (actor: Actor, input: Input): Promise<Requested> =>
      db.transaction().execute(async (trx) => {
        const { entry, phase } = await lockedEntryForJuror(
          context,
          actor,
          input.apply_order_id,
          trx,
        )
        const status = await statusAfter(entry, trx)
        if (status === undefined) throw notPossible(entry.entry_status)
        const latest = await latestDueDate(entry, phase, trx)
        if (!latest) throw judgingBegins()
        const now = clock()
        const due = dueOf(input, now, latest)
        const entries = entriesRepository(trx)
        await entries.update(entry.id, entry.version, {
          correction_note: input.note,
          correction_due_at: due,
          updated_at: now,
        })
        // No effect on an overdue request: the entry has the status already.
        await changeEntryStatus(trx, 'ask_correction', [entry.id])
        await entries.record(entry.id, 'correction_requested', now, {
          detail: input.note,
        })
        await auditRepository(trx).record(actor, 'entry.correction_requested', entry.id, {
          before: { entry_status: entry.entry_status },
          after: { entry_status: status, correction_due_at: due.toISOString() },
          reason: input.note,
        })
        const asked = { note: input.note, due }
        await mailEntrant(trx, await entries.find(entry.id), entry.version, asked)
        return {
          entry_status: status,
          entry_status_text: entryStatusText(status),
          correction_due_at: due.toISOString(),
        }
      }),
  }

  async function mailEntrant(
    trx: typeof db,
    entry: EntryRecord | undefined,
    version: number,
    asked: { note: string; due: Date },
  ) {
    if (!entry) throw new Error('An entry vanished while it was handed back')
    const entrant = await correctionsRepository(trx).entrant(entry.user_id)
    const handedBack = { ...entry, version, timezone: entry.edition_timezone }
    await mail.enqueue(trx, correctionMail(handedBack, entrant, asked))
  }
}

/** The chair's date, else one week from now, at the latest the start of judging. Throws 422 for a date outside. */
function dueOf({ due_at }: Input, now: Date, latest: Date): Date {
  if (due_at === undefined) return new Date(Math.min(now.getTime() + WEEK_MS, latest.getTime()))
  const due = new Date(due_at)
  if (due <= now) {
    throw new BusinessError(422, { due_at: ['Choose a date in the future'] })
  }
  if (due > latest) {
    throw new BusinessError(
      422,
      { due_at: ['Choose a date before judging begins'] },
      { latest: latest.toISOString() },
    )
  }
  return due
}

const judgingBegins = () =>
  new BusinessError(
    409,
    'Judging has begun or is about to, so this entry can no longer be handed back.',
    { reason: 'JUDGING' },
  )

const notPossible = (status: number) =>
  status === ENTRY_STATUS.correction_requested
    ? new BusinessError(
        409,
        'This entry is with its entrant already. You can ask again once its date is over.',
        { reason: 'CORRECTION_OPEN' },
      )
    : new BusinessError(
        409,
        'Only a registered entry can be handed back. Reload the page to see how far this one is.',
        { reason: 'STATUS' },
      )
