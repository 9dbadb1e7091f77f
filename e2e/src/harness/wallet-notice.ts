import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sealResource, signedHeaders, walletKeys } from '@awards/simulators/wallet/wallet-keys'
import type { Site } from './site.ts'

type Notice = {
  order_no: string
  /** What was paid, in the smallest unit. */
  total: number
  currency?: string
  /** The provider's number of the payment; the same one again is the same payment. */
  transaction?: string
  paid_at?: Date
  /** A signature that does not belong to the message. */
  isForged?: boolean
}

/** Tells the site of a payment as the wallet would, with the wallet's own keys; gives the HTTP status. */
export async function notify(site: Site, notice: Notice): Promise<number> {
  const { order_no, total, currency = 'EUR', isForged = false } = notice
  const keys = await walletKeys(join(site.dataDir, 'simulators'))
  const paid_at = notice.paid_at ?? new Date()
  const amount = { total, currency, payer_total: total, payer_currency: currency }
  const transaction = notice.transaction ?? `4200${randomBytes(10).toString('hex')}`
  const plain = {
    appid: keys.appid,
    mchid: keys.mchid,
    out_trade_no: order_no,
    amount,
    transaction_id: transaction,
    id: transaction,
    trade_type: 'NATIVE',
    trade_state: 'SUCCESS',
    success_time: paid_at.toISOString(),
  }
  const body = JSON.stringify({
    id: `EV-${randomBytes(12).toString('hex')}`,
    create_time: paid_at.toISOString(),
    event_type: 'TRANSACTION.SUCCESS',
    resource_type: 'encrypt-resource',
    summary: '支付成功',
    resource: sealResource(keys, 'transaction', plain),
  })
  const answer = await fetch(`${site.url}/api/wxpay/notify`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      ...signedHeaders(keys, paid_at, body, { spoil: isForged }),
    },
  })
  await answer.arrayBuffer()
  return answer.status
}
