import { z } from 'zod'
import type { Log } from '../../../../observability/log.ts'
import { EncryptedResource, decryptResource } from './wechat-signatures.ts'
import {
  WechatSignatureError,
  type RawHeaders,
  type WechatConfig,
  type WechatNotification,
  type WechatRefund,
  type WechatTransaction,
} from './wechat-types.ts'
import { wechatTransport } from './wechat-transport.ts'

const OUT_TRADE_NO = /^[0-9A-Za-z_\-|*]{6,32}$/
const DESCRIPTION_LIMIT = 127

const Callback = z.object({ id: z.string(), event_type: z.string(), resource: EncryptedResource })

export type NativeOrder = {
  outTradeNo: string
  description: string
  amount: { amount_minor: number; currency: string }
  expiresAt: Date
}
export type WechatRefundRequest = {
  outTradeNo: string
  /** The payment to refund, if the order has more than one. */
  transactionId?: string
  outRefundNo: string
  refundMinor: number
  totalMinor: number
  currency: string
}
export type WechatClient = ReturnType<typeof createWechatClient>

/** WeChat Pay API v3, Native orders, under the mainland or the cross-border contract. */
export function createWechatClient(config: WechatConfig, now: () => Date, log?: Pick<Log, 'warn'>) {
  const { get, post, file, verify } = wechatTransport(config, now, log)
  const { appid, mchid } = config
  const isGlobal = config.flavour === 'global'
  const root = isGlobal ? '/v3/global/transactions' : '/v3/pay/transactions'
  const byNumber = (outTradeNo: string) => `${root}/out-trade-no/${encodeURIComponent(outTradeNo)}`

  const queryRefund = (outRefundNo: string) => {
    const number = encodeURIComponent(outRefundNo)
    return get<WechatRefund>(
      isGlobal
        ? `/v3/global/refunds/out-refund-no/${number}?mchid=${encodeURIComponent(mchid)}`
        : `/v3/refund/domestic/refunds/${number}`,
    )
  }

  return {
    flavour: config.flavour,
    appid,
    mchid,
    queryRefund,

    /** Idempotent: the same number with the same content returns the QR code again. */
    native({ outTradeNo, description, amount, expiresAt }: NativeOrder) {
      if (!OUT_TRADE_NO.test(outTradeNo)) throw new Error(`${outTradeNo} is not an order number`)
      assertAmount(amount.amount_minor)
      return post<{ code_url: string }>(`${root}/native`, {
        appid,
        mchid,
        description: [...description].slice(0, DESCRIPTION_LIMIT).join(''),
        out_trade_no: outTradeNo,
        time_expire: expiresAt.toISOString().replace(/\.\d{3}Z$/, '+00:00'),
        notify_url: config.notifyUrl,
        amount: { total: amount.amount_minor, currency: amount.currency },
        ...(isGlobal && { trade_type: 'NATIVE', merchant_category_code: config.mcc }),
      })
    },

    query: (outTradeNo: string) =>
      get<WechatTransaction>(`${byNumber(outTradeNo)}?mchid=${encodeURIComponent(mchid)}`),

    close: (outTradeNo: string) => post<object>(`${byNumber(outTradeNo)}/close`, { mchid }),

    /** Idempotent by the refund number. The cross-border contract needs a query for the status. */
    async refund(request: WechatRefundRequest): Promise<WechatRefund> {
      assertAmount(request.refundMinor)
      const payment = request.transactionId
        ? { transaction_id: request.transactionId }
        : { out_trade_no: request.outTradeNo }
      const path = isGlobal ? '/v3/global/refunds' : '/v3/refund/domestic/refunds'
      const accepted = await post<WechatRefund>(path, {
        ...(isGlobal && { appid, mchid }),
        ...payment,
        out_refund_no: request.outRefundNo,
        notify_url: config.notifyUrl,
        amount: {
          refund: request.refundMinor,
          total: request.totalMinor,
          currency: request.currency,
        },
      })
      return isGlobal ? queryRefund(request.outRefundNo) : accepted
    },

    /** The statement of a past day in China, as text. */
    async statement(day: string): Promise<string> {
      if (isGlobal) {
        const query = new URLSearchParams({ date: day.replaceAll('-', ''), mchid })
        return file(`/v3/global/statements?${query}`)
      }
      const ticket = await get<{ hash_value: string; download_url: string }>(
        `/v3/bill/tradebill?${new URLSearchParams({ bill_date: day, bill_type: 'ALL' })}`,
      )
      // Uses only the path, so that signed requests go to the configured host alone.
      const { pathname, search } = new URL(ticket.download_url)
      return file(pathname + search, ticket.hash_value)
    },

    /** Verifies, then decrypts, then parses, in this order. Throws WechatSignatureError. */
    async readNotification(headers: RawHeaders, raw: Buffer): Promise<WechatNotification> {
      await verify(headers, raw)
      const callback = Callback.safeParse(parseJson(raw.toString()))
      if (!callback.success) throw new WechatSignatureError('this is not a notification')
      const { id, event_type, resource } = callback.data
      return { id, event_type, resource: parseJson(decryptResource(config.apiV3Key, resource)) }
    },
  }
}

function assertAmount(minor: number) {
  if (!Number.isSafeInteger(minor) || minor <= 0) {
    throw new Error('An amount is a positive whole number of the smallest unit')
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new WechatSignatureError('this is not JSON')
  }
}
