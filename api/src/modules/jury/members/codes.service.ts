import { randomBytes } from 'node:crypto'
import type {
  Answer,
  Parsed,
  judge,
  juryCodes,
  AgentReportRow,
  agentDesk,
} from '@awards/shared/contract'
import {
  entryStatusText,
  publicEntryStatus,
  type EntryStatus,
  type Language,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { translated } from '../../../lib/localised.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { has } from '../jury.policy.ts'
import { agentsRepository, codesRepository, type CodeKind } from './codes.repository.ts'

// Crockford's base 32, without letters that look like digits.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A random code: `prefix` and `length` characters of five bits each. */
export const randomCode = (prefix: 'J-' | 'A-' | 'I-', length: number): string =>
  prefix + Array.from(randomBytes(length), (byte) => ALPHABET[byte & 31]).join('')

type Codes = Answer<typeof judge.getInvitationCode>
type NewCode = Parsed<typeof juryCodes.createCode>
type Ending = Parsed<typeof juryCodes.endCode>

const ALL_KINDS = ['juror_invite', 'entrant_invite', 'agent'] as const
const LENGTHS = { agent: 5, entrant_invite: 6 } as const
const PREFIXES = { agent: 'A-', entrant_invite: 'I-' } as const

/** Invitation and agent codes. The chair lists all, other jurors their own (domain page §2.7). */
export function codesService(context: AppContext) {
  const { db, clock } = context

  const list = (actor: Actor, kinds: readonly CodeKind[]) =>
    codeRows(context, db, actor, kinds, actor.identity === 1 ? {} : { ownerId: actor.id })

  return {
    invitations: (actor: Actor) => list(actor, ['juror_invite', 'entrant_invite']),
    agents: (actor: Actor) => list(actor, ['agent']),

    /** Throws 422 by field for an unknown owner, section or category, or a contradictory discount. */
    create: (actor: Actor, input: NewCode): Promise<Codes[number]> =>
      db.transaction().execute(async (trx) => {
        const repository = codesRepository(trx)
        const owner = await requireOwner(trx, input)
        await validateNewCode(trx, input, clock())
        const edition = await editionsRepository(trx).currentCall(clock())
        const row = {
          kind: input.kind,
          label: input.label,
          owner_id: owner?.id ?? null,
          edition_id: edition?.id ?? null,
          discount_percent: input.discount_percent,
          discount_amount_minor: input.discount_amount_minor ?? null,
          discount_cap_minor: input.discount_cap_minor ?? null,
          commission_percent: input.kind === 'agent' ? input.commission_percent : 0,
          sections: input.section_codes,
          categories: input.category_codes,
          valid_from: clock(),
          valid_until: new Date(input.valid_until),
          max_uses: input.max_uses,
          created_by: actor.id,
        }
        let code: string
        do code = randomCode(PREFIXES[input.kind], LENGTHS[input.kind])
        while (!(await repository.add({ ...row, code })))
        // Without the label, which may name somebody: an erasure takes it out of the code, and not out of the audit log.
        await auditRepository(trx).record(actor, 'code.created', code, {
          after: { ...row, label: undefined, valid_from: undefined },
        })
        return codeRow(context, trx, actor, code)
      }),

    /** Deactivates a code; idempotent. The capability depends on the kind of code. */
    end: (actor: Actor, { code, reason }: Ending): Promise<Codes[number]> =>
      db.transaction().execute(async (trx) => {
        const repository = codesRepository(trx)
        const found = await repository.findForUpdate(code)
        if (!found) throw codeNotFound()
        const capability = found.kind === 'juror_invite' ? 'can_assign' : 'can_manage_fees'
        if (!has(actor, capability)) {
          throw new BusinessError(
            403,
            'Your account may not do this. Ask the organiser if you need it.',
            { reason: 'CAPABILITY' },
          )
        }
        if (found.is_active) {
          await repository.end(found.id, clock())
          await auditRepository(trx).record(actor, 'code.ended', found.id, { reason })
        }
        return codeRow(context, trx, actor, code)
      }),
  }
}

async function codeRows(
  { clock, config }: AppContext,
  db: Db,
  actor: Actor,
  kinds: readonly CodeKind[],
  filter: { ownerId?: string; code?: string },
): Promise<Codes> {
  const now = clock()
  const rows = await codesRepository(db).list(kinds, filter)
  return rows.map((row) => ({
    code: row.code,
    kind: row.kind as Codes[number]['kind'],
    label: row.label,
    owner_name: row.first_name ? `${row.first_name} ${row.last_name}` : null,
    mine: row.owner_id === actor.id,
    active:
      row.is_active &&
      (row.valid_from === null || row.valid_from <= now) &&
      (row.valid_until === null || row.valid_until > now) &&
      (row.max_uses === null || row.redeemed < row.max_uses),
    valid_until: row.valid_until?.toISOString() ?? null,
    max_uses: row.max_uses,
    redeemed: row.redeemed,
    share_url: config.siteUrl + sharePath(row),
  }))
}

/** The list row of one code, or 404. */
export async function codeRow(context: AppContext, db: Db, actor: Actor, code: string) {
  const [row] = await codeRows(context, db, actor, ALL_KINDS, { code })
  if (!row) throw codeNotFound()
  return row
}

export const codeNotFound = () =>
  new BusinessError(404, 'There is no such code. Reload the list and choose again.')

function sharePath({ kind, code }: { kind: string; code: string }): string {
  const parameter = encodeURIComponent(code)
  return kind === 'juror_invite'
    ? `/jury-invitation?code=${parameter}`
    : `/login?tab=register&code=${parameter}`
}

async function requireOwner(trx: Db, { kind, owner_email: email }: NewCode) {
  const problem = (text: string) => new BusinessError(422, { owner_email: [text] })
  if (!email) {
    if (kind === 'agent') throw problem('Say whose code it is: an agent needs an account')
    return undefined
  }
  const owner = await codesRepository(trx).findOwner(email)
  if (!owner) throw problem('There is no account with this address')
  if (kind === 'agent' && !owner.is_agency) {
    throw problem('This account is not one of an agency')
  }
  return owner
}

async function validateNewCode(trx: Db, input: NewCode, now: Date) {
  const repository = codesRepository(trx)
  const problems: Record<string, string[]> = {}
  if (input.discount_percent > 0 && input.discount_amount_minor) {
    problems['discount_amount_minor'] = ['Give a percentage or an amount, not both']
  }
  if (await repository.hasUnknownSections(input.section_codes)) {
    problems['section_codes'] = ['Choose sections from the list']
  }
  if (await repository.hasUnknownCategories(input.category_codes)) {
    problems['category_codes'] = ['Choose categories from the list']
  }
  if (new Date(input.valid_until) <= now) {
    problems['valid_until'] = ['Choose a day that is still to come']
  }
  if (Object.keys(problems).length > 0) throw new BusinessError(422, problems)
}

const PAID = 2

/** Revenue and entries by agent codes, for accounting and for the agents. */
export function agentService({ db }: AppContext) {
  return {
    /** Totals and commission by code and currency; refunds reduce the commission base. */
    async report(editionId: string | undefined): Promise<AgentReportRow[]> {
      const rows = await agentsRepository(db).totals(editionId)
      return rows.map((row) => {
        const netReceived = Math.max(0, row.received_minor - row.refunded_minor)
        return {
          ...row,
          commission_minor: Math.round((netReceived * row.commission_percent) / 100),
        }
      })
    },

    /** The agent's entries with their public status: a decided entry stays "in judging" until publication. */
    async entries(
      actor: Actor,
      { current, pageSize }: Parsed<typeof agentDesk.agentEntries>,
      language: Language,
    ): Promise<Answer<typeof agentDesk.agentEntries>> {
      const { rows, total } = await agentsRepository(db).referredEntries(actor.id, {
        current,
        pageSize,
      })
      const list = rows.map((row) => {
        const status = publicEntryStatus(row.entry_status as EntryStatus)
        return {
          entry_no: row.entry_no,
          code: row.code,
          title: row.title,
          category: translated(row.category_name, language),
          edition: translated(row.edition_name, language),
          entry_status: status,
          entry_status_text: entryStatusText(status),
          is_paid: row.entry_fee_status === PAID,
          submitted_at: row.submitted_at?.toISOString() ?? null,
        }
      })
      return { list, total, current, pageSize }
    },
  }
}
