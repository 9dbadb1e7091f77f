import type { Answer, deliberation, Parsed } from '@awards/shared/contract'
import { blindText, blindTitle, PHASES, type Language } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { named } from '../../../lib/translated.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { isAnonymous } from '../anonymity/anonymised-entries.ts'
import { identityWords } from '../anonymity/identity-words.repository.ts'
import { entryForJuror, readerOf, viewerOf, type EntryAtStage } from '../jury-access.ts'
import { scoringLevelOf, seesOthers, staleVersion } from '../jury.policy.ts'
import { requireUnfrozen } from '../members/recusal.ts'
import { phasesService } from '../publication/phases.service.ts'
import { snapshotsRepository } from '../results/snapshots.repository.ts'
import { scoresRepository } from '../scoring/scores.repository.ts'
import {
  agendaRepository,
  deliberationRepository,
  type CommentRow,
} from './deliberation.repository.ts'

type Thread = Answer<typeof deliberation.deliberation>
type Hidden = Thread['hidden']

/** How long the author may change a comment or take it back. */
const EDIT_MS = 15 * 60_000

const isFrozenAt = (phase: number) => phase >= PHASES.frozen_embargo

/** Why the actor sees no thread. A juror needs the own score in every phase, also where the others' are always shown. */
async function hiddenFor(
  db: Db,
  actor: Actor,
  { entry, capabilities }: EntryAtStage,
): Promise<Hidden> {
  if (!(await deliberationRepository(db).find(entry.id))) return 'none'
  if (actor.identity === 1) return null
  const key = {
    apply_order_id: entry.id,
    juror_id: actor.juror?.id ?? '',
    level: scoringLevelOf(actor),
  }
  const score = await scoresRepository(db).find(key)
  if (!seesOthers(capabilities, true)) return 'phase'
  return score !== undefined && !score.is_draft ? null : 'own_score'
}

const REFUSALS: Record<NonNullable<Hidden>, () => BusinessError> = {
  none: () =>
    new BusinessError(409, 'This entry is not on the agenda. Look at the agenda again.', {
      reason: 'NOT_OPEN',
    }),
  own_score: () =>
    new BusinessError(423, 'The discussion opens once your own score is in.', {
      reason: 'OWN_SCORE',
    }),
  phase: () =>
    new BusinessError(423, 'The discussion is closed in the present phase.', { reason: 'PHASE' }),
}

/** The agenda, threads and agreed summaries. Every write waits for a freeze in progress and is refused after it. */
export function deliberationService(context: AppContext) {
  const { db, clock, config } = context

  /** Runs a write on an open thread: scope, freeze and own score are checked under the lock against a freeze. */
  const writing = <T>(
    actor: Actor,
    id: string,
    run: (trx: Db, found: EntryAtStage) => Promise<T>,
    { needsThread = true } = {},
  ): Promise<T> =>
    db.transaction().execute(async (trx) => {
      await snapshotsRepository(trx).lockAgainstFreeze(id)
      const found = await entryForJuror(context, actor, id, trx)
      requireUnfrozen(found)
      if (needsThread) {
        const hidden = await hiddenFor(trx, actor, found)
        if (hidden) throw REFUSALS[hidden]()
      }
      return run(trx, found)
    })

  return {
    async agenda(
      actor: Actor,
      { edition_id }: Parsed<typeof deliberation.agenda>,
      language: Language,
    ): Promise<Answer<typeof deliberation.agenda>> {
      const reader = readerOf(actor)
      const edition = edition_id ?? (await phasesService(context).reviewedEdition()) ?? null
      if (edition === null) {
        return { edition_id: null, revision: 0, is_frozen: false, is_meeting: false, items: [] }
      }
      const { phase, capabilities } = await editionsRepository(db).stageOf(edition, clock())
      const agenda = agendaRepository(db)
      const isShown = actor.identity === 1 || seesOthers(capabilities, true)
      const items = isShown ? await agenda.items(reader, edition) : []
      const ids = items.map(({ apply_order_id }) => apply_order_id)
      const words = isAnonymous(actor, capabilities) ? await identityWords(db, ids) : new Map()
      const { revision, is_meeting } = await agenda.state(edition)
      return {
        edition_id: edition,
        revision,
        is_frozen: isFrozenAt(phase),
        is_meeting: is_meeting && !isFrozenAt(phase),
        items: items.map((row) => {
          const own = words.get(row.apply_order_id)
          return {
            apply_order_id: row.apply_order_id,
            judging_no: row.judging_no,
            title: own ? blindTitle(row.title, own) : row.title,
            category: named(row.category_id, row.category_code, row.category_name, language),
            state: row.state,
            begun_at: row.begun_at?.toISOString() ?? null,
            comments: row.comments,
            summary: row.is_released ? 'released' : row.has_summary ? 'draft' : 'none',
          }
        }),
      }
    },

    /** Adds, orders or moves. Throws 409 `VERSION` if the agenda has changed since the caller looked. */
    changeAgenda: (
      actor: Actor,
      { apply_order_id: id, step, revision: seen }: Parsed<typeof deliberation.changeAgenda>,
    ): Promise<Answer<typeof deliberation.changeAgenda>> =>
      writing(
        actor,
        id,
        async (trx, { entry: { edition_id } }) => {
          const agenda = agendaRepository(trx)
          const revision = await agenda.lock(edition_id)
          if (revision !== seen) throw staleVersion(revision)
          const reader = readerOf(actor)
          const items = await agenda.items(reader, edition_id)
          const index = items.findIndex(({ apply_order_id }) => apply_order_id === id)
          if (step === 'add' ? index >= 0 : index < 0) {
            throw step === 'add' ? staleVersion(revision) : REFUSALS.none()
          }
          if (step === 'add') await agenda.add(id, edition_id, { user_id: actor.id, at: clock() })
          if (step === 'remove' && !(await agenda.remove(id))) {
            throw new BusinessError(
              409,
              'This entry has been discussed already. It stays on the agenda.',
              { reason: 'DISCUSSED' },
            )
          }
          const neighbour = items[index + (step === 'up' ? -1 : 1)]
          if ((step === 'up' || step === 'down') && neighbour) {
            await agenda.swap(id, neighbour.apply_order_id)
          }
          if (step === 'now') await agenda.endCurrent(reader.scope, edition_id)
          if (step === 'now' || step === 'done') await agenda.setState(id, step, clock())
          await agenda.setRevision(edition_id, revision + 1)
          await auditRepository(trx).record(actor, `agenda.${step}`, id)
          return { revision: revision + 1 }
        },
        { needsThread: false },
      ),

    async read(
      actor: Actor,
      { apply_order_id: id }: Parsed<typeof deliberation.deliberation>,
    ): Promise<Thread> {
      const found = await entryForJuror(context, actor, id, db, viewerOf(actor))
      const { entry, phase, capabilities } = found
      const is_frozen = isFrozenAt(phase)
      const hidden = await hiddenFor(db, actor, found)
      const repository = deliberationRepository(db)
      const thread = await repository.find(id)
      if (hidden || !thread) {
        const nothing = { state: null, begun_at: null, comments: [], votes: [], summary: null }
        return { apply_order_id: id, hidden, can_write: false, is_frozen, ...nothing }
      }
      const words = isAnonymous(actor, capabilities)
        ? (await identityWords(db, [id])).get(id)
        : undefined
      const redact = (text: string) => (words ? blindText(text, entry.title, words) : text)
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
      return {
        apply_order_id: id,
        hidden: null,
        can_write: !is_frozen,
        is_frozen,
        state: thread.state,
        begun_at: thread.begun_at?.toISOString() ?? null,
        comments: comments.map((row) => {
          const until = new Date(row.at.getTime() + EDIT_MS)
          const isGone = row.removed_at !== null || (row.hidden_at !== null && !isChair)
          const person = who(row)
          const isEditable =
            person.is_own && !is_frozen && !row.removed_at && !row.hidden_at && until > clock()
          return {
            id: row.id,
            level: row.level,
            ...person,
            text: isGone ? null : redactUnlessOwn(row.body, person.is_own),
            at: row.at.toISOString(),
            edited_at: row.edited_at?.toISOString() ?? null,
            is_removed: row.removed_at !== null,
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
          text: redactUnlessOwn(thread.summary, thread.summary_by === actor.id),
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
        if (!row || row.removed_at || row.hidden_at) throw gone()
        await repository.change(comment_id, {
          hidden_at: at,
          hidden_by: actor.id,
          hidden_reason: reason,
        })
        await auditRepository(trx).record(actor, 'deliberation.hidden', id, { reason })
        return { comment_id }
      }),

    summarise: (
      actor: Actor,
      input: Parsed<typeof deliberation.summarise>,
    ): Promise<Answer<typeof deliberation.summarise>> =>
      writing(actor, input.apply_order_id, async (trx) => {
        const { apply_order_id: id, text, is_released, version } = input
        const repository = deliberationRepository(trx)
        if (is_released) await requireReleasable(trx, id, text)
        const to = { text, is_released, by: actor.id, at: clock() }
        if (!(await repository.summarise(id, version, to))) {
          throw staleVersion((await repository.find(id))?.summary_version ?? 0)
        }
        const word = is_released ? 'released' : 'written'
        await auditRepository(trx).record(actor, `summary.${word}`, id)
        return { version: version + 1 }
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
  if (!row || row.juror_id !== actor.juror?.id || row.removed_at || row.hidden_at) throw gone()
  if (now.getTime() - row.at.getTime() <= EDIT_MS) return
  throw new BusinessError(409, 'The time to change this comment is over. Write another one.', {
    reason: 'TOO_LATE',
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
