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
import { hash } from 'node:crypto'
import type { PayerRate } from '@awards/shared/contract'
import type { Log } from '../../../../observability/log.ts'

const PAYER_CURRENCY = 'CNY'
/** Rates are whole numbers, yuan for one unit times 10⁸. */
const RATE_UNIT = 100_000_000
const PATH = '/pay/queryexchagerate'
const HOUR_MS = 3_600_000
/** The fee page waits for it, and shows the price without it just as well. */
const TIMEOUT_MS = 2_000
/** A failure is not asked for again at once, so that a provider that hangs slows down nobody. */
const RETRY_MS = 300_000

type Fields = Record<string, string>
type Cached = { rate: PayerRate | undefined; until: number }

/** MD5, as the older API v2 wants it: all fields in order of their names, then the key. */
export function signV2(fields: Fields, key: string): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'sign' && fields[name])
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
  return hash('md5', `${text}&key=${key}`).toUpperCase()
}

const FIELD = /<(\w+)>(?:<!\[CDATA\[([^\]]*)\]\]>|([^<]*))<\/\1>/g

/** The fields of a flat XML message. */
export const readXml = (text: string): Fields =>
  Object.fromEntries(
    [...text.replace(/<\/?xml>/g, '').matchAll(FIELD)].map(([, name = '', quoted, plain]) => [
      name,
      quoted ?? plain ?? '',
    ]),
  )

const writeXml = (fields: Fields): string =>
  `<xml>${Object.entries(fields)
    .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
    .join('')}</xml>`

/** The day of the rate: a new one is out at ten in the morning in China, 02:00 UTC. */
const dayOf = (now: Date) => new Date(now.getTime() - 2 * HOUR_MS).toISOString().slice(0, 10)

/**
 * WeChat's rate of the day for payers who price in yuan, cached for an hour. API v3 has no such call, so it
 * needs the key of API v2. Undefined without that key, under the mainland contract, or without an answer: the
 * rate only informs, and WeChat's at the moment of payment counts.
 */
export function wechatRates(config: WechatConfig, now: () => Date, log?: Pick<Log, 'warn'>) {
  const { flavour, apiV2Key, appid, mchid, baseUrl } = config
  const cache = new Map<string, Cached>()

  async function query(currency: string, key: string): Promise<PayerRate> {
    const day = dayOf(now())
    const fields = { appid, mch_id: mchid, fee_type: currency, date: day.replaceAll('-', '') }
    const answer = await fetch(baseUrl.replace(/\/$/, '') + PATH, {
      method: 'POST',
      body: writeXml({ ...fields, sign: signV2(fields, key) }),
      headers: { 'content-type': 'text/xml' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const told = readXml(await answer.text())
    const rate = Number(told.rate)
    if (told.return_code !== 'SUCCESS') throw new Error(`refused: ${told.return_msg ?? ''}`)
    if (told.sign !== signV2(told, key)) throw new Error('the answer is not signed by WeChat')
    if (!Number.isSafeInteger(rate) || rate <= 0) throw new Error('the answer has no rate')
    return { currency: PAYER_CURRENCY, rate: rate / RATE_UNIT, day }
  }

  return async function payerRate(currency: string): Promise<PayerRate | undefined> {
    if (flavour !== 'global' || !apiV2Key || currency === PAYER_CURRENCY) return undefined
    const at = now().getTime()
    const known = cache.get(currency)
    if (known && at < known.until) return known.rate
    const rate = await query(currency, apiV2Key).catch((error: unknown) => {
      log?.warn('wechat.no_rate', { error })
      return undefined
    })
    cache.set(currency, { rate, until: at + (rate ? HOUR_MS : RETRY_MS) })
    return rate
  }
}

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

  async refund(order, { out_refund_no, amount_minor, provider_txn, paid_minor }) {
    const request = {
      outTradeNo: order.order_no,
      ...(provider_txn !== null && { transactionId: provider_txn }),
      outRefundNo: out_refund_no,
      refundMinor: amount_minor,
      totalMinor: paid_minor,
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
