import { z } from 'zod'
import { EncryptedResource, openResource } from './wechat-cipher.ts'
import { WechatSignatureError } from './wechat-error.ts'
import { wechatTransport } from './wechat-transport.ts'
import type {
  RawHeaders,
  WechatConfig,
  WechatNotification,
  WechatRefund,
  WechatTransaction,
} from './wechat-types.ts'

const OUT_TRADE_NO = /^[0-9A-Za-z_\-|*]{6,32}$/
const DESCRIPTION_LIMIT = 127

const Callback = z.object({ id: z.string(), event_type: z.string(), resource: EncryptedResource })

export type NativeOrder = {
  outTradeNo: string
  description: string
  amount: { amount_minor: number; currency: string }
  expiresAt: Date
}
export type RefundOrder = {
  outTradeNo: string
  outRefundNo: string
  refundMinor: number
  totalMinor: number
  currency: string
}
export type WechatClient = ReturnType<typeof createWechatClient>

/** WeChat Pay API v3, Native orders, under the mainland or the cross-border contract. */
export function createWechatClient(config: WechatConfig, now: () => Date) {
  const { get, post, verify } = wechatTransport(config, now)
  const { appid, mchid } = config
  const isGlobal = config.flavour === 'global'
  const root = isGlobal ? '/v3/global/transactions' : '/v3/pay/transactions'
  const byNumber = (outTradeNo: string) => `${root}/out-trade-no/${encodeURIComponent(outTradeNo)}`

  return {
    flavour: config.flavour,
    appid,
    mchid,

    /** The same number with the same content may be sent again: WeChat answers with the code. */
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

    /** 200 means accepted, not refunded. The same refund number refunds once. */
    refund({ outTradeNo, outRefundNo, refundMinor, totalMinor, currency }: RefundOrder) {
      assertAmount(refundMinor)
      return post<WechatRefund>(isGlobal ? '/v3/global/refunds' : '/v3/refund/domestic/refunds', {
        ...(isGlobal && { appid, mchid }),
        out_trade_no: outTradeNo,
        out_refund_no: outRefundNo,
        notify_url: config.notifyUrl,
        amount: { refund: refundMinor, total: totalMinor, currency },
      })
    },

    queryRefund(outRefundNo: string) {
      const number = encodeURIComponent(outRefundNo)
      return get<WechatRefund>(
        isGlobal
          ? `/v3/global/refunds/out-refund-no/${number}?mchid=${encodeURIComponent(mchid)}`
          : `/v3/refund/domestic/refunds/${number}`,
      )
    },

    /** Verifies, then decrypts, then parses, in this order. Throws WechatSignatureError. */
    readNotification(headers: RawHeaders, raw: Buffer): WechatNotification {
      verify(headers, raw)
      const callback = Callback.safeParse(parseJson(raw.toString()))
      if (!callback.success) throw new WechatSignatureError('this is not a notification')
      const { id, event_type, resource } = callback.data
      return { id, event_type, resource: parseJson(openResource(config.apiV3Key, resource)) }
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
