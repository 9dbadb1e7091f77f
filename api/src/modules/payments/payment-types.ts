import type {
  Channel,
  EntryFeeStatus,
  EntryStatus,
  FeeType,
  PaymentStatus,
  WinnerFeeStatus,
} from '@awards/shared/domain'
import type { Selectable } from 'kysely'
import type { OrderLines, PaymentOrders } from '../../db/schema.gen.ts'

/** A row of `payment_orders`, with the domain's types for status, channel and fee. */
export type Order = Omit<Selectable<PaymentOrders>, 'status' | 'channel' | 'fee_type'> & {
  status: PaymentStatus
  channel: Channel
  fee_type: FeeType
}

/** A line of an order: the fee of one entry. Until money arrives its status is the order's. */
export type OrderLine = Omit<Selectable<OrderLines>, 'status' | 'fee_type'> & {
  status: PaymentStatus
  fee_type: FeeType
}

/** The columns of an entry that payments read. */
export type PayableEntry = {
  id: string
  entry_no: string
  title: string
  user_id: string
  edition_id: string
  project_id: string
  section_id: string
  category_id: string
  award_id: string | null
  entry_status: EntryStatus
  entry_fee_status: EntryFeeStatus
  winner_fee_status: WinnerFeeStatus
  package_code: string | null
  offer_expires_at: Date | null
  invitation_code: string | null
  agent_code: string | null
  version: number
}

/** Money that a provider or a bank reports. */
export type Payment = {
  txn: string
  amount_minor: number
  currency: string
  paid_at: Date
  /** The charge in the payer's own currency, if the provider reports it. */
  payer?: { amount_minor: number; currency: string; rate: string | null } | undefined
}

/**
 * The terms of an order, frozen when it is opened. The quote of several entries has `lines`, each with its
 * `apply_order_id` and `amount`; the database makes the order's lines of them (migration 160).
 */
export type OrderTerms = {
  /** The entries that the order pays for, in the order of its lines. */
  entryIds: readonly string[]
  fee_type: FeeType
  channel: Channel
  amount_minor: number
  currency: string
  quote: object
  billing: object | null
  package_code: string | null
  expires_at: Date
}

/** `already`: the ledger has this payment; `second`: a further payment of an order that is paid. */
export type ApplyOutcome =
  | 'paid'
  | 'duplicate'
  | 'mismatch'
  | 'second'
  | 'already'
  | 'unknown_order'
