import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigError } from '../../../../lib/errors.ts'
import type { ChannelSite } from '../provider.ts'

/** Mainland contract (CNY only) or the cross-border contract of a merchant outside China (EUR). */
export type WechatFlavour = 'cn' | 'global'

/** Credentials and settings of API v3. */
export type WechatConfig = {
  flavour: WechatFlavour
  baseUrl: string
  appid: string
  mchid: string
  /** Merchant category code, required only by the cross-border contract. */
  mcc?: string
  merchantSerial: string
  merchantPrivateKey: string
  /** Exactly 32 bytes, set in the merchant console. */
  apiV3Key: string
  /** Of the older API, which alone tells the rate of the day. */
  apiV2Key?: string
  /** `PUB_KEY_ID_…` or certificate serial → PEM. During a key migration callbacks arrive under both. */
  platformKeys: Record<string, string>
  /** Sent as Wechatpay-Serial: WeChat signs its answers with this key. */
  preferredSerial: string
  notifyUrl: string
  timeoutMs?: number
}

const BITS = 2_048
const PRIVATE = /-----BEGIN (RSA |ENCRYPTED )?PRIVATE KEY-----/

/** The fault of the merchant's private key, with advice; undefined if it is fine. */
function privateKeyFault(pem: string): string | undefined {
  if (pem.includes('ENCRYPTED')) return 'asks for a password; give apiclient_key.pem as it came'
  if (!PRIVATE.test(pem)) {
    return 'is not a private key; give apiclient_key.pem, which begins with BEGIN PRIVATE KEY'
  }
  return faultOf(pem, createPrivateKey, 'download the merchant certificate again')
}

/** The fault of a platform key, which is a public key or a certificate. */
function publicKeyFault(pem: string): string | undefined {
  if (PRIVATE.test(pem)) return 'is a private key; give the public key of WeChat Pay, pub_key.pem'
  return faultOf(pem, createPublicKey, 'download pub_key.pem again from the merchant platform')
}

function faultOf(pem: string, read: (pem: string) => KeyObject, advice: string) {
  try {
    const key = read(pem)
    const bits = key.asymmetricKeyDetails?.modulusLength
    if (key.asymmetricKeyType !== 'rsa') return `is not an RSA key; ${advice}`
    return bits === BITS ? undefined : `has ${bits} bits and not ${BITS}; ${advice}`
  } catch {
    return `is not a PEM key; ${advice}`
  }
}

/** True if the given platform key is the merchant's own. */
function sharesKey(platformPem: string, merchantPem: string): boolean {
  try {
    return createPublicKey(platformPem).equals(createPublicKey(merchantPem))
  } catch {
    return false
  }
}

const HOSTS = {
  cn: 'https://api.mch.weixin.qq.com',
  global: 'https://apihk.mch.weixin.qq.com',
}
/** A public key with a number, or a platform certificate with its serial number. */
const KEY_ID = /^(PUB_KEY_ID_\d{16,40}|[0-9A-Fa-f]{40})$/
const KEY_ID_WORDS =
  'is neither PUB_KEY_ID_ with digits nor the 40 hexadecimal digits of a platform certificate; copy it from the merchant platform, 账户中心 → API安全'
const SERIAL_WORDS =
  'is not the 40 hexadecimal digits of your API certificate; copy them from the merchant platform, 账户中心 → API安全, or print them with openssl x509 -noout -serial -in apiclient_cert.pem'

const text = () => z.string().min(1)
const shaped = (pattern: RegExp, words: string) => z.string().regex(pattern, words)

/** The WECHAT_* variables of the environment; all of them optional, since the demo has a simulator. */
export const WECHAT_SETTINGS = {
  WECHAT_FLAVOUR: z.enum(['cn', 'global'], 'has to be cn or global').default('global'),
  WECHAT_BASE_URL: z.url('is not a complete address').optional(),
  WECHAT_APPID: shaped(
    /^wx[0-9a-f]{16}$/,
    'is not wx with 16 hexadecimal digits; it is the AppID that is bound to the merchant number',
  ).optional(),
  WECHAT_MCHID: shaped(/^\d{8,10}$/, 'is not the 8 to 10 digits of a merchant number').optional(),
  WECHAT_MCC: shaped(/^\d{4}$/, 'is not the four digits of a merchant category').optional(),
  WECHAT_MERCHANT_SERIAL: shaped(/^[0-9A-Fa-f]{40}$/, SERIAL_WORDS).optional(),
  WECHAT_MERCHANT_KEY_FILE: text().optional(),
  WECHAT_API_V3_KEY: shaped(
    /^[\x21-\x7e]{32}$/,
    'does not have exactly 32 characters without accents or blanks; set a new one in the merchant platform, 账户中心 → API安全 → APIv3密钥, and give the same here',
  ).optional(),
  WECHAT_API_V2_KEY: shaped(
    /^[0-9A-Za-z]{32}$/,
    'does not have exactly 32 letters and digits; it is the APIv2密钥 of the merchant platform, 账户中心 → API安全',
  ).optional(),
  WECHAT_PLATFORM_KEY_ID: shaped(KEY_ID, KEY_ID_WORDS).optional(),
  WECHAT_PLATFORM_KEY_FILE: text().optional(),
  /** Further platform keys during a rotation: `id=file,id=file`. */
  WECHAT_PLATFORM_KEYS: text().optional(),
  WECHAT_NOTIFY_URL: z.url('is not a complete address').optional(),
}
type WechatSettings = z.output<z.ZodObject<typeof WECHAT_SETTINGS>>

const REQUIRED = [
  'WECHAT_APPID',
  'WECHAT_MCHID',
  'WECHAT_MERCHANT_SERIAL',
  'WECHAT_MERCHANT_KEY_FILE',
  'WECHAT_API_V3_KEY',
  'WECHAT_PLATFORM_KEY_ID',
  'WECHAT_PLATFORM_KEY_FILE',
] as const

/** The merchant's credentials; undefined if none are set. Throws one error that lists every fault. */
export function wechatConfig(
  settings: WechatSettings,
  site: ChannelSite,
): WechatConfig | undefined {
  const missing: string[] = REQUIRED.filter((name) => settings[name] === undefined)
  if (missing.length === REQUIRED.length) return undefined
  const flavour = settings.WECHAT_FLAVOUR
  if (flavour === 'global' && !settings.WECHAT_MCC) missing.push('WECHAT_MCC')
  const faults = missing.map(
    (name) =>
      `${name} is missing; WeChat Pay is only half set up. Give it, or take all WECHAT_* away`,
  )

  const baseUrl = settings.WECHAT_BASE_URL ?? HOSTS[flavour]
  const notifyUrl = settings.WECHAT_NOTIFY_URL ?? new URL('/api/wxpay/notify', site.siteUrl).href
  faults.push(...addressFaults({ WECHAT_BASE_URL: baseUrl, WECHAT_NOTIFY_URL: notifyUrl }, site))

  const read = reader(faults)
  const merchantPrivateKey = read(
    'WECHAT_MERCHANT_KEY_FILE',
    settings.WECHAT_MERCHANT_KEY_FILE,
    privateKeyFault,
  )
  const preferredSerial = settings.WECHAT_PLATFORM_KEY_ID ?? ''
  if (preferredSerial && preferredSerial === settings.WECHAT_MERCHANT_SERIAL) {
    faults.push('WECHAT_PLATFORM_KEY_ID is the number of your own certificate; give WeChat Pay’s')
  }
  const files = [
    ['WECHAT_PLATFORM_KEY_FILE', preferredSerial, settings.WECHAT_PLATFORM_KEY_FILE] as const,
    ...moreKeys(settings.WECHAT_PLATFORM_KEYS ?? '', faults),
  ]
  const platformKeys: Record<string, string> = {}
  for (const [name, id, file] of files) {
    const pem = read(name, file, publicKeyFault)
    platformKeys[id] = pem
    if (sharesKey(pem, merchantPrivateKey)) {
      faults.push(`${name} is your own certificate; download the key of WeChat Pay instead`)
    }
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return {
    flavour,
    baseUrl,
    notifyUrl,
    merchantPrivateKey,
    platformKeys,
    preferredSerial,
    ...(settings.WECHAT_MCC && { mcc: settings.WECHAT_MCC }),
    ...(settings.WECHAT_API_V2_KEY && { apiV2Key: settings.WECHAT_API_V2_KEY }),
    appid: settings.WECHAT_APPID ?? '',
    mchid: settings.WECHAT_MCHID ?? '',
    merchantSerial: settings.WECHAT_MERCHANT_SERIAL ?? '',
    apiV3Key: settings.WECHAT_API_V3_KEY ?? '',
  }
}

function addressFaults(addresses: Record<string, string>, { mode }: ChannelSite): string[] {
  return Object.entries(addresses).flatMap(([name, address]) => {
    const { protocol, search } = new URL(address)
    return [
      ...(search ? [`${name} has a query string, which WeChat does not accept; take it away`] : []),
      ...(mode === 'production' && protocol !== 'https:'
        ? [`${name} does not start with https://, which production needs (given: ${address})`]
        : []),
    ]
  })
}

/** Reads PEM files and collects their faults. */
const reader =
  (faults: string[]) =>
  (name: string, file: string | undefined, faultOf: (pem: string) => string | undefined) => {
    if (file === undefined) return ''
    try {
      const pem = readFileSync(file, 'utf8')
      const fault = faultOf(pem)
      if (fault) faults.push(`${name}: the file ${file} ${fault}`)
      return pem
    } catch {
      faults.push(`${name}: the file ${file} cannot be read; check the path and who may read it`)
      return ''
    }
  }

function moreKeys(list: string, faults: string[]) {
  const name = 'WECHAT_PLATFORM_KEYS'
  return list
    .split(',')
    .filter(Boolean)
    .flatMap((pair) => {
      const [id = '', file] = pair.split('=', 2).map((part) => part.trim())
      if (KEY_ID.test(id) && file) return [[name, id, file] as const]
      faults.push(`${name} has "${pair}"; write each key as id=file, with commas between them`)
      return []
    })
}
