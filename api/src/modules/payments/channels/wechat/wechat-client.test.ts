import { createServer } from 'node:http'
import { listen, testWallet, type TestWallet } from '../../../../../test/test-wallet.ts'
import { until } from '../../../../../test/waiting.ts'
import { createWechatClient, type WechatClient } from './wechat-client.ts'
import { WechatUnknownOutcome, type WechatNotification } from './wechat-protocol.ts'

const HOUR = 3_600_000
let offset = 0
let number = 0
const now = () => new Date(Date.now() + offset)
const accepted: WechatNotification[] = []
const rejected: string[] = []
let wallet: TestWallet
let client: WechatClient

const site = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  try {
    accepted.push(await client.readNotification(request.headers, Buffer.concat(chunks)))
    response.writeHead(204)
  } catch (error) {
    rejected.push(error instanceof Error ? error.message : 'rejected')
    response.writeHead(401)
  }
  response.end()
})

beforeAll(async () => {
  wallet = await testWallet(`${await listen(site)}/notify`, now)
  client = createWechatClient(wallet.config, now)
})
afterAll(async () => {
  await wallet.stop()
  site.closeAllConnections()
  site.close()
})
beforeEach(() => {
  offset = 0
  wallet.setChaos({})
  accepted.length = 0
  rejected.length = 0
})

const order = (change: Partial<Parameters<WechatClient['native']>[0]> = {}) => {
  number += 1
  return {
    outTradeNo: `GATEST${String(number).padStart(6, '0')}`,
    description: 'Entry fee · 参赛费',
    amount: { amount_minor: 26_000, currency: 'EUR' },
    expiresAt: new Date(now().getTime() + 2 * HOUR),
    ...change,
  }
}

const paid = async () => {
  const request = order()
  const { code_url } = await client.native(request)
  expect(wallet.pay(code_url)).toMatchObject({ ok: true })
  return request
}

test('a paid order is notified once, encrypted and signed, and the query agrees', async () => {
  const { outTradeNo } = await paid()

  await until(() => accepted.length === 1)

  expect(accepted[0]).toMatchObject({
    event_type: 'TRANSACTION.SUCCESS',
    resource: { out_trade_no: outTradeNo, amount: { total: 26_000, currency: 'EUR' } },
  })
  expect(await client.query(outTradeNo)).toMatchObject({ trade_state: 'SUCCESS' })
})

test('the mainland contract uses other paths and only CNY', async () => {
  const mainland = createWechatClient({ ...wallet.config, flavour: 'cn' }, now)
  const request = order({ amount: { amount_minor: 9_900, currency: 'CNY' } })

  await mainland.native(request)

  expect(await mainland.query(request.outTradeNo)).toMatchObject({ trade_state: 'NOTPAY' })
  await expect(mainland.native(order())).rejects.toMatchObject({ code: 'PARAMERROR' })
})

test('creating an order again returns its QR code; a different amount is refused', async () => {
  const request = order()
  const first = await client.native(request)

  expect(await client.native(request)).toEqual(first)
  const dearer = { ...request, amount: { ...request.amount, amount_minor: 1 } }
  await expect(client.native(dearer)).rejects.toMatchObject({ code: 'OUTTRADENOUSED' })
})

test('a closed order cannot be paid, and closing a paid one says that it is paid', async () => {
  const open = order()
  const { code_url } = await client.native(open)
  await client.close(open.outTradeNo)
  const { outTradeNo } = await paid()

  expect(wallet.pay(code_url)).toMatchObject({ ok: false })
  await expect(client.close(outTradeNo)).rejects.toMatchObject({ code: 'ORDERPAID' })
})

test('a refund number refunds once, and never more than was paid', async () => {
  const { outTradeNo } = await paid()
  const refund = {
    outTradeNo,
    outRefundNo: `R${outTradeNo}`,
    refundMinor: 20_000,
    totalMinor: 26_000,
    currency: 'EUR',
  }
  const first = await client.refund(refund)

  expect((await client.refund(refund)).refund_id).toBe(first.refund_id)
  await expect(
    client.refund({ ...refund, outRefundNo: `S${outTradeNo}`, refundMinor: 7_000 }),
  ).rejects.toMatchObject({ code: 'NOTENOUGH' })
  await until(() => accepted.some((notice) => notice.event_type === 'REFUND.SUCCESS'))
  expect(await client.queryRefund(refund.outRefundNo)).toMatchObject({ status: 'SUCCESS' })
})

test('a refund that was accepted is not refused because its query does not find it yet', async () => {
  const { outTradeNo } = await paid()
  const refund = {
    outTradeNo,
    outRefundNo: `R${outTradeNo}`,
    refundMinor: 26_000,
    totalMinor: 26_000,
    currency: 'EUR',
  }
  wallet.setChaos({ hideRefundNext: 1 })

  await expect(client.refund(refund)).rejects.toBeInstanceOf(WechatUnknownOutcome)
  expect(await client.refund(refund)).toMatchObject({ out_refund_no: refund.outRefundNo })
  // Its notification comes in this test, not in the next one, which counts them.
  await until(() => accepted.some((notice) => notice.event_type === 'REFUND.SUCCESS'))
})

test.each(['signature', 'ciphertext', 'stale', 'unknown-serial', 'probe'] as const)(
  'a notification with a false %s is rejected and retried',
  async (notifyForge) => {
    wallet.setChaos({ notifyForge, retryScheduleMs: [5] })
    await paid()

    await until(() => rejected.length === 2)
    expect(accepted).toEqual([])
  },
)

test.each([{ badSignatureNext: 1 }, { probeNext: 1 }, { loseAnswerNext: 1 }])(
  'an untrusted answer is an unknown outcome: %j',
  async (chaos) => {
    const { outTradeNo } = await paid()
    wallet.setChaos(chaos)

    await expect(client.query(outTradeNo)).rejects.toThrow(WechatUnknownOutcome)
    expect(await client.query(outTradeNo)).toMatchObject({ trade_state: 'SUCCESS' })
  },
)

test('a lost answer to a create is repeated safely', async () => {
  const request = order()
  wallet.setChaos({ loseAnswerNext: 1 })

  await expect(client.native(request)).rejects.toThrow(WechatUnknownOutcome)
  expect((await client.native(request)).code_url).toMatch(/^weixin:\/\/wxpay/)
})

test('our own signature is checked: a wrong key, a wrong serial and a wrong clock are refused', async () => {
  const stranger = await testWallet(wallet.config.notifyUrl, now)
  const { merchantPrivateKey } = stranger.config
  const wrong = [
    createWechatClient({ ...wallet.config, merchantPrivateKey }, now),
    createWechatClient({ ...wallet.config, merchantSerial: 'AA' }, now),
    createWechatClient(wallet.config, () => new Date(now().getTime() - 600_000)),
  ]
  await stranger.stop()

  for (const one of wrong) {
    await expect(one.query('GATEST000001')).rejects.toMatchObject({ status: 401 })
  }
})

test('serials named like Object.prototype members find no key', async () => {
  const timestamp = String(Math.floor(now().getTime() / 1000))
  const headers = {
    'wechatpay-serial': 'constructor',
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': 'n',
    'wechatpay-signature': 'c2ln',
  }

  await expect(client.readNotification(headers, Buffer.from('{}'))).rejects.toThrow('unknown')
  await expect(client.readNotification({}, Buffer.from('{}'))).rejects.toThrow('missing header')
})
