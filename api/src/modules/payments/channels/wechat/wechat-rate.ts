import { hash } from 'node:crypto'
import type { PayerRate } from '@awards/shared/contract'
import type { Log } from '../../../../observability/log.ts'
import type { WechatConfig } from './wechat-config.ts'

const PAYER_CURRENCY = 'CNY'
/** Rates are whole numbers, yuan for one unit times 10⁸. */
const RATE_UNIT = 100_000_000
const PATH = '/pay/queryexchagerate'
const HOUR_MS = 3_600_000
/** The fee page waits for it, and shows the price without it just as well. */
const TIMEOUT_MS = 2_000
/** A failure is not asked for again at once, so that a provider that hangs slows down nobody. */
const RETRY_MS = 300_000

type Fields = Record<string, string>
type Cached = { rate: PayerRate | undefined; until: number }

/** MD5, as the older API v2 wants it: all fields in order of their names, then the key. */
export function signV2(fields: Fields, key: string): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'sign' && fields[name])
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
  return hash('md5', `${text}&key=${key}`).toUpperCase()
}

const FIELD = /<(\w+)>(?:<!\[CDATA\[([^\]]*)\]\]>|([^<]*))<\/\1>/g

/** The fields of a flat XML message. */
export const readXml = (text: string): Fields =>
  Object.fromEntries(
    [...text.replace(/<\/?xml>/g, '').matchAll(FIELD)].map(([, name = '', quoted, plain]) => [
      name,
      quoted ?? plain ?? '',
    ]),
  )

export const writeXml = (fields: Fields): string =>
  `<xml>${Object.entries(fields)
    .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
    .join('')}</xml>`

/** The day of the rate: a new one is out at ten in the morning in China, 02:00 UTC. */
const dayOf = (now: Date) => new Date(now.getTime() - 2 * HOUR_MS).toISOString().slice(0, 10)

/**
 * WeChat's rate of the day for payers who price in yuan, cached for an hour. API v3 has no such call, so it
 * needs the key of API v2. Undefined without that key, under the mainland contract, or without an answer: the
 * rate only informs, and WeChat's at the moment of payment counts.
 */
export function wechatRates(config: WechatConfig, now: () => Date, log?: Pick<Log, 'warn'>) {
  const { flavour, apiV2Key, appid, mchid, baseUrl } = config
  const cache = new Map<string, Cached>()

  async function query(currency: string, key: string): Promise<PayerRate> {
    const day = dayOf(now())
    const fields = { appid, mch_id: mchid, fee_type: currency, date: day.replaceAll('-', '') }
    const answer = await fetch(baseUrl.replace(/\/$/, '') + PATH, {
      method: 'POST',
      body: writeXml({ ...fields, sign: signV2(fields, key) }),
      headers: { 'content-type': 'text/xml' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const told = readXml(await answer.text())
    const rate = Number(told.rate)
    if (told.return_code !== 'SUCCESS') throw new Error(`refused: ${told.return_msg ?? ''}`)
    if (told.sign !== signV2(told, key)) throw new Error('the answer is not signed by WeChat')
    if (!Number.isSafeInteger(rate) || rate <= 0) throw new Error('the answer has no rate')
    return { currency: PAYER_CURRENCY, rate: rate / RATE_UNIT, day }
  }

  return async function payerRate(currency: string): Promise<PayerRate | undefined> {
    if (flavour !== 'global' || !apiV2Key || currency === PAYER_CURRENCY) return undefined
    const at = now().getTime()
    const known = cache.get(currency)
    if (known && at < known.until) return known.rate
    const rate = await query(currency, apiV2Key).catch((error: unknown) => {
      log?.warn('wechat.no_rate', { error })
      return undefined
    })
    cache.set(currency, { rate, until: at + (rate ? HOUR_MS : RETRY_MS) })
    return rate
  }
}
