import { testWallet } from '../../../../../test/test-wallet.ts'
import { createWechatClient } from './wechat-client.ts'
import { WechatUnknownOutcome } from './wechat-protocol.ts'

let offset = 0
const now = () => new Date(Date.now() + offset)
const wallet = await testWallet('https://site.example/notify', now)
const { config, certificate } = wallet
const [serial = ''] = Object.keys(certificate)
const fact = { event: 'TRANSACTION.SUCCESS', kind: 'transaction' as const, plain: { paid: true } }

beforeEach(() => {
  offset = 0
  wallet.setChaos({})
})
afterAll(() => wallet.stop())

const order = (number: string, change: object = {}) => ({
  outTradeNo: number,
  description: 'Entry fee',
  amount: { amount_minor: 26_000, currency: 'EUR' },
  expiresAt: new Date(now().getTime() + 1_800_000),
  ...change,
})
const read = (client: ReturnType<typeof createWechatClient>, forge?: 'unknown-serial') => {
  const { body, headersAt } = wallet.notice(fact, forge)
  return client.readNotification(headersAt(now()), Buffer.from(body))
}

test('certificate mode: answers are signed with the requested platform certificate', async () => {
  const old = createWechatClient(
    { ...config, platformKeys: certificate, preferredSerial: serial },
    now,
  )
  await old.native(order('OLDMODE00001'))
  expect(await old.query('OLDMODE00001')).toMatchObject({ trade_state: 'NOTPAY' })
})

test('during a key migration callbacks are accepted under both keys', async () => {
  const both = createWechatClient(
    { ...config, platformKeys: { ...config.platformKeys, ...certificate } },
    now,
  )
  expect(await read(both)).toMatchObject({ resource: { paid: true } })
  const { body, headersAt } = wallet.noticeBy('certificate', fact)
  const signed = await both.readNotification(headersAt(now()), Buffer.from(body))
  expect(signed).toMatchObject({ resource: { paid: true } })
})

test.each(['cn', 'global'] as const)(
  'an unknown certificate (%s) is fetched once, and trusted because it is encrypted for us',
  async (flavour) => {
    const client = createWechatClient({ ...config, flavour }, now)
    const { body, headersAt } = wallet.noticeBy('certificate', fact)
    const signed = () => client.readNotification(headersAt(now()), Buffer.from(body))
    expect(await signed()).toMatchObject({ resource: { paid: true } })
    wallet.setChaos({ failNext: 9 })
    expect(await signed()).toMatchObject({ resource: { paid: true } })
  },
)

test('unknown serials make us fetch certificates at most once in ten minutes', async () => {
  const client = createWechatClient(config, now)
  const asked = wallet.calls().length
  for (let time = 0; time < 20; time += 1) {
    const { body, headersAt } = wallet.notice(fact)
    const headers = { ...headersAt(now()), 'wechatpay-serial': `${time}`.padStart(40, 'A') }
    await expect(client.readNotification(headers, Buffer.from(body))).rejects.toThrow('unknown')
  }
  expect(wallet.calls().slice(asked)).toEqual(['GET /v3/global/certificates'])
  await expect(read(client, 'unknown-serial')).rejects.toThrow('unknown')
})

test('a busy WeChat is retried with the same content, and fails if it stays busy', async () => {
  const client = createWechatClient(config, now)
  wallet.setChaos({ failNext: 2 })
  const { code_url } = await client.native(order('BUSY00000001'))
  expect(code_url).toMatch(/^weixin:/)
  wallet.setChaos({ failNext: 3 })
  await expect(client.query('BUSY00000001')).rejects.toMatchObject({ retryable: true, status: 500 })
})

test('clock skew is reported with its size and advice', async () => {
  const warnings: unknown[] = []
  const log = { warn: (_: string, fields: object = {}) => void warnings.push(fields) }
  const client = createWechatClient(config, () => new Date(now().getTime() + 600_000), log)
  await expect(client.query('CLOCK0000001')).rejects.toThrow(
    /clock of this machine is (599|600|601) s ahead of WeChat's.*time server/,
  )
  expect(String(Object(warnings[0]).error)).toContain('time server')
})

test('a call that WeChat refuses is logged once, without a secret', async () => {
  const warnings: string[] = []
  const log = {
    warn: (event: string, fields: object = {}) =>
      void warnings.push(`${event} ${JSON.stringify(fields)}`),
  }
  const client = createWechatClient(config, now, log)
  await expect(client.query('NOTKNOWN0001')).rejects.toMatchObject({ code: 'ORDERNOTEXIST' })
  wallet.setChaos({ loseAnswerNext: 1 })
  await expect(client.query('NOTKNOWN0001')).rejects.toThrow(WechatUnknownOutcome)
  expect(warnings.map((line) => line.split(' ')[0])).toEqual(['wechat.refused', 'wechat.no_answer'])
  expect(warnings.join()).not.toContain(config.apiV3Key)
})
