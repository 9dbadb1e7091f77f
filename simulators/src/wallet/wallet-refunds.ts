import { refundAccepted, refundNotice, refundOf } from './wallet-answers.ts'
import { refusal } from './wallet-api.ts'
import type { ApiAnswer, Body, Dependencies } from './wallet-api.ts'
import type { WalletRefund } from './wallet-types.ts'

const TAKES_MS = 20

/** Sending money back: accepted at once, done a moment later. */
export function walletRefunds({ keys, book, notifier, chaos }: Dependencies) {
  function end(refund: WalletRefund) {
    book.endRefund(refund, chaos().refundEnds ?? 'SUCCESS')
    if (!refund.notify_url) return
    const plain = refundNotice(keys, refund)
    notifier.notify(refund.notify_url, { event: `REFUND.${refund.status}`, kind: 'refund', plain })
  }

  return {
    request(body: Body): ApiAnswer {
      const order = book.paidOrder(body.transaction_id, body.out_trade_no)
      if (!order?.transaction_id) return refusal(404, 'RESOURCE_NOT_EXISTS', '订单不存在')
      const amount = body.amount as WalletRefund['amount']
      const fingerprint = JSON.stringify([order.out_trade_no, amount])
      const known = book.refund(String(body.out_refund_no))
      if (known) {
        return known.fingerprint === fingerprint
          ? { status: 200, body: refundAccepted(known) }
          : refusal(400, 'INVALID_REQUEST', '退款单号已使用且参数不一致')
      }
      if (amount.total !== order.amount.total || amount.currency !== order.amount.currency) {
        return refusal(400, 'INVALID_REQUEST', '订单金额与之前请求不一致')
      }
      if (order.refunded + amount.refund > order.amount.total) {
        return refusal(403, 'NOT_ENOUGH', '退款金额超过可退金额')
      }
      const written = book.refundOrder(order, order.transaction_id, {
        out_refund_no: String(body.out_refund_no),
        fingerprint,
        amount,
        ...(body.notify_url !== undefined && { notify_url: String(body.notify_url) }),
      })
      notifier.later(TAKES_MS, () => end(written))
      return { status: 200, body: refundAccepted(written) }
    },

    query(number: string): ApiAnswer {
      const known = book.refund(number)
      return known
        ? { status: 200, body: refundOf(known) }
        : refusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
    },
  }
}
