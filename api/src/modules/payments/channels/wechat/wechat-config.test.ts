import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../../../../start/parse-config.ts'
import { testWallet } from '../../../../../test/test-wallet.ts'

const folder = mkdtempSync(join(tmpdir(), 'merchant-'))
const keyFile = (name: string, text: string) => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}
const pair = (bits: number) =>
  generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

const wallet = await testWallet('https://site.example/api/wxpay/notify')
const { config, certificate } = wallet
await wallet.stop()
const [platformKeyId = '', platformKey = ''] = Object.entries(config.platformKeys)[0] ?? []
const [serial = '', certificatePem = ''] = Object.entries(certificate)[0] ?? []

const GOOD = {
  DATA_DIR: folder,
  WECHAT_APPID: config.appid,
  WECHAT_MCHID: config.mchid,
  WECHAT_MCC: '8699',
  WECHAT_MERCHANT_SERIAL: config.merchantSerial,
  WECHAT_MERCHANT_KEY_FILE: keyFile('apiclient_key.pem', config.merchantPrivateKey),
  WECHAT_API_V3_KEY: config.apiV3Key,
  WECHAT_PLATFORM_KEY_ID: platformKeyId,
  WECHAT_PLATFORM_KEY_FILE: keyFile('pub_key.pem', platformKey),
}
const read = (change: Record<string, string> = {}) => parseConfig({ ...GOOD, ...change })
const production = {
  MODE: 'production',
  SITE_URL: 'https://site.example',
  SMTP_URL: 'smtp://mail.example',
}

test("credentials are read, and the webhook address is derived from the site's", () => {
  expect(read(production).channels.wechat_native).toMatchObject({
    flavour: 'global',
    baseUrl: 'https://apihk.mch.weixin.qq.com',
    notifyUrl: 'https://site.example/api/wxpay/notify',
    preferredSerial: platformKeyId,
  })
  expect(read({ WECHAT_FLAVOUR: 'cn', WECHAT_MCC: '' }).channels.wechat_native).toMatchObject({
    baseUrl: 'https://api.mch.weixin.qq.com',
  })
})

test('without settings WeChat Pay is off', () => {
  expect(parseConfig({ DATA_DIR: folder }).channels.wechat_native).toBeUndefined()
})

test('several platform keys are accepted during a rotation', () => {
  const file = keyFile('platform.pem', certificatePem)
  const { channels } = read({ WECHAT_PLATFORM_KEYS: `${serial}=${file}` })
  expect(Object.keys(Object(channels.wechat_native).platformKeys)).toEqual([platformKeyId, serial])
})

test('every missing setting is reported at once', () => {
  const half = () => parseConfig({ DATA_DIR: folder, WECHAT_APPID: config.appid })
  for (const name of ['MCHID', 'MCC', 'MERCHANT_SERIAL', 'MERCHANT_KEY_FILE', 'API_V3_KEY']) {
    expect(half).toThrow(new RegExp(`WECHAT_${name} is missing`))
  }
  expect(half).toThrow(
    /WECHAT_PLATFORM_KEY_ID is missing[\s\S]*WECHAT_PLATFORM_KEY_FILE is missing/,
  )
})

const small = pair(1_024)
const elliptic = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const locked = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'word' },
})

test.each([
  ['WECHAT_MERCHANT_KEY_FILE', '/nowhere/key.pem', 'cannot be read'],
  ['WECHAT_MERCHANT_KEY_FILE', keyFile('public.pem', platformKey), 'is not a private key'],
  ['WECHAT_MERCHANT_KEY_FILE', keyFile('text.pem', 'hello'), 'is not a private key'],
  [
    'WECHAT_MERCHANT_KEY_FILE',
    keyFile('small.pem', small.privateKey),
    'has 1024 bits and not 2048',
  ],
  ['WECHAT_MERCHANT_KEY_FILE', keyFile('ec.pem', elliptic.privateKey), 'is not an RSA key'],
  ['WECHAT_MERCHANT_KEY_FILE', keyFile('locked.pem', locked.privateKey), 'asks for a password'],
  [
    'WECHAT_MERCHANT_KEY_FILE',
    keyFile('cut.pem', config.merchantPrivateKey.slice(0, 300)),
    'is not a PEM key',
  ],
  ['WECHAT_PLATFORM_KEY_FILE', keyFile('mine.pem', config.merchantPrivateKey), 'is a private key'],
  ['WECHAT_PLATFORM_KEY_FILE', keyFile('tiny.pem', small.publicKey), 'has 1024 bits and not 2048'],
  ['WECHAT_PLATFORM_KEY_FILE', keyFile('word.pem', 'hello'), 'is not a PEM key'],
  ['WECHAT_PLATFORM_KEY_ID', 'constructor', 'neither PUB_KEY_ID_'],
  ['WECHAT_PLATFORM_KEY_ID', config.merchantSerial, 'number of your own certificate'],
  ['WECHAT_PLATFORM_KEYS', 'constructor=/x.pem', 'write each key as id=file'],
  ['WECHAT_API_V3_KEY', 'short', 'exactly 32 characters'],
  ['WECHAT_API_V3_KEY', `${'a'.repeat(31)}é`, 'exactly 32 characters'],
  ['WECHAT_MERCHANT_SERIAL', 'apiclient_cert.pem', '40 hexadecimal digits'],
  ['WECHAT_APPID', 'gh_1234', 'wx with 16 hexadecimal digits'],
  ['WECHAT_MCHID', 'awards', 'digits of a merchant number'],
  ['WECHAT_MCC', '12', 'four digits'],
  ['WECHAT_FLAVOUR', 'hk', 'has to be cn or global'],
  ['WECHAT_NOTIFY_URL', 'https://site.example/notify?a=1', 'has a query string'],
  ['WECHAT_NOTIFY_URL', 'notify', 'is not a complete address'],
])('%s: %s is named with what to do', (name, value, words) => {
  expect(() => read({ [name]: value })).toThrow(name)
  expect(() => read({ [name]: value })).toThrow(words)
})

test('a key is never part of the message', () => {
  const key = 'x'.repeat(20)
  expect(() => read({ WECHAT_API_V3_KEY: key })).not.toThrow(key)
})

test('in production every address is https', () => {
  const rehearsal = { ...production, WECHAT_BASE_URL: 'http://127.0.0.1:8081' }
  expect(() => read(rehearsal)).toThrow(/WECHAT_BASE_URL does not start with https/)
  expect(() => read({ ...production, SITE_URL: 'http://site.example' })).toThrow(
    /WECHAT_NOTIFY_URL does not start with https/,
  )
  expect(read({ WECHAT_BASE_URL: 'http://127.0.0.1:8081' }).channels.wechat_native).toBeDefined()
})

test('the merchant’s own public key is refused as platform key', () => {
  const own = pair(2_048)
  const change = {
    WECHAT_MERCHANT_KEY_FILE: keyFile('own.pem', own.privateKey),
    WECHAT_PLATFORM_KEY_FILE: keyFile('own_pub.pem', own.publicKey),
  }
  expect(() => read(change)).toThrow(/WECHAT_PLATFORM_KEY_FILE is your own certificate/)
})
