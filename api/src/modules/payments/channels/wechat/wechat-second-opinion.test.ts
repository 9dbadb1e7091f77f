import { createRequire } from 'node:module'
import { testWallet } from '../../../../../test/test-wallet.ts'

/** What we use of `wechatpay-axios-plugin`, whose own types say `any`. */
type Answer = { status: number; data: unknown }
type Plugin = {
  Decorator: new (config: object) => {
    request(path: string, method: string, data?: object, config?: object): Promise<Answer>
  }
  Aes: { AesGcm: { decrypt(text: string, key: string, iv: string, aad: string): string } }
  Rsa: {
    from(pem: string, type: string): object
    KEY_TYPE_PUBLIC: string
    verify(message: string, signature: string, key: object): boolean
  }
  Formatter: { response(timestamp: string, nonce: string, body: string): string }
}
const { Decorator, Aes, Rsa, Formatter } = createRequire(import.meta.url)(
  'wechatpay-axios-plugin',
) as Plugin

const wallet = await testWallet('https://site.example/notify')
const { config } = wallet
const [platformKeyId = '', platformKey = ''] = Object.entries(config.platformKeys)[0] ?? []
afterAll(() => wallet.stop())

/** Somebody else's client, which knows nothing of our code, speaks to our wallet. */
const other = new Decorator({
  mchid: config.mchid,
  serial: config.merchantSerial,
  baseURL: config.baseUrl,
  privateKey: config.merchantPrivateKey,
  certs: { [platformKeyId]: platformKey },
})
const order = (number: string) => ({
  appid: config.appid,
  mchid: config.mchid,
  out_trade_no: number,
  description: 'Entry fee · 参赛费',
  notify_url: config.notifyUrl,
  amount: {
    total: 9900,
    currency: 'CNY',
  },
})

test('an independent client creates, queries, closes and refunds orders at the simulator', async () => {
  const path = '/v3/pay/transactions/native'
  const { data } = await other.request(path, 'post', order('PLUGIN000001'))
  const { code_url } = data as { code_url: string }
  const query = () =>
    other.request('/v3/pay/transactions/out-trade-no/PLUGIN000001', 'get', undefined, {
      params: { mchid: config.mchid },
    })
  expect((await query()).data).toMatchObject({ trade_state: 'NOTPAY' })

  wallet.setChaos({ notify: 'drop' })
  wallet.pay(code_url)
  expect((await query()).data).toMatchObject({ trade_state: 'SUCCESS', amount: { total: 9_900 } })

  const refund = {
    out_trade_no: 'PLUGIN000001',
    out_refund_no: 'RPLUGIN000001',
    amount: {
      refund: 100,
      total: 9900,
      currency: 'CNY',
    },
  }
  const refunded = await other.request('/v3/refund/domestic/refunds', 'post', refund)
  expect(refunded.data).toMatchObject({ status: 'PROCESSING' })

  await other.request(path, 'post', order('PLUGIN000002'))
  const close = '/v3/pay/transactions/out-trade-no/PLUGIN000002/close'
  expect((await other.request(close, 'post', { mchid: config.mchid })).status).toBe(204)
})

test('an independent client refuses a wrongly signed answer of the simulator', async () => {
  wallet.setChaos({ badSignatureNext: 1 })
  const opened = other.request('/v3/pay/transactions/native', 'post', order('PLUGIN000003'))
  await expect(opened).rejects.toThrow()
})

test('an independent client decrypts the simulator’s notifications', () => {
  const fact = { event: 'TRANSACTION.SUCCESS', kind: 'transaction' as const, plain: { a: 'é' } }
  const { body, headersAt } = wallet.notice(fact)
  const headers = headersAt(new Date())
  const message = Formatter.response(
    headers['wechatpay-timestamp'] ?? '',
    headers['wechatpay-nonce'] ?? '',
    body,
  )
  const key = Rsa.from(platformKey, Rsa.KEY_TYPE_PUBLIC)
  expect(Rsa.verify(message, headers['wechatpay-signature'] ?? '', key)).toBe(true)
  const { resource } = JSON.parse(body) as { resource: Record<string, string> }
  const { ciphertext = '', nonce = '', associated_data = '' } = resource
  expect(Aes.AesGcm.decrypt(ciphertext, config.apiV3Key, nonce, associated_data)).toBe('{"a":"é"}')
})
