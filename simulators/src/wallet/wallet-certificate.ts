import { sign } from 'node:crypto'

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const VERSION = 0xa0
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const TENPAY = 'Tenpay.com Root CA (simulated)'
const YEARS_5 = 5 * 365 * 86_400_000

/** What a platform certificate says: its number in hexadecimal, its key, its first day. */
type Wish = { serial: string; privateKey: string; publicKeyDer: Buffer; from: Date }

/** A platform certificate as the old mode has it: X.509, good for five years, as PEM. */
export function makeCertificate({ serial, privateKey, publicKeyDer, from }: Wish): string {
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(TENPAY)))),
  )
  const until = new Date(from.getTime() + YEARS_5)
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from(serial, 'hex')),
    SHA256_WITH_RSA,
    name,
    der(SEQUENCE, utcTime(from), utcTime(until)),
    name,
    publicKeyDer,
  )
  const signature = sign('RSA-SHA256', body, privateKey)
  const whole = der(
    SEQUENCE,
    body,
    SHA256_WITH_RSA,
    der(BIT_STRING, Buffer.concat([Buffer.from([0]), signature])),
  )
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

const utcTime = (at: Date) =>
  der(UTC_TIME, Buffer.from(`${at.toISOString().slice(2, 19).replace(/\D/g, '')}Z`))

/** One element of the encoding: what it is, how long it is, what it holds. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  return Buffer.concat([Buffer.from([tag, ...sizeOf(length)]), content])
}

function sizeOf(length: number): number[] {
  if (length < 128) return [length]
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}
