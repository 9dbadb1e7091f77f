import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { NoticeChaos } from '../notice-sender.ts'

type WalletAmount = { total: number; currency: string }

export type WalletOrder = {
  out_trade_no: string
  description: string
  notify_url: string
  amount: WalletAmount
  /** Under the cross-border contract answers have other names, and the payer another currency. */
  is_global: boolean
  /** Everything a repeated request must repeat. */
  fingerprint: string
  code_url: string
  code_made_at: number
  created_at: number
  expires_at: number
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND'
  transaction_id?: string
  paid_at?: number
  refunded: number
}

type WalletRefundEnd = 'SUCCESS' | 'CLOSED' | 'ABNORMAL'
export type WalletRefund = {
  refund_id: string
  out_refund_no: string
  out_trade_no: string
  transaction_id: string
  is_global: boolean
  fingerprint: string
  amount: WalletAmount & { refund: number }
  status: 'PROCESSING' | WalletRefundEnd
  created_at: number
  ended_at?: number
  notify_url?: string
}

/** What can be false about a notification; the rest of it is right and rightly signed. */
export type WalletForge =
  | 'signature'
  | 'no-signature'
  | 'ciphertext'
  | 'truncated'
  | 'stale'
  | 'unknown-serial'
  | 'probe'
  | 'amount'
  | 'currency'
  | 'mchid'
  | 'appid'

/** What a test may make go wrong. Counters count down; the rest stays until it is set again. */
export type WalletChaos = NoticeChaos & {
  notifyForge?: WalletForge
  /** Callbacks signed with the platform certificate, as during a migration of keys. */
  notifyWith?: 'certificate'
  /** How refunds end; without it they succeed. */
  refundEnds?: WalletRefundEnd
  /** The next n calls answer 500. */
  failNext?: number
  /** The next n calls are carried out, and their answers lost. */
  loseAnswerNext?: number
  badSignatureNext?: number
  /** The next n queries of a refund find nothing, as at a replica that does not have it yet. */
  hideRefundNext?: number
  /** The next n files are other ones than were announced. */
  changeFileNext?: number
  probeNext?: number
}

const FILE = 'wallet-book.json'
const CODE_TTL_MS = 2 * 3_600_000

export type PayOutcome = { ok: true; order: WalletOrder } | { ok: false; reason: string }
type RefundWish = Pick<WalletRefund, 'out_refund_no' | 'fingerprint' | 'amount' | 'notify_url'>
export type WalletBook = ReturnType<typeof walletBook>

/** Orders and refunds as the wallet knows them; kept on disk, so that a restart forgets nothing. */
export function walletBook(directory: string, now: () => Date) {
  const file = path.join(directory, FILE)
  const kept = read(file)
  const orders = new Map(kept.orders.map((order) => [order.out_trade_no, order]))
  const refunds = new Map(kept.refunds.map((refund) => [refund.out_refund_no, refund]))
  let sequence = orders.size + refunds.size

  const save = () => {
    const book = { orders: [...orders.values()], refunds: [...refunds.values()] }
    writeFileSync(`${file}.new`, JSON.stringify(book), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  const number = (prefix: string) => {
    sequence += 1
    return `${prefix}${now().getTime()}${String(sequence).padStart(10, '0')}`
  }
  const find = (code: string) =>
    [...orders.values()].find((order) => order.code_url === code || order.out_trade_no === code)

  return {
    order: (outTradeNo: string) => orders.get(outTradeNo),
    /** By the number of its payment, or by the merchant's own. */
    paidOrder: (transactionId: unknown, outTradeNo: unknown) =>
      [...orders.values()].find(({ transaction_id, out_trade_no }) =>
        transactionId === undefined
          ? out_trade_no === outTradeNo
          : transaction_id === transactionId,
      ),
    refund: (outRefundNo: string) => refunds.get(outRefundNo),
    orders: () => [...orders.values()].sort((a, b) => b.created_at - a.created_at),
    refunds: () => [...refunds.values()],

    /** Writes an order down and gives it a fresh code where the old one has died after two hours. */
    keep(order: WalletOrder) {
      const at = now().getTime()
      if (!order.code_url || at - order.code_made_at > CODE_TTL_MS) {
        order.code_url = `weixin://wxpay/bizpayurl?pr=${randomBytes(6).toString('base64url')}zz`
        order.code_made_at = at
      }
      orders.set(order.out_trade_no, order)
      save()
    },

    /** What a person with a phone does: scan the code and pay. */
    pay(code: string): PayOutcome {
      const order = find(code)
      const at = now().getTime()
      if (!order) return { ok: false, reason: 'This code is not known.' }
      if (order.state === 'CLOSED') return { ok: false, reason: 'The merchant closed this order.' }
      if (order.state !== 'NOTPAY') return { ok: false, reason: 'This order is already paid.' }
      if (at > order.expires_at) return { ok: false, reason: 'This order has expired.' }
      if (at - order.code_made_at > CODE_TTL_MS) {
        return { ok: false, reason: 'This code is too old. Ask the merchant for a new one.' }
      }
      Object.assign(order, { state: 'SUCCESS', transaction_id: number('42000'), paid_at: at })
      save()
      return { ok: true, order }
    },

    close(order: WalletOrder) {
      order.state = 'CLOSED'
      save()
    },

    refundOrder(order: WalletOrder, transaction_id: string, wish: RefundWish) {
      const written: WalletRefund = {
        ...wish,
        out_trade_no: order.out_trade_no,
        transaction_id,
        is_global: order.is_global,
        refund_id: number('50000'),
        status: 'PROCESSING',
        created_at: now().getTime(),
      }
      order.refunded += wish.amount.refund
      order.state = 'REFUND'
      refunds.set(wish.out_refund_no, written)
      save()
      return written
    },

    /** A refund that does not arrive leaves its money with the merchant. */
    endRefund(refund: WalletRefund, status: WalletRefundEnd) {
      refund.status = status
      if (status === 'SUCCESS') refund.ended_at = now().getTime()
      const order = orders.get(refund.out_trade_no)
      if (order && status === 'CLOSED') {
        order.refunded -= refund.amount.refund
        if (order.refunded === 0) order.state = 'SUCCESS'
      }
      save()
    },
  }
}

function read(file: string): { orders: WalletOrder[]; refunds: WalletRefund[] } {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof read>
  } catch {
    return { orders: [], refunds: [] }
  }
}
