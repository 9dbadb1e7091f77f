import { Billing } from '@awards/shared/contract'
import {
  FEE_TYPE,
  FORMAT_LOCALES,
  type FeeType,
  type Language,
  type PaymentStatus,
} from '@awards/shared/domain'
import { formatMoney } from '../../lib/localised.ts'
import type { Party } from '../documents/documents.types.ts'

/** A paid order with its entry and its withdrawal, if any. Amounts are in minor units. */
export type ContractRow = {
  apply_order_id: string
  order_no: string
  entry_no: string
  title: string
  fee_type: FeeType
  amount: number
  currency: string
  paid_at: Date
  status: PaymentStatus
  /** Billing data of the order; null if the wallet took none. */
  billing: unknown
  account_type: number
  entry_status: number
  has_waived: boolean
  /** The place of the entry in an order of several; null where the order is for this entry alone. */
  line: number | null
  reference: string | null
  received_at: Date | null
  document: WithdrawalReceipt | null
}

/** Name and address of the account. */
export type ConsumerRow = {
  first_name: string
  last_name: string
  email: string
}

/** Content of the acknowledgement of a withdrawal; stored as issued. */
export type WithdrawalReceipt = {
  language: Language
  reference: string
  received_at: string
  time_zone: string
  trader: Party
  consumer: { name: string; address: string[]; email: string }
  contract: Pick<
    ContractRow,
    'order_no' | 'entry_no' | 'title' | 'fee_type' | 'amount' | 'currency'
  > & { paid_at: string }
}

type Given = {
  language: Language
  now: Date
  time_zone: string
  trader: Party
  person: ConsumerRow
  contract: ContractRow
}

export function receiptOf({ contract, person, now, ...given }: Given): WithdrawalReceipt {
  const billing = Billing.safeParse(contract.billing).data
  const { order_no, line, entry_no, title, fee_type, amount, currency, paid_at } = contract
  return {
    ...given,
    reference: line === null ? `W-${order_no}` : `W-${order_no}-${line}`,
    received_at: now.toISOString(),
    consumer: {
      name: billing?.name ?? `${person.first_name} ${person.last_name}`,
      address: billing
        ? [billing.address, `${billing.postal_code} ${billing.city}`, billing.country]
        : [],
      email: person.email,
    },
    contract: {
      order_no,
      entry_no,
      title,
      fee_type,
      amount,
      currency,
      paid_at: paid_at.toISOString(),
    },
  }
}

const FEES: Record<FeeType, Record<Language, string>> = {
  [FEE_TYPE.entry]: { en: 'entry fee', fr: 'les frais d’inscription', zh: '参赛费' },
  [FEE_TYPE.winner_package]: { en: 'winner package', fr: 'la formule lauréat', zh: '获奖套餐' },
}

/** Values of the receipt, formatted for its language; shared by the mail and the PDF. */
export function factsOf({
  language,
  time_zone: timeZone,
  contract,
  ...receipt
}: WithdrawalReceipt) {
  const at = (iso: string, timeStyle?: 'long') =>
    new Date(iso).toLocaleString(FORMAT_LOCALES[language], {
      dateStyle: 'long',
      timeZone,
      ...(timeStyle && { timeStyle }),
    })
  return {
    name: receipt.consumer.name,
    reference: receipt.reference,
    received: at(receipt.received_at, 'long'),
    fee: FEES[contract.fee_type][language],
    title: contract.title,
    entry_no: contract.entry_no,
    order_no: contract.order_no,
    paid: at(contract.paid_at),
    amount: formatMoney(contract.amount, contract.currency, language),
  }
}
