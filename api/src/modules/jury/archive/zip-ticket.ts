import { createHmac, timingSafeEqual } from 'node:crypto'

const HEAD = 24

/** What a download link stands for: a person, entries, the second at which it ends, and the bytes it was made for. */
export type ZipTicket = {
  user_id: string
  expires: number
  /** `tag` of the plan. */
  tag: string
  entry_ids: readonly string[]
}

const sign = (secret: string, body: Buffer) =>
  createHmac('sha256', `zip:${secret}`).update(body).digest()

/** A ticket as text; eight bytes for each entry, so that 500 of them fit into an address. */
export function writeTicket(
  secret: string,
  { user_id, expires, tag, entry_ids }: ZipTicket,
): string {
  const body = Buffer.alloc(HEAD + entry_ids.length * 8)
  body.writeBigUInt64BE(BigInt(user_id), 0)
  body.writeBigUInt64BE(BigInt(expires), 8)
  body.write(tag, 16, 'hex')
  entry_ids.forEach((id, index) => body.writeBigUInt64BE(BigInt(id), HEAD + index * 8))
  return `${body.toString('base64url')}.${sign(secret, body).toString('base64url')}`
}

/** The ticket that we have signed, or undefined for anything else. */
export function readTicket(secret: string, text: string): ZipTicket | undefined {
  const [encoded = '', signature = ''] = text.split('.')
  const body = Buffer.from(encoded, 'base64url')
  const wanted = sign(secret, body)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== wanted.length || !timingSafeEqual(wanted, given)) return undefined
  if (body.length < HEAD || body.length % 8 !== 0) return undefined
  const number = (at: number) => String(body.readBigUInt64BE(at))
  const entry_ids = Array.from({ length: (body.length - HEAD) / 8 }, (_, index) =>
    number(HEAD + index * 8),
  )
  return {
    user_id: number(0),
    expires: Number(number(8)),
    tag: body.toString('hex', 16, HEAD),
    entry_ids,
  }
}
