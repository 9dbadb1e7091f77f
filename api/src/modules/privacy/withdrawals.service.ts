import type { Answer, Contract, entriesAdded, Parsed } from '@awards/shared/contract'
import { FEE_TYPE, withdrawalEnds } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import type { Db } from '../../db/database.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { documentFiles } from '../documents/document-files.ts'
import { programmeOf } from '../documents/documents.repository.ts'
import { sellerOf } from '../documents/invoice-content.ts'
import { notYours } from '../entries/entry-refusals.ts'
import { entriesRepository } from '../entries/entries.repository.ts'
import { canWithdraw, leaveCompetition } from '../entries/entry-removal.service.ts'
import { payableEntriesRepository } from '../payments/checkout/payable-entries.repository.ts'
import { requestRefund } from '../payments/refunds/refund-request.ts'
import { refusalOf, withdrawalRefused } from './withdrawal.policy.ts'
import {
  factsOf,
  receiptOf,
  type ContractRow,
  type WithdrawalReceipt,
} from './withdrawal-receipt.ts'
import { withdrawalsRepository } from './withdrawals.repository.ts'

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
      const contract = await withdrawalsRepository(db).find(actor.id, request.order_no)
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
    const withdrawals = withdrawalsRepository(trx)
    const found = await withdrawals.find(actor.id, request.order_no)
    if (found?.apply_order_id !== request.apply_order_id) throw notYours()
    await payableEntriesRepository(trx).lock(found.apply_order_id)
    return (await withdrawals.find(actor.id, request.order_no)) ?? found
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
    await entriesRepository(trx).record(entryId, 'contract_withdrawn', now, receipt.reference)
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
        receipt_url: await receiptUrl(document),
      },
    }
  }

  function receiptUrl(receipt: WithdrawalReceipt): Promise<string> {
    return files.link(`${receipt.reference}.pdf`, { kind: 'withdrawal', content: receipt })
  }
}
