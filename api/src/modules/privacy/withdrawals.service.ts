import {
  Billing,
  type Answer,
  type Contract,
  type entriesAdded,
  type Parsed,
} from '@awards/shared/contract'
import {
  ENTRY_STATUS,
  FEE_TYPE,
  PAYMENT_STATUS,
  withdrawalEnds,
  type WithdrawalRefusal,
} from '@awards/shared/domain'
import { BusinessError } from '../../http/business-error.ts'
import {
  type ContractRow,
  factsOf,
  receiptOf,
  type WithdrawalReceipt,
} from './withdrawal-receipt.ts'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import type { Db } from '../../db/database.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { documentFiles } from '../documents/document-files.ts'
import { programmeOf } from '../documents/documents.repository.ts'
import { sellerOf } from '../documents/invoice-content.ts'
import { notYours, requireEntryRole } from '../studios/studio.service.ts'
import { entriesRepository } from '../entries/entries.repository.ts'
import { canWithdraw, leaveCompetition } from '../entries/entry-removal.service.ts'
import { payableEntriesRepository } from '../payments/checkout/payable-entries.repository.ts'
import { requestRefund } from '../payments/refunds/refund-request.ts'
import { withdrawalsRepository } from './withdrawals.repository.ts'

const COMPANY = 2
const AGENCY = 4
const PUBLISHED: readonly number[] = [ENTRY_STATUS.awarded, ENTRY_STATUS.not_awarded]

/**
 * Why a contract cannot be withdrawn from (code de la consommation, L221-18, L221-28), or null if it can. A
 * result under embargo does not count as performed, so that the refusal cannot reveal it.
 */
export function refusalOf(
  contract: ContractRow,
  now: Date,
  timeZone: string,
): WithdrawalRefusal | null {
  if (contract.reference) return 'withdrawn'
  if (!isConsumer(contract)) return 'business'
  if (contract.status !== PAYMENT_STATUS.paid) return 'refunded'
  if (now > withdrawalEnds(contract.paid_at, timeZone)) return 'over'
  return isPerformed(contract) ? 'performed' : null
}

/** By the kind of buyer in the billing data, else by the type of account. */
function isConsumer({ billing, account_type }: ContractRow): boolean {
  const given = Billing.pick({ kind: true }).safeParse(billing)
  if (given.success) return given.data.kind === 'consumer'
  return account_type !== COMPANY && account_type !== AGENCY
}

/** Performed in full, after the consumer's waiver. */
const isPerformed = ({ fee_type, entry_status, has_waived }: ContractRow): boolean =>
  has_waived && fee_type === FEE_TYPE.entry && PUBLISHED.includes(entry_status)

const SENTENCES: Record<Exclude<WithdrawalRefusal, 'withdrawn'>, string> = {
  business:
    'This contract was concluded as a business, which has no right of withdrawal. You can still withdraw the entry itself from your account.',
  over: 'The fourteen days for a withdrawal are over. You can still withdraw the entry itself from your account.',
  performed:
    'The jury has finished its work on this entry, and you agreed that the right of withdrawal ends with it. Write to us if something is wrong.',
  refunded: 'This fee is already on its way back to you. There is nothing left to withdraw from.',
}

const withdrawalRefused = (refusal: Exclude<WithdrawalRefusal, 'withdrawn'>) =>
  new BusinessError(refusal === 'refunded' ? 409 : 423, SENTENCES[refusal], {
    reason: refusal.toUpperCase(),
  })

type WithdrawalRequest = Parsed<typeof entriesAdded.withdrawal>

const REASON = 'Withdrawal by the consumer'

/** The online withdrawal of consumers (code de la consommation, L221-21 and D221-5). */
export function withdrawalsService(context: AppContext) {
  const { db, clock, identity, mail } = context
  const files = documentFiles(context)

  return {
    async list(actor: Actor): Promise<Answer<typeof entriesAdded.withdrawals>> {
      const contracts = await withdrawalsRepository(db).all(actor.id)
      return { contracts: await Promise.all(contracts.map(describe)) }
    },

    /** Idempotent: a repeated request returns the first receipt. */
    async withdraw(actor: Actor, request: WithdrawalRequest): Promise<Contract> {
      const { time_zone } = await identity()
      await db.transaction().execute(async (trx) => {
        const contract = await lockedContract(trx, actor, request)
        const refusal = refusalOf(contract, clock(), time_zone)
        if (refusal === 'withdrawn') return
        if (refusal) throw withdrawalRefused(refusal)
        await recordWithdrawal(trx, actor, contract)
      })
      const contract = await withdrawalsRepository(db).find(actor.id, request)
      if (!contract) throw notYours()
      return describe(contract)
    },
  }

  /** Takes the row lock that payments take, then reads again: a concurrent request finds the first one's receipt. */
  async function lockedContract(
    trx: Db,
    actor: Actor,
    request: WithdrawalRequest,
  ): Promise<ContractRow> {
    const entry = await payableEntriesRepository(trx).find(request.apply_order_id)
    await requireEntryRole(trx, actor, entry, 'leave', true)
    const withdrawals = withdrawalsRepository(trx)
    const found = await withdrawals.find(actor.id, request)
    if (!found) throw notYours()
    await payableEntriesRepository(trx).lock(found.apply_order_id)
    return (await withdrawals.find(actor.id, request)) ?? found
  }

  async function recordWithdrawal(trx: Db, actor: Actor, contract: ContractRow) {
    const { apply_order_id: entryId, fee_type: feeType } = contract
    const now = clock()
    const withdrawals = withdrawalsRepository(trx)
    const programme = await programmeOf(trx)
    const receipt = receiptOf({
      contract,
      now,
      language: actor.language,
      time_zone: programme.timezone,
      trader: sellerOf(programme),
      person: await withdrawals.consumer(actor.id),
    })
    await withdrawals.add(receipt, { apply_order_id: entryId, user_id: actor.id })
    await auditRepository(trx).record(actor, 'contract.withdrawn', contract.order_no, {
      after: { reference: receipt.reference },
    })
    await requestRefund(trx, actor, { entryId, feeType, reason: REASON, at: now })
    await entriesRepository(trx).record(entryId, 'contract_withdrawn', now, {
      detail: receipt.reference,
      by: actor,
    })
    if (feeType === FEE_TYPE.entry) await leaveIfPossible(trx, actor, entryId)
    await mail.enqueue(trx, {
      to: actor.email,
      template: 'withdrawal_received',
      language: actor.language,
      params: factsOf(receipt),
      dedupeKey: `withdrawal_received:${receipt.reference}`,
    })
  }

  /** Withdraws the entry, unless its result is published. */
  async function leaveIfPossible(trx: Db, actor: Actor, entryId: string) {
    const entry = await entriesRepository(trx).find(entryId)
    if (entry && canWithdraw(entry)) await leaveCompetition(trx, clock(), actor, entry)
  }

  async function describe(contract: ContractRow): Promise<Contract> {
    const { apply_order_id, order_no, entry_no, title, fee_type, amount, currency } = contract
    const { document } = contract
    const { time_zone } = await identity()
    return {
      apply_order_id,
      order_no,
      entry_no,
      title,
      fee_type,
      amount,
      currency,
      paid_at: contract.paid_at.toISOString(),
      withdraw_until: withdrawalEnds(contract.paid_at, time_zone).toISOString(),
      refusal: refusalOf(contract, clock(), time_zone),
      withdrawal: document && {
        reference: document.reference,
        received_at: document.received_at,
        ...(await receiptLinks(document)),
      },
    }
  }

  async function receiptLinks(receipt: WithdrawalReceipt) {
    const drawing = { kind: 'withdrawal', content: receipt } as const
    const { url, page_url } = await files.links(receipt.reference, drawing)
    return { receipt_url: url, receipt_page_url: page_url }
  }
}
