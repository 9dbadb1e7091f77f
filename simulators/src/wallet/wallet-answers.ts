import type { WalletKeys } from './wallet-keys.ts'
import type { WalletOrder, WalletRefund } from './wallet-types.ts'

const STATE_TEXTS = {
  NOTPAY: '订单未支付',
  SUCCESS: '支付成功',
  CLOSED: '订单已关闭',
  REFUND: '转入退款',
}

/** Moment as the provider writes it: Beijing time with offset. */
export const beijing = (at: number) =>
  `${new Date(at + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`

/** A transaction under both contracts: `transaction_id` at home, `id` across the border. */
export const transactionOf = (keys: WalletKeys, order: WalletOrder) => ({
  appid: keys.appid,
  mchid: keys.mchid,
  out_trade_no: order.out_trade_no,
  trade_type: 'NATIVE',
  trade_state: order.state,
  trade_state_desc: STATE_TEXTS[order.state],
  ...(order.transaction_id && {
    transaction_id: order.transaction_id,
    id: order.transaction_id,
    bank_type: 'OTHERS',
    success_time: beijing(order.paid_at ?? order.created_at),
    payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
  }),
  amount: { ...order.amount, payer_total: order.amount.total, payer_currency: 'CNY' },
})

export const refundOf = (refund: WalletRefund) => ({
  refund_id: refund.refund_id,
  out_refund_no: refund.out_refund_no,
  out_trade_no: refund.out_trade_no,
  channel: 'ORIGINAL',
  status: refund.status,
  amount: refund.amount,
})

export const refundNotice = (keys: WalletKeys, refund: WalletRefund) => ({
  mchid: keys.mchid,
  out_trade_no: refund.out_trade_no,
  out_refund_no: refund.out_refund_no,
  refund_id: refund.refund_id,
  refund_status: refund.status,
  amount: refund.amount,
})
