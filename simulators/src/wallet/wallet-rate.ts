import { createHash, hash } from 'node:crypto'
import { rateOf } from './wallet-answers.ts'
import type { WalletKeys } from './wallet-keys.ts'

/** Where the older API v2 tells the rate of a day; the provider spells it like this. */
export const RATE_PATH = '/pay/queryexchagerate'

/** The merchant's key of API v2. */
export const apiV2Key = ({ apiV3Key }: WalletKeys): string =>
  createHash('sha256').update(apiV3Key).digest('hex').slice(0, 32)

const signature = (fields: Map<string, string>, key: string) => {
  const text = [...fields]
    .filter(([name, value]) => name !== 'sign' && value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return hash('md5', `${text}&key=${key}`).toUpperCase()
}

const xmlOf = (fields: Map<string, string>) =>
  `<xml>${[...fields].map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`).join('')}</xml>`

/** Answers a signed question for the rate of a day, as XML that is signed as well. */
export function rateAnswer(keys: WalletKeys, body: string): string {
  const key = apiV2Key(keys)
  const asked = new Map(
    [...body.matchAll(/<(\w+)><!\[CDATA\[([^\]]*)\]\]><\/\1>/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
  if (asked.get('sign') !== signature(asked, key)) {
    return xmlOf(
      new Map([
        ['return_code', 'FAIL'],
        ['return_msg', '签名失败'],
      ]),
    )
  }
  const fields = new Map([
    ['return_code', 'SUCCESS'],
    ['appid', keys.appid],
    ['mch_id', keys.mchid],
    ['fee_type', asked.get('fee_type') ?? ''],
    ['rate_time', asked.get('date') ?? ''],
    ['rate', String(rateOf(asked.get('fee_type') ?? ''))],
  ])
  return xmlOf(fields.set('sign', signature(fields, key)))
}
