import { createHmac, timingSafeEqual } from 'node:crypto'
import { LANGUAGES } from '@awards/shared/domain'
import { z } from 'zod'

const TableTicket = z.object({
  user_id: z.string(),
  /** The second at which the link ends. */
  expires: z.number(),
  format: z.enum(['csv', 'xlsx']),
  columns: z.enum(['scoring', 'money']),
  filters: z.string(),
  language: z.enum(LANGUAGES),
})
/** What a link to an exported table stands for. */
export type TableTicket = z.infer<typeof TableTicket>

const sign = (secret: string, body: string) =>
  createHmac('sha256', `table:${secret}`).update(body).digest()

/** A ticket as text that only we can write. */
export function writeTableTicket(secret: string, ticket: TableTicket): string {
  const body = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${body}.${sign(secret, body).toString('base64url')}`
}

/** The ticket that we have signed, or undefined for anything else. */
export function readTableTicket(secret: string, text: string): TableTicket | undefined {
  const [body = '', signature = ''] = text.split('.')
  const [wanted, given] = [sign(secret, body), Buffer.from(signature, 'base64url')]
  if (given.length !== wanted.length || !timingSafeEqual(wanted, given)) return undefined
  return TableTicket.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
}
