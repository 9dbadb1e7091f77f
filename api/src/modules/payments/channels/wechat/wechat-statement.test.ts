import { testWallet } from '../../../../../test/test-wallet.ts'
import { wechatProvider, readStatement } from './wechat-channel.ts'
import { createWechatClient } from './wechat-client.ts'
import type { WechatFlavour } from './wechat-config.ts'

/** Half past eleven in the evening of Paris is the next day in China. */
const EVENING = new Date('2026-11-20T22:30:00Z')
const DAY = '2026-11-21'
let time = EVENING
const now = () => time
const wallet = await testWallet('https://site.example/notify', now)
afterAll(() => wallet.stop())

const clientOf = (flavour: WechatFlavour) => createWechatClient({ ...wallet.config, flavour }, now)
const amounts = {
  cn: { total: 9_905, currency: 'CNY' },
  global: { total: 26_000, currency: 'EUR' },
}

beforeAll(async () => {
  wallet.setChaos({ notify: 'drop' })
  for (const flavour of ['cn', 'global'] as const) {
    const client = clientOf(flavour)
    const { total, currency } = amounts[flavour]
    const number = `DAY${flavour}001`
    const { code_url } = await client.native({
      outTradeNo: number,
      description: 'Entry fee, "first", `quoted`',
      amount: { amount_minor: total, currency },
      expiresAt: new Date(now().getTime() + 1_800_000),
    })
    wallet.pay(code_url)
    const refund = { outTradeNo: number, outRefundNo: `R${number}`, refundMinor: 4_001 }
    await client.refund({ ...refund, totalMinor: total, currency })
    while ((await client.queryRefund(`R${number}`)).status === 'PROCESSING');
  }
})
beforeEach(() => {
  time = new Date('2026-11-22T03:00:00Z')
  wallet.setChaos({})
})

test.each(['cn', 'global'] as const)(
  'the statement of a day (%s) is parsed into payments and refunds',
  async (flavour) => {
    const { total, currency } = amounts[flavour]
    const provider = wechatProvider(clientOf(flavour))
    const order_no = `DAY${flavour}001`
    const paid = wallet.orders().find((order) => order.out_trade_no === order_no)

    expect(await provider.statement?.(DAY)).toEqual([
      {
        fact: 'payment',
        order_no,
        reference: paid?.transaction_id,
        amount_minor: total,
        currency,
        at: EVENING,
      },
      {
        fact: 'refund',
        order_no,
        reference: `R${order_no}`,
        amount_minor: 4001,
        currency,
        at: EVENING,
      },
    ])
    expect(await provider.statement?.('2026-11-20')).toEqual([])
  },
)

test.each(['cn', 'global'] as const)(
  'a day that is not over (%s) has no statement',
  async (flavour) => {
    await expect(wechatProvider(clientOf(flavour)).statement?.('2026-11-22')).rejects.toMatchObject(
      {
        code: 'STATEMENTCREATING',
      },
    )
  },
)

test.each(['cn', 'global'] as const)(
  'a statement whose link (%s) has a wrong signature is rejected',
  async (flavour) => {
    wallet.setChaos({ badSignatureNext: 1 })
    await expect(clientOf(flavour).statement(DAY)).rejects.toThrow('untrusted answer')
  },
)

test.each(['cn', 'global'] as const)(
  'a statement (%s) that does not match its hash is rejected',
  async (flavour) => {
    wallet.setChaos({ changeFileNext: 1 })
    await expect(clientOf(flavour).statement(DAY)).rejects.toThrow('untrusted answer')
  },
)

test('a statement as the documentation shows it', () => {
  const text = [
    '\uFEFF交易时间,公众账号ID,商户号,微信订单号,商户订单号,交易状态,货币种类,商户退款单号,退款金额,退款状态,商品名称,订单金额,申请退款金额',
    '`2026-01-28 17:07:11,`wx81be,`1601,`42001,`S1,`SUCCESS,`CNY,`0,`0.00,`,`a, b,`0.01,`0.00',
    '`2026-01-28 18:00:00,`wx81be,`1601,`42001,`S1,`REFUND,`CNY,`R1,`0.01,`SUCCESS,`a, b,`0.00,`0.01',
    '`2026-01-28 18:30:00,`wx81be,`1601,`42001,`S1,`REFUND,`CNY,`R2,`0.01,`FAIL,`a, b,`0.00,`0.01',
    '`2026-01-28 19:00:00,`wx81be,`1601,`42002,`S2,`REVOKED,`CNY,`0,`0.00,`,`a, b,`0.01,`0.00',
    '总交易单数,应结订单总金额',
    '`4,`0.01',
  ].join('\r\n')
  expect(readStatement(text)).toEqual([
    expect.objectContaining({
      fact: 'payment',
      amount_minor: 1,
      at: new Date('2026-01-28T09:07:11Z'),
    }),
    expect.objectContaining({ fact: 'refund', reference: 'R1', amount_minor: 1 }),
  ])
  expect(() => readStatement('<html>')).toThrow('other columns')
})
