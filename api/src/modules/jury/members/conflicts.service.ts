import type { Answer, Parsed, juryDesk, jurySeat } from '@awards/shared/contract'
import {
  isDismissable,
  type Language,
  PUBLIC_MAIL_DOMAINS,
  ASSIGNMENT_MACHINE,
  ASSIGNMENT_STATUS,
  ENTRY_STATUS,
  PHASES,
  next,
  type Stage,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import {
  conflictsRepository,
  type ConflictRecord,
  agreementRepository,
} from './conflicts.repository.ts'
import { lockedEntryForJuror, type EntryAtStage } from '../jury-access.ts'
import { noSeat, outOfScope, scopeOf, type ScoringLevel } from '../jury.policy.ts'
import { phasesService } from '../publication/phases.service.ts'
import { withChairTitles } from '../anonymity/anonymised-entries.ts'
import { toEntryLink } from '../jury-scope.repository.ts'
import { translated } from '../../../lib/localised.ts'
import type { Db } from '../../../db/database.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { assignmentsRepository } from '../assignment/assignments.repository.ts'
import { assignReplacement } from '../assignment/assignments.service.ts'

type Pin = Parsed<typeof juryDesk.pinConflict>
type Dismissal = Parsed<typeof juryDesk.dismissConflict>
type ListInput = Parsed<typeof juryDesk.conflictList>

/** Conflicts of interest: declared by jurors, pinned and dismissed by chairs. */
export function conflictsService(context: AppContext) {
  const { db, clock } = context

  return {
    async declare(
      actor: Actor,
      { apply_order_id, type, note }: Parsed<typeof jurySeat.declareConflict>,
    ): Promise<Answer<typeof jurySeat.declareConflict>> {
      await db
        .transaction()
        .execute((trx) => declareConflict(context, trx, actor, apply_order_id, { type, note }))
      return { declared: true }
    },

    /** The actor's own declarations, by judging number only. */
    async ofActor({ juror }: Actor): Promise<Answer<typeof jurySeat.conflicts>> {
      if (!juror) throw noSeat()
      const rows = await conflictsRepository(db).declaredBy(juror.id)
      return rows.map(({ judging_no, type, source, at }) => ({
        judging_no,
        type: type as ConflictRecord['type'],
        source: source as ConflictRecord['source'],
        at: at.toISOString(),
      }))
    },

    async list(
      actor: Actor,
      input: ListInput,
      language: Language,
    ): Promise<Answer<typeof juryDesk.conflictList>> {
      const edition_id = input.edition_id ?? (await phasesService(context).reviewedEdition())
      const scope = scopeOf(actor)
      const { rows, total } = await conflictsRepository(db).list(scope, { ...input, edition_id })
      const { current, pageSize } = input
      const titled = await withChairTitles(context, db, rows)
      return { list: titled.map((row) => toRow(row, language)), total, current, pageSize }
    },

    /** Pins a conflict and recuses the juror. Throws 409 if it is pinned, 423 once decisions are frozen. */
    pin: (actor: Actor, input: Pin): Promise<Answer<typeof juryDesk.pinConflict>> =>
      db.transaction().execute(async (trx) => {
        const { apply_order_id, juror_id, type, note } = input
        const at = await lockedEntryForJuror(context, actor, apply_order_id, trx)
        requireUnfrozen(at)
        const repository = conflictsRepository(trx)
        const juror = await repository.findActiveJuror(juror_id)
        if (!juror) throw new BusinessError(422, { juror_id: ['Choose a juror from the list'] })
        const key = { apply_order_id, juror_id }
        const before = await repository.lockByKey(key)
        if (before?.is_pinned && before.state === 'standing') throw alreadyPinned()
        // A declared conflict keeps its type and its confidential note.
        const isDeclared = before?.source === 'self' && before.state === 'standing'
        if (isDeclared) await repository.pin(before.id)
        const conflict_id = isDeclared
          ? before.id
          : await repository.upsert(
              key,
              { type, note, source: 'organiser', is_pinned: true },
              actor.id,
              clock(),
            )
        if (juror.level !== 1) {
          await recuseFromEntry(context, trx, at, juror_id, juror.level === 3 ? 3 : 2)
        }
        await auditRepository(trx).record(actor, 'conflict.pinned', apply_order_id, {
          after: { juror_id, type },
          reason: note,
        })
        return { conflict_id }
      }),

    /** Dismisses a detected conflict; declared and pinned ones cannot be dismissed (409). */
    dismiss: (
      actor: Actor,
      { conflict_id, reason }: Dismissal,
    ): Promise<Answer<typeof juryDesk.dismissConflict>> =>
      db.transaction().execute(async (trx) => {
        const repository = conflictsRepository(trx)
        const conflict = await repository.lock(conflict_id)
        if (!conflict) throw outOfScope()
        // Throws 403 if the chair is in conflict with the entry.
        const at = await lockedEntryForJuror(context, actor, conflict.apply_order_id, trx)
        if (!isDismissable(conflict)) throw notDismissable()
        requireUnfrozen(at)
        if (conflict.state === 'standing') {
          await repository.dismiss(conflict_id, actor.id, reason, clock())
          await auditRepository(trx).record(actor, 'conflict.dismissed', conflict.apply_order_id, {
            before: { juror_id: conflict.juror_id, evidence: conflict.evidence },
            reason,
          })
        }
        return { state: 'dismissed' as const }
      }),

    /** Job: replaces jurors whose entries have come into conflict since the assignment. Returns their number. */
    recuseConflicted: () => db.transaction().execute((trx) => recuseFromEntries(context, trx)),
  }
}

function toRow(row: ConflictRecord, language: Language) {
  const { type, source, state, is_pinned } = row
  return {
    ...toEntryLink(row, language),
    type,
    source,
    state,
    is_pinned,
    conflict_id: row.id,
    juror: { juror_id: row.juror_id, name: row.juror_name, level: row.juror_level },
    evidence: row.evidence,
    can_dismiss: state === 'standing' && isDismissable(row),
    at: row.at.toISOString(),
  }
}

const alreadyPinned = () =>
  new BusinessError(409, 'This conflict stands already. The juror does not see the entry.', {
    reason: 'PINNED',
  })

const notDismissable = () =>
  new BusinessError(
    409,
    'This conflict stands. Only one that was inferred from names or addresses can be set aside.',
    { reason: 'STANDS' },
  )

type Statement = Parsed<typeof jurySeat.signAgreement>

/** Reading and signing the jury agreement, with the juror's affiliations. */
export function agreementService(context: AppContext) {
  const { db, clock } = context

  return {
    async read(actor: Actor, language: Language): Promise<Answer<typeof jurySeat.agreement>> {
      const { id } = seatOf(actor)
      const agreement = await agreementRepository(db).inForce(clock())
      if (!agreement) throw noAgreement()
      const statement = await agreementRepository(db).findStatement(id)
      const isSigned = statement.agreement_version === agreement.version
      return {
        version: agreement.version,
        title: translated(agreement.title, language),
        html: translated(agreement.html, language),
        signed_at: (isSigned && statement.agreement_signed_at?.toISOString()) || null,
        affiliations: statement.affiliations,
        email_domains: statement.email_domains,
      }
    },

    /** Signs the version in force. Throws 409 if it has changed since it was read. Recuses from entries in conflict. */
    sign(actor: Actor, input: Statement): Promise<Answer<typeof jurySeat.signAgreement>> {
      const { id } = seatOf(actor)
      refusePublicDomains(input.email_domains)
      return db.transaction().execute(async (trx) => {
        const repository = agreementRepository(trx)
        const now = clock()
        const agreement = await repository.inForce(now)
        if (!agreement) throw noAgreement()
        const { version } = agreement
        if (input.version !== version) throw versionChanged(version)
        const affiliations = unique(input.affiliations.map((name) => name.trim()))
        const email_domains = unique([
          ...input.email_domains.map((domain) => domain.toLowerCase()),
          ...ownDomain(actor.email),
        ])
        // A trigger on the affiliations inserts the conflicts.
        await repository.sign(id, { version, affiliations, email_domains }, now)
        await recuseFromEntries(context, trx, id)
        await auditRepository(trx).record(actor, 'jury.agreement_signed', id, {
          after: { version, affiliations, email_domains },
        })
        return { signed_at: now.toISOString(), conflicts: await repository.conflictCount(id) }
      })
    },
  }
}

function seatOf({ juror }: Actor) {
  if (!juror) throw noSeat()
  return juror
}

const unique = (texts: readonly string[]) => [...new Set(texts)]

/** The mail domain of the account, unless it is a public provider's. */
function ownDomain(email: string): string[] {
  const domain = email.split('@').at(-1)?.toLowerCase() ?? ''
  return domain === '' || PUBLIC_MAIL_DOMAINS.includes(domain) ? [] : [domain]
}

/** Public mail domains are refused: they would put every entrant with such an address in conflict. */
function refusePublicDomains(domains: readonly string[]) {
  const problems: Record<string, string[]> = {}
  domains.forEach((domain, index) => {
    if (!PUBLIC_MAIL_DOMAINS.includes(domain.toLowerCase())) return
    problems[`email_domains.${index}`] = [
      'This is a mail provider for everybody. Give the domain of an organisation.',
    ]
  })
  if (Object.keys(problems).length > 0) throw new BusinessError(422, problems)
}

const noAgreement = () =>
  new BusinessError(404, 'There is no agreement to sign yet. The organiser publishes it.')

const versionChanged = (version: string) =>
  new BusinessError(409, 'The agreement has changed. Read the new version, then sign it.', {
    reason: 'VERSION',
    version,
  })

const BATCH = 100

/**
 * Declares a conflict of a juror of any level: ends the assignment, excludes its score, assigns a replacement, and
 * mails the chairs without the type or the note. Every call that declares a conflict goes through here.
 */
export async function declareConflict(
  context: AppContext,
  trx: Db,
  actor: Actor,
  id: string,
  { type, note }: { type: string; note: string },
): Promise<void> {
  const jurorId = actor.juror?.id
  if (!jurorId) throw noSeat()
  const entryAtStage = await lockedEntryForJuror(context, actor, id, trx)
  requireUnfrozen(entryAtStage)
  const key = { apply_order_id: id, juror_id: jurorId }
  const conflict = { type, note, source: 'self', is_pinned: false } as const
  await conflictsRepository(trx).upsert(key, conflict, actor.id, context.clock())
  if (actor.identity !== 1) {
    await recuseFromEntry(context, trx, entryAtStage, jurorId, actor.identity === 3 ? 3 : 2)
  }
  await auditRepository(trx).record(actor, 'jury.recused', id, { after: { type } })
  await notifyChairs(context, trx, actor, id)
}

/** Throws 423 once decisions are frozen: from then on no vote is added or removed. */
function requireUnfrozen({ phase }: Stage) {
  if (phase < PHASES.frozen_embargo) return
  throw new BusinessError(423, 'The decisions are frozen. Write to the organiser.', {
    reason: 'PHASE',
  })
}

/** Recuses a juror from an entry; assigns a replacement while the entry is in judging. No-op without an assignment. */
async function recuseFromEntry(
  context: AppContext,
  trx: Db,
  { entry, capabilities }: EntryAtStage,
  jurorId: string,
  level: ScoringLevel,
): Promise<void> {
  const assignments = assignmentsRepository(trx)
  const seat = await assignments.lockSeat(entry.id, jurorId, level)
  const status = seat && next(ASSIGNMENT_MACHINE, seat.status, 'recuse')
  if (status === undefined) return
  const key = { apply_order_id: entry.id, juror_id: jurorId, level }
  await assignments.upsert(key, { status }, context.clock())
  if (entry.entry_status === ENTRY_STATUS.in_judging) {
    await assignReplacement(context, trx, entry, level, capabilities)
  }
}

/**
 * Recuses jurors from up to 100 entries that have come into conflict since the assignment, and assigns replacements.
 * Assignments with a submitted score stay; the score does not count while the conflict stands. Returns the number.
 */
async function recuseFromEntries(context: AppContext, trx: Db, jurorId?: string): Promise<number> {
  const seats = await conflictsRepository(trx).conflictedSeats(BATCH, jurorId)
  for (const { edition_id, ...seat } of seats) {
    const { capabilities } = await editionsRepository(trx).stageOf(edition_id, context.clock())
    const { recused } = ASSIGNMENT_STATUS
    await assignmentsRepository(trx).upsert(seat, { status: recused }, context.clock())
    const entry = { id: seat.apply_order_id, edition_id }
    await assignReplacement(context, trx, entry, seat.level, capabilities)
    await auditRepository(trx).record(null, 'jury.recused', seat.apply_order_id, {
      after: { juror_id: seat.juror_id },
    })
  }
  return seats.length
}

async function notifyChairs({ mail }: AppContext, trx: Db, actor: Actor, entryId: string) {
  for (const { id, email, language } of await conflictsRepository(trx).chairsOf(entryId)) {
    if (id === actor.id) continue
    await mail.enqueue(trx, {
      to: email,
      template: 'juror_recused',
      language,
      dedupeKey: `recused:${entryId}:${actor.id}:${id}`,
      params: {},
    })
  }
}
