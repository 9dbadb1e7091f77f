import { testWallet, type TestWallet } from '../../../../../test/test-wallet.ts'
import type { WechatConfig } from './wechat-config.ts'
import { readXml, signV2, wechatRates } from './wechat-channel.ts'

const HOUR = 3_600_000
const MORNING = Date.parse('2027-01-12T01:59:00Z')
let now = MORNING
let wallet: TestWallet

beforeAll(async () => void (wallet = await testWallet('http://127.0.0.1:1/notify')))
afterAll(() => wallet.stop())
beforeEach(() => {
  now = MORNING
  wallet.setChaos({})
})

const asked = () => wallet.calls().filter((call) => call.includes('queryexchagerate')).length
const rates = (change: Partial<WechatConfig> = {}) =>
  wechatRates({ ...wallet.config, ...change }, () => new Date(now))

test('signs as the documentation of API v2 does in its example', () => {
  const fields = {
    appid: 'wxd930ea5d5a258f4f',
    mch_id: '10000100',
    device_info: '1000',
    body: 'test',
    nonce_str: 'ibuaiVcKdpRxkhJA',
  }
  expect(signV2(fields, '192006250b4c09247ec02edce69f6a2d')).toBe(
    '9A0A8659F005D6984697E2CA0A9CF3B7',
  )
})

test('reads fields with and without CDATA', () => {
  expect(readXml('<xml><rate>780</rate>\n<a><![CDATA[x <y>]]></a></xml>')).toEqual({
    rate: '780',
    a: 'x <y>',
  })
})

test('E24: the rate is that of the day in China, and is asked for once an hour', async () => {
  const payerRate = rates()
  const before = asked()
  expect(await payerRate('EUR')).toEqual({ currency: 'CNY', rate: 7.8, day: '2027-01-11' })
  now += 60_000
  await payerRate('EUR')
  expect(asked()).toBe(before + 1)
  now += HOUR
  expect(await payerRate('EUR')).toMatchObject({ day: '2027-01-12' })
})

test('E24: a wrong key, an answer that fails or a mainland contract gives no rate', async () => {
  expect(await rates({ apiV2Key: 'x'.repeat(32) })('EUR')).toBeUndefined()
  expect(await rates({ flavour: 'cn' })('CNY')).toBeUndefined()
  wallet.setChaos({ failNext: 1 })
  const payerRate = rates()
  expect(await payerRate('EUR')).toBeUndefined()
  now += 60_000
  expect(await payerRate('EUR')).toBeUndefined()
  now += 300_000
  expect(await payerRate('EUR')).toMatchObject({ rate: 7.8 })
})
