import { refundNotice, refundOf, transactionOf } from './wallet-answers.ts'
import type { WalletBook } from './wallet-book.ts'
import type { WalletKeys } from './wallet-keys.ts'
import type { WalletNotifier } from './wallet-notifier.ts'
import type { WalletOrder, WalletRefund } from './wallet-types.ts'

const DEFAULT_EXPIRY_MS = 7 * 86_400_000
const REFUND_TAKES_MS = 20

type Body = Record<string, unknown>
export type ApiRequest = { method: string; url: URL; body: Body }
export type ApiAnswer = { status: number; body?: object }
type Dependencies = {
  keys: WalletKeys
  book: WalletBook
  notifier: WalletNotifier
  now: () => Date
}

const refusal = (status: number, code: string, message: string): ApiAnswer => ({
  status,
  body: { code, message },
})

/** The provider's calls, under the names of the mainland and of the cross-border contract. */
export function walletCalls({ keys, book, notifier, now }: Dependencies) {
  function create(body: Body, isGlobal: boolean): ApiAnswer {
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
    const order = known ?? newOrder(body, fingerprint, now().getTime())
    book.keep(order)
    return { status: 200, body: { code_url: order.code_url } }
  }

  function close(number: string): ApiAnswer {
    const order = book.order(number)
    if (!order) return refusal(404, 'ORDERNOTEXIST', '订单不存在')
    if (order.state === 'SUCCESS' || order.state === 'REFUND') {
      return refusal(400, 'ORDERPAID', '订单已支付')
    }
    book.close(order)
    return { status: 204 }
  }

  function refund(body: Body): ApiAnswer {
    const order = book.order(String(body.out_trade_no))
    if (!order?.transaction_id) return refusal(404, 'RESOURCE_NOT_EXISTS', '订单不存在')
    const amount = body.amount as WalletRefund['amount']
    const fingerprint = JSON.stringify([body.out_trade_no, amount])
    const known = book.refund(String(body.out_refund_no))
    if (known) {
      return known.fingerprint === fingerprint
        ? { status: 200, body: refundOf(known) }
        : refusal(400, 'INVALID_REQUEST', '退款单号已使用且参数不一致')
    }
    if (amount.total !== order.amount.total || amount.currency !== order.amount.currency) {
      return refusal(400, 'INVALID_REQUEST', '订单金额与之前请求不一致')
    }
    if (order.refunded + amount.refund > order.amount.total) {
      return refusal(403, 'NOT_ENOUGH', '退款金额超过可退金额')
    }
    const written = book.refundOrder(order, {
      out_refund_no: String(body.out_refund_no),
      out_trade_no: order.out_trade_no,
      fingerprint,
      amount,
      ...(body.notify_url !== undefined && { notify_url: String(body.notify_url) }),
    })
    notifier.later(REFUND_TAKES_MS, () => settle(written))
    return { status: 200, body: refundOf(written) }
  }

  function settle(written: WalletRefund) {
    book.settleRefund(written)
    if (!written.notify_url) return
    const plain = refundNotice(keys, written)
    notifier.notify({ url: written.notify_url, event: 'REFUND.SUCCESS', kind: 'refund', plain })
  }

  return function answer({ method, url, body }: ApiRequest): ApiAnswer {
    const isGlobal = url.pathname.startsWith('/v3/global/')
    const path = url.pathname
      .replace('/v3/global/transactions', '/v3/pay/transactions')
      .replace(/^\/v3\/global\/refunds(\/out-refund-no)?/, '/v3/refund/domestic/refunds')
    const [, number = '', action] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(path) ?? []
    const [, refundNo = ''] = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(path) ?? []

    if (method === 'POST' && path === '/v3/pay/transactions/native') return create(body, isGlobal)
    if (method === 'POST' && number && action) return close(decodeURIComponent(number))
    if (method === 'POST' && path === '/v3/refund/domestic/refunds') return refund(body)
    if (method === 'GET' && number) {
      if (url.searchParams.get('mchid') !== keys.mchid) return refusal(400, 'PARAM_ERROR', 'mchid')
      const order = book.order(decodeURIComponent(number))
      return order
        ? { status: 200, body: transactionOf(keys, order) }
        : refusal(404, 'ORDER_NOT_EXIST', '订单不存在')
    }
    if (method === 'GET' && refundNo) {
      const known = book.refund(decodeURIComponent(refundNo))
      return known
        ? { status: 200, body: refundOf(known) }
        : refusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
    }
    return refusal(404, 'RESOURCE_NOT_EXISTS', `${method} ${url.pathname}`)
  }
}

const REQUIRED = ['appid', 'mchid', 'description', 'out_trade_no', 'notify_url', 'amount']
const REQUIRED_GLOBAL = [...REQUIRED, 'trade_type', 'merchant_category_code']

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

function newOrder(body: Body, fingerprint: string, at: number): WalletOrder {
  const { total, currency } = body.amount as WalletOrder['amount']
  return {
    out_trade_no: String(body.out_trade_no),
    description: String(body.description),
    notify_url: String(body.notify_url),
    amount: { total, currency },
    fingerprint,
    code_url: '',
    code_made_at: at,
    created_at: at,
    expires_at: body.time_expire ? Date.parse(String(body.time_expire)) : at + DEFAULT_EXPIRY_MS,
    state: 'NOTPAY',
    refunded: 0,
  }
}
