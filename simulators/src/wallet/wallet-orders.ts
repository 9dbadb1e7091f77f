import {
  rateOf,
  refundAccepted,
  refundNotice,
  refundOf,
  refusal,
  transactionOf,
  type ApiAnswer,
  type Body,
  type Dependencies,
} from './wallet-answers.ts'
import type { WalletKeys } from './wallet-keys.ts'
import type { WalletOrder, WalletRefund } from './wallet-book.ts'
import { createHash, hash } from 'node:crypto'

const DEFAULT_EXPIRY_MS = 7 * 86_400_000
const REQUIRED = ['appid', 'mchid', 'description', 'out_trade_no', 'notify_url', 'amount']
const REQUIRED_GLOBAL = [...REQUIRED, 'trade_type', 'merchant_category_code']

/** Opening, asking about and closing an order. */
export const walletOrders = ({ keys, book, now }: Pick<Dependencies, 'keys' | 'book' | 'now'>) => ({
  create(body: Body, isGlobal: boolean): ApiAnswer {
    const fault = orderFault(keys, body, isGlobal)
    if (fault) return fault
    const number = String(body.out_trade_no)
    const { description, notify_url, amount, time_expire } = body
    const fingerprint = JSON.stringify([description, notify_url, amount, time_expire ?? null])
    const known = book.order(number)
    if (known?.state === 'SUCCESS' || known?.state === 'REFUND') {
      return refusal(400, 'ORDERPAID', '订单已支付')
    }
    if (known?.state === 'CLOSED') return refusal(400, 'ORDER_CLOSED', '订单已关闭')
    if (known && known.fingerprint !== fingerprint) {
      return refusal(403, 'OUT_TRADE_NO_USED', '商户订单号重复')
    }
    const order = known ?? newOrder(body, { fingerprint, isGlobal, at: now().getTime() })
    book.keep(order)
    return { status: 200, body: { code_url: order.code_url } }
  },

  query(number: string, mchid: string | null): ApiAnswer {
    if (mchid !== keys.mchid) return refusal(400, 'PARAM_ERROR', 'mchid')
    const order = book.order(number)
    return order
      ? { status: 200, body: transactionOf(keys, order) }
      : refusal(404, 'ORDER_NOT_EXIST', '订单不存在')
  },

  close(number: string): ApiAnswer {
    const order = book.order(number)
    if (!order) return refusal(404, 'ORDERNOTEXIST', '订单不存在')
    if (order.state === 'SUCCESS' || order.state === 'REFUND') {
      return refusal(400, 'ORDERPAID', '订单已支付')
    }
    book.close(order)
    return { status: 204 }
  },
})

function orderFault(keys: WalletKeys, body: Body, isGlobal: boolean): ApiAnswer | undefined {
  const missing = (isGlobal ? REQUIRED_GLOBAL : REQUIRED).find((field) => !body[field])
  if (missing) return refusal(400, 'PARAM_ERROR', `参数错误: ${missing}`)
  if (body.mchid !== keys.mchid || body.appid !== keys.appid) {
    return refusal(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配')
  }
  if (!/^[0-9A-Za-z_\-|*]{6,32}$/.test(String(body.out_trade_no))) {
    return refusal(400, 'PARAM_ERROR', 'out_trade_no')
  }
  const { total, currency } = body.amount as { total?: unknown; currency?: unknown }
  if (!Number.isInteger(total) || Number(total) < 1) return refusal(400, 'PARAM_ERROR', 'amount')
  if (!isGlobal && currency !== 'CNY') {
    return refusal(400, 'PARAM_ERROR', '境内商户号仅支持人民币')
  }
  if (String(body.notify_url).includes('?')) return refusal(400, 'PARAM_ERROR', 'notify_url')
  return undefined
}

type Opening = { fingerprint: string; isGlobal: boolean; at: number }

function newOrder(body: Body, { fingerprint, isGlobal, at }: Opening): WalletOrder {
  const { total, currency } = body.amount as WalletOrder['amount']
  return {
    out_trade_no: String(body.out_trade_no),
    description: String(body.description),
    notify_url: String(body.notify_url),
    amount: { total, currency },
    is_global: isGlobal,
    fingerprint,
    code_url: '',
    code_made_at: at,
    created_at: at,
    expires_at: body.time_expire ? Date.parse(String(body.time_expire)) : at + DEFAULT_EXPIRY_MS,
    state: 'NOTPAY',
    refunded: 0,
  }
}

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
      const faults = chaos()
      const hidden = faults.hideRefundNext ?? 0
      if (hidden > 0) faults.hideRefundNext = hidden - 1
      const known = hidden > 0 ? undefined : book.refund(number)
      return known
        ? { status: 200, body: refundOf(known) }
        : refusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
    },
  }
}

/** Where the older API v2 tells the rate of a day; the provider spells it like this. */
export const RATE_PATH = '/pay/queryexchagerate'

/** The merchant's key of API v2. */
export const apiV2Key = ({ apiV3Key }: WalletKeys): string =>
  createHash('sha256').update(apiV3Key).digest('hex').slice(0, 32)

const signature = (fields: Map<string, string>, key: string) => {
  const text = [...fields]
    .filter(([name, value]) => name !== 'sign' && value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return hash('md5', `${text}&key=${key}`).toUpperCase()
}

const xmlOf = (fields: Map<string, string>) =>
  `<xml>${[...fields].map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`).join('')}</xml>`

/** Answers a signed question for the rate of a day, as XML that is signed as well. */
export function rateAnswer(keys: WalletKeys, body: string): string {
  const key = apiV2Key(keys)
  const asked = new Map(
    [...body.matchAll(/<(\w+)><!\[CDATA\[([^\]]*)\]\]><\/\1>/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
  if (asked.get('sign') !== signature(asked, key)) {
    return xmlOf(
      new Map([
        ['return_code', 'FAIL'],
        ['return_msg', '签名失败'],
      ]),
    )
  }
  const fields = new Map([
    ['return_code', 'SUCCESS'],
    ['appid', keys.appid],
    ['mch_id', keys.mchid],
    ['fee_type', asked.get('fee_type') ?? ''],
    ['rate_time', asked.get('date') ?? ''],
    ['rate', String(rateOf(asked.get('fee_type') ?? ''))],
  ])
  return xmlOf(fields.set('sign', signature(fields, key)))
}
