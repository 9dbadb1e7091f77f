import type {
  ChannelModule,
  Connection,
  PaymentState,
  Provider,
  StatementFact,
} from '../provider.ts'
import { createWechatClient, type WechatClient } from './wechat-client.ts'
import type { WechatConfig } from './wechat-config.ts'
import {
  paymentOf,
  refundStateOf,
  WechatApiError,
  type WechatTransaction,
} from './wechat-protocol.ts'
import { wechatNotifyRoutes } from './wechat-notify.ts'
import { wechatRates } from './wechat-rate.ts'

type Context = Parameters<ChannelModule['connect']>[1]

/** Connects WeChat Pay Native: its provider and its webhook. */
export function connect(config: WechatConfig, { clock, log }: Context): Connection {
  const client = createWechatClient(config, clock, log)
  return {
    provider: { ...wechatProvider(client), payerRate: wechatRates(config, clock, log) },
    routes: (app, context) => wechatNotifyRoutes(app, context, client),
  }
}

const TIME = '交易时间'
const STATE = '交易状态'
const TRANSACTION = '微信订单号'
const ORDER = '商户订单号'
const REFUND = '商户退款单号'
const REFUND_STATE = '退款状态'
/** The mainland and the cross-border contract name these columns differently. */
const AMOUNTS = ['订单金额', '订单金额(标价币种)']
const CURRENCIES = ['货币种类', '标价币种']
const REFUNDED = ['申请退款金额', '退款金额']
/** A refund that failed has left the money where it was. */
const REFUNDS_THAT_COUNT = new Set(['SUCCESS', 'PROCESSING'])

type Cells = Map<string, string>

/**
 * Parses a statement: a line of column names, one line per movement with a backtick before each value,
 * then a summary, which is ignored.
 */
export function readStatement(text: string): StatementFact[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const names = head.split(',')
  if (!names.includes(TIME)) throw new Error('A statement of WeChat begins with other columns')
  const end = lines.findIndex((line) => !line.startsWith('`'))
  return lines.slice(0, end < 0 ? undefined : end).flatMap((line) => {
    const values = line.slice(1).split(',`')
    return factOf(new Map(names.map((name, index) => [name, values[index]?.trim() ?? ''])))
  })
}

function factOf(cells: Cells): StatementFact[] {
  const cell = (...names: string[]) => names.map((name) => cells.get(name)).find(Boolean) ?? ''
  const basis = {
    order_no: cell(ORDER) || null,
    currency: cell(...CURRENCIES),
    at: new Date(`${cell(TIME).replace(' ', 'T')}+08:00`),
  }
  switch (cell(STATE)) {
    case 'SUCCESS': {
      const amount_minor = minorOf(cell(...AMOUNTS))
      return [{ ...basis, fact: 'payment', reference: cell(TRANSACTION), amount_minor }]
    }
    case 'REFUND': {
      if (!REFUNDS_THAT_COUNT.has(cell(REFUND_STATE))) return []
      const amount_minor = minorOf(cell(...REFUNDED))
      return [{ ...basis, fact: 'refund', reference: cell(REFUND), amount_minor }]
    }
    default:
      return []
  }
}

/** Parses a decimal amount to minor units, without floating point. */
function minorOf(decimal: string): number {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  if (whole === undefined) throw new Error(`A statement of WeChat has the amount ${decimal}`)
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

const OPEN_STATES = new Set(['NOTPAY', 'USERPAYING'])
const PAID_STATES = new Set(['SUCCESS', 'REFUND'])
const NO_FILE = 'NOSTATEMENTEXIST'
const CLOSED_CODES = new Set(['ORDERNOTEXIST', 'ORDERCLOSED'])

/** The adapter of WeChat Pay Native. */
export const wechatProvider = (client: WechatClient): Provider => ({
  // A mainland contract settles only in CNY.
  accepts: (currency) => client.flavour === 'global' || currency === 'CNY',

  async create(order, description) {
    const { amount_minor, currency } = order
    const request = {
      outTradeNo: order.order_no,
      description,
      amount: { amount_minor, currency },
      expiresAt: order.expires_at,
    }
    return client.native(request).catch((error: unknown) => {
      // 401 means wrong credentials: the order stays open and is retried once they are repaired.
      if (error instanceof WechatApiError && !error.retryable && error.status !== 401) {
        return { refused: error.code }
      }
      throw error
    })
  },

  query: (order) =>
    client.query(order.order_no).then(paymentStateOf, (error: unknown): PaymentState => {
      if (error instanceof WechatApiError && error.code === 'ORDERNOTEXIST') {
        return { state: 'absent' }
      }
      throw error
    }),

  close: (order) =>
    client.close(order.order_no).then(
      () => 'closed' as const,
      (error: unknown) => {
        if (error instanceof WechatApiError && error.code === 'ORDERPAID') return 'paid' as const
        if (error instanceof WechatApiError && CLOSED_CODES.has(error.code))
          return 'closed' as const
        throw error
      },
    ),

  async refund(order, { out_refund_no, amount_minor, provider_txn }) {
    const request = {
      outTradeNo: order.order_no,
      ...(provider_txn !== null && { transactionId: provider_txn }),
      outRefundNo: out_refund_no,
      refundMinor: amount_minor,
      totalMinor: order.amount_minor,
      currency: order.currency,
    }
    try {
      return refundStateOf(await client.refund(request))
    } catch (error) {
      if (error instanceof WechatApiError && !error.retryable && error.status !== 401)
        return 'failed'
      throw error
    }
  },

  statement: (day) =>
    client.statement(day).then(readStatement, (error: unknown) => {
      // A day without movements has no file.
      if (error instanceof WechatApiError && error.code === NO_FILE) return []
      throw error
    }),
})

function paymentStateOf(transaction: WechatTransaction): PaymentState {
  if (OPEN_STATES.has(transaction.trade_state)) return { state: 'open' }
  const payment = PAID_STATES.has(transaction.trade_state) ? paymentOf(transaction) : undefined
  return payment ? { state: 'paid', payment } : { state: 'closed' }
}
