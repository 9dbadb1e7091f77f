import { createHash, createHmac } from 'node:crypto'
import { inYuan, refusal, type ApiAnswer, type Dependencies } from './wallet-answers.ts'
import { seal, type WalletKeys } from './wallet-keys.ts'
import type { WalletOrder, WalletRefund } from './wallet-book.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const YEARS_5 = 5 * 365 * 86_400_000

/** What a merchant fetches beside orders: the platform's certificates, and the statement of a day. */
export function walletPapers({ keys, book, now }: Pick<Dependencies, 'keys' | 'book' | 'now'>) {
  const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')
  const token = (day: string) => createHmac('sha256', keys.apiV3Key).update(day).digest('hex')

  /** The file of a day, or why there is none yet. */
  function file(day: string, isGlobal: boolean): string | ApiAnswer {
    if (!DAY.test(day)) return refusal(400, 'PARAM_ERROR', 'date')
    if (day >= beijingDay(now().getTime())) {
      return refusal(400, 'STATEMENT_CREATING', '账单生成中')
    }
    const books = { orders: book.orders(), refunds: book.refunds() }
    return (
      statementOf(keys, books, day, isGlobal) ??
      refusal(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    )
  }

  return {
    certificates(): ApiAnswer {
      const { serial, pem, from } = keys.certificate
      const certificate = {
        serial_no: serial,
        effective_time: from,
        expire_time: new Date(Date.parse(from) + YEARS_5).toISOString(),
        encrypt_certificate: seal(keys, 'certificate', pem),
      }
      return { status: 200, body: { data: [certificate] } }
    },

    /** Across the border the file comes at once; what is signed is its hash. */
    statement(date: string | null): ApiAnswer {
      const day = (date ?? '').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
      const text = file(day, true)
      return typeof text === 'string' ? { status: 200, text, sha1: sha1(text) } : text
    },

    /** At home there is a ticket first, with the hash of the file that it is for. */
    bill(day: string | null, host: string): ApiAnswer {
      const text = file(day ?? '', false)
      if (typeof text !== 'string') return text
      const download_url = `http://${host}/v3/billdownload/file?token=${day}.${token(day ?? '')}`
      return { status: 200, body: { hash_type: 'SHA1', hash_value: sha1(text), download_url } }
    },

    /** The file of a ticket, unsigned. */
    download(ticket: string | null): ApiAnswer {
      const [day = '', proof] = (ticket ?? '').split('.')
      if (proof !== token(day)) return refusal(401, 'SIGN_ERROR', 'token')
      const text = file(day, false)
      return typeof text === 'string' ? { status: 200, text } : text
    },
  }
}

const DETAILS_CN =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const SUMMARY_CN =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'
const DETAILS_GLOBAL =
  '交易时间,公众账号ID,商户号,子商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,充值券币种,充值券金额,优惠券币种,优惠券金额,微信退款单号,商户退款单号,退款类型,退款状态,商品名称,商户数据包,手续费,费率,标价币种,订单金额(标价币种),用户支付币种,用户支付金额,结算币种,应结订单金额,支付汇率,退款汇率,申请退款金额,用户退款币种,用户退款金额,退款结算币种,退款应结订单金额,充值券退款金额,优惠券退款金额'
const SUMMARY_GLOBAL = '总交易单数,应结订单总金额,退款总金额'
const REFUND_WORDS: Record<WalletRefund['status'], string> = {
  PROCESSING: 'PROCESSING',
  SUCCESS: 'SUCCESS',
  CLOSED: 'FAIL',
  ABNORMAL: 'CHANGE',
}

type Book = { orders: WalletOrder[]; refunds: WalletRefund[] }
type Cells = Record<string, string>

/** The day of a moment in the provider's own calendar, `YYYY-MM-DD`. */
const beijingDay = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10)

/** Everything that moved on a day, as the provider's file has it; undefined where nothing did. */
function statementOf(keys: WalletKeys, book: Book, day: string, isGlobal: boolean) {
  const payments = book.orders.filter(
    ({ paid_at, is_global }) => paid_at && is_global === isGlobal && beijingDay(paid_at) === day,
  )
  const refunds = book.refunds.filter(
    ({ created_at, is_global }) => is_global === isGlobal && beijingDay(created_at) === day,
  )
  if (payments.length + refunds.length === 0) return undefined
  const columns = (isGlobal ? DETAILS_GLOBAL : DETAILS_CN).split(',')
  const rows = [
    ...payments.map((order) => paymentCells(order)),
    ...refunds.map((refund) => refundCells(refund, book.orders)),
  ].map((cells) => columns.map((name) => `\`${{ ...known(keys), ...cells }[name] ?? ''}`).join(','))
  const summary = isGlobal ? SUMMARY_GLOBAL : SUMMARY_CN
  const total = sum(payments.map(({ amount }) => amount.total))
  const back = sum(refunds.map(({ amount }) => amount.refund))
  const totals = [String(rows.length), total, back, '0.00', '0.00000', total, back]
    .slice(0, summary.split(',').length)
    .map((value) => `\`${value}`)
  return [columns.join(','), ...rows, summary, totals.join(','), ''].join('\r\n')
}

const known = (keys: WalletKeys): Cells => ({
  公众账号ID: keys.appid,
  商户号: keys.mchid,
  交易类型: 'NATIVE',
  付款银行: 'OTHERS',
  手续费: '0.00000',
  费率: '0.60%',
})

const paymentCells = ({ amount, ...order }: WalletOrder): Cells => ({
  ...orderCells(order.out_trade_no, order.transaction_id ?? '', order.description),
  ...amountCells(amount),
  交易时间: clock(order.paid_at ?? 0),
  交易状态: 'SUCCESS',
  微信退款单号: '0',
  商户退款单号: '0',
  退款金额: '0.00',
  申请退款金额: '0.00',
})

function refundCells({ amount, ...refund }: WalletRefund, orders: WalletOrder[]): Cells {
  const order = orders.find(({ out_trade_no }) => out_trade_no === refund.out_trade_no)
  return {
    ...orderCells(refund.out_trade_no, refund.transaction_id, order?.description ?? ''),
    ...amountCells(amount),
    交易时间: clock(refund.created_at),
    交易状态: 'REFUND',
    微信退款单号: refund.refund_id,
    商户退款单号: refund.out_refund_no,
    退款金额: yuan(amount.refund),
    申请退款金额: yuan(amount.refund),
    用户退款币种: 'CNY',
    用户退款金额: yuan(inYuan(amount.refund, amount.currency)),
    退款类型: 'ORIGINAL',
    退款状态: REFUND_WORDS[refund.status],
  }
}

const orderCells = (number: string, transaction: string, description: string): Cells => ({
  微信订单号: transaction,
  商户订单号: number,
  商品名称: description,
})

const amountCells = ({ total, currency }: WalletOrder['amount']): Cells => ({
  货币种类: currency,
  标价币种: currency,
  订单金额: yuan(total),
  '订单金额(标价币种)': yuan(total),
  用户支付币种: 'CNY',
  用户支付金额: yuan(inYuan(total, currency)),
})

const yuan = (minor: number) => (minor / 100).toFixed(2)
const sum = (amounts: number[]) => yuan(amounts.reduce((total, amount) => total + amount, 0))
const clock = (at: number) =>
  new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
