import type { Answer, deliberation, Parsed } from '@awards/shared/contract'
import { hasMask, blindText, PHASES } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { isAnonymous } from '../anonymity/anonymised-entries.ts'
import { identityWords } from '../anonymity/redactions.repository.ts'
import { entryForJuror, viewerOf, type EntryAtStage } from '../jury-access.ts'
import { scoringLevelOf, staleVersion, seesOthers } from '../jury.policy.ts'
import { snapshotsRepository } from '../results/snapshots.repository.ts'
import { scoresRepository } from '../scoring/scores.repository.ts'
import { deliberationRepository, type CommentRow } from './deliberation.repository.ts'

type Thread = Answer<typeof deliberation.deliberation>
type Hidden = Thread['hidden']

export const isFrozenAt = (phase: number) => phase >= PHASES.frozen_embargo

/**
 * Why the actor sees no thread. A juror needs the own score in every phase, also where the others' are always shown.
 * Before it the answer is the same with and without a thread: that the jury disagrees would sway the score.
 */
async function hiddenFor(
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
async function redactorFor(
  db: Db,
  actor: Actor,
  { entry, capabilities }: EntryAtStage,
): Promise<(text: string) => string> {
  if (!isAnonymous(actor, capabilities)) return (text) => text
  const words = (await identityWords(db, [entry.id])).get(entry.id)
  return (text) => (words ? blindText(text, entry.title, words) : text)
}

/** How long the author may change a comment or take it back. */
const EDIT_MS = 15 * 60_000

/** Threads and their comments. Every write waits for a freeze in progress and is refused after it. */
export function deliberationService(context: AppContext) {
  const { db, clock, config } = context
  const writing = writingOf(context)

  return {
    async read(
      actor: Actor,
      { apply_order_id: id }: Parsed<typeof deliberation.deliberation>,
    ): Promise<Thread> {
      const found = await entryForJuror(context, actor, id, db, viewerOf(actor))
      const { phase, capabilities } = found
      const is_frozen = isFrozenAt(phase)
      const hidden = await hiddenFor(db, actor, found)
      const repository = deliberationRepository(db)
      const thread = await repository.find(id)
      if (hidden || !thread) {
        const nothing = { state: null, begun_at: null, comments: [], votes: [], summary: null }
        return { apply_order_id: id, hidden, can_write: false, is_frozen, ...nothing }
      }
      const redact = await redactorFor(db, actor, found)
      // Authors get what they wrote: an editor that opens with redacted words would save the redaction.
      const redactUnlessOwn = (text: string, isOwn: boolean) => (isOwn ? text : redact(text))
      const isChair = actor.identity === 1
      const isOpen = isChair || capabilities.see_juror_names
      const ownId = actor.juror?.id
      const isReadable = ({ level }: { level: number }) => actor.identity !== 2 || level < 3
      const who = ({
        juror_id,
        name,
        letter,
      }: Pick<CommentRow, 'juror_id' | 'name' | 'letter'>) => {
        const is_own = juror_id === ownId
        return { is_own, is_named: isOpen || is_own, juror: isOpen || is_own ? name : letter }
      }
      const comments = (await repository.comments(id, config.secret)).filter(
        (row) => isReadable(row) && (isChair || !row.is_excluded),
      )
      const votes = (await repository.votes(id, config.secret)).filter(isReadable)
      const summary = redactUnlessOwn(thread.summary, thread.summary_by === actor.id)
      return {
        apply_order_id: id,
        hidden: null,
        can_write: !is_frozen,
        is_frozen,
        state: thread.state,
        begun_at: thread.begun_at?.toISOString() ?? null,
        comments: comments.map((row) => {
          const until = new Date(row.at.getTime() + EDIT_MS)
          const isTaken = row.removed_at !== null || row.erased_at !== null
          const isGone = isTaken || (row.hidden_at !== null && !isChair)
          const person = who(row)
          const isEditable =
            person.is_own && !is_frozen && !isTaken && !row.hidden_at && until > clock()
          return {
            id: row.id,
            level: row.level,
            ...person,
            text: isGone ? null : redactUnlessOwn(row.body, person.is_own),
            at: row.at.toISOString(),
            edited_at: row.edited_at?.toISOString() ?? null,
            is_removed: row.removed_at !== null,
            is_erased: row.erased_at !== null,
            is_hidden: row.hidden_at !== null,
            hidden_reason:
              row.hidden_reason && (isChair || person.is_own) ? redact(row.hidden_reason) : null,
            is_excluded: row.is_excluded,
            editable_until: isEditable ? until.toISOString() : null,
          }
        }),
        votes: votes.map((row) => {
          const person = who(row)
          return {
            level: row.level,
            ...person,
            juror: person.juror ?? '?',
            before: isChair || person.is_own ? row.before : null,
            total: row.total,
            change: row.change,
          }
        }),
        summary: {
          text: summary,
          is_masked: summary !== thread.summary,
          is_released: thread.is_released,
          version: thread.summary_version,
        },
      }
    },

    comment: (
      actor: Actor,
      { apply_order_id: id, comment_id, text: body }: Parsed<typeof deliberation.comment>,
    ): Promise<Answer<typeof deliberation.comment>> =>
      writing(actor, id, async (trx) => {
        const repository = deliberationRepository(trx)
        const at = clock()
        if (comment_id) {
          await requireOwn(trx, actor, id, comment_id, at)
          await repository.change(comment_id, { body, edited_at: at })
          return { comment_id }
        }
        const juror_id = actor.juror?.id ?? ''
        const level = actor.identity === 1 ? 1 : scoringLevelOf(actor)
        return {
          comment_id: await repository.add({ apply_order_id: id, juror_id, level, body, at }),
        }
      }),

    /** With a reason the chair hides a comment; without one the author takes it back. */
    removeComment: (
      actor: Actor,
      { apply_order_id: id, comment_id, reason }: Parsed<typeof deliberation.removeComment>,
    ): Promise<Answer<typeof deliberation.removeComment>> =>
      writing(actor, id, async (trx) => {
        const repository = deliberationRepository(trx)
        const at = clock()
        if (actor.identity !== 1 || !reason) {
          await requireOwn(trx, actor, id, comment_id, at)
          await repository.change(comment_id, { body: '', removed_at: at })
          return { comment_id }
        }
        const row = await repository.comment(id, comment_id)
        if (!row || row.removed_at || row.erased_at || row.hidden_at) throw gone()
        await repository.change(comment_id, {
          hidden_at: at,
          hidden_by: actor.id,
          hidden_reason: reason,
        })
        await auditRepository(trx).record(actor, 'deliberation.hidden', id, { reason })
        return { comment_id }
      }),
  }
}

const gone = () =>
  new BusinessError(409, 'This comment is not there any more. Look at the discussion again.', {
    reason: 'GONE',
  })

/** Throws 409 for a comment of somebody else, of another thread, taken back or hidden, and after `EDIT_MS`. */
async function requireOwn(trx: Db, actor: Actor, entryId: string, id: string, now: Date) {
  const row = await deliberationRepository(trx).comment(entryId, id)
  const isGone = !row || row.removed_at || row.erased_at || row.hidden_at
  if (isGone || row.juror_id !== actor.juror?.id) throw gone()
  if (now.getTime() - row.at.getTime() <= EDIT_MS) return
  throw new BusinessError(409, 'The time to change this comment is over. Write another one.', {
    reason: 'TOO_LATE',
  })
}

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
