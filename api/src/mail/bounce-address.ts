import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ConfigError } from '../lib/errors.ts'
import { signatureOf } from '../lib/signed-token.ts'

/** What nodemailer tells of a refusal by the mail server. */
type SmtpError = { command?: unknown; responseCode?: unknown; response?: unknown }

/** Replies to a recipient without an enhanced code: no such mailbox, not here, name not allowed. */
const NO_MAILBOX = [550, 551, 553]
/** Enhanced codes (RFC 3463): a bad address, or a mailbox that is shut. What follows 5.7 is about the sender. */
const BAD_ADDRESS = /\b5\.(?:1\.\d+|2\.1)\b/
const ENHANCED = /\b5\.\d+\.\d+\b/

/** Whether an enhanced code tells for good that an address takes no mail, as a notice of failed delivery has it. */
export const isBadAddress = (status: string): boolean => BAD_ADDRESS.test(status)

/** True where the server said for good that the address takes no mail; anything else may be tried again. */
export function isHardBounce(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { command, responseCode, response } = error as SmtpError
  if (command !== 'RCPT TO' || typeof responseCode !== 'number' || responseCode < 500) return false
  const text = String(response)
  return ENHANCED.test(text) ? BAD_ADDRESS.test(text) : NO_MAILBOX.includes(responseCode)
}

/** Settings for notices of failed delivery that come back as mails; both or neither. */
export const BOUNCE_SETTINGS = {
  /** Address that notices go to. Its mailbox has to take `local+anything@domain` (subaddressing, RFC 5233). */
  BOUNCE_ADDRESS: z
    .string()
    .regex(
      /^[a-z0-9._-]{1,20}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i,
      'is not an address of at most 20 characters before the @, for instance bounces@example.org',
    )
    .optional(),
  /** Mailbox that these notices are read from. */
  BOUNCE_MAILBOX_URL: z
    .string()
    .refine(
      isMailbox,
      'is not a mailbox; it has to be imaps://user:password@host:993/INBOX, with special characters as %40',
    )
    .optional(),
}

function isMailbox(text: string): boolean {
  if (!/^imaps?:\/\//.test(text) || !URL.canParse(text)) return false
  const { username, password, hostname } = new URL(text)
  return username !== '' && password !== '' && hostname !== ''
}

export type BounceSettings = { address: string; mailboxUrl: string }

/** Where notices go and are read; undefined if they are not. Throws a `ConfigError` for half of the settings. */
export function bounceConfig({
  BOUNCE_ADDRESS: address,
  BOUNCE_MAILBOX_URL: mailboxUrl,
}: z.output<z.ZodObject<typeof BOUNCE_SETTINGS>>): BounceSettings | undefined {
  if (address && mailboxUrl) return { address: address.toLowerCase(), mailboxUrl }
  if (!address && !mailboxUrl) return undefined
  throw new ConfigError([
    address
      ? 'BOUNCE_MAILBOX_URL is missing; without it nobody reads what comes back to BOUNCE_ADDRESS'
      : 'BOUNCE_ADDRESS is missing; give the address whose mailbox BOUNCE_MAILBOX_URL is',
  ])
}

/** 120 bits in hex: mail servers may change the case of an address, so base64 would not survive. */
const SIGNATURE_LENGTH = 30
const hexOf = (signature: string) =>
  Buffer.from(signature, 'base64url').toString('hex').slice(0, SIGNATURE_LENGTH)

/**
 * Envelope sender of one mail (VERP): a notice comes back to it and so names the mail, whatever the notice says. It is
 * signed, since who could guess it could have any address marked as unknown.
 */
export function returnAddress(secret: string, address: string, mailId: string): string {
  const [local, domain] = address.split('@')
  return `${local}+${mailId}-${hexOf(signatureOf(secret, 'bounces', mailId))}@${domain}`
}

/** The mail whose envelope sender is among the addresses of a notice; undefined if none is one of ours. */
export function mailOfReturn(
  secrets: readonly string[],
  address: string,
  recipients: readonly string[],
): string | undefined {
  for (const recipient of recipients) {
    const given = Buffer.from(recipient.toLowerCase())
    const [, mailId] = /\+(\d{1,19})-[0-9a-f]+@/.exec(given.toString()) ?? []
    const isOurs = secrets.some((secret) => {
      const own = Buffer.from(returnAddress(secret, address, mailId ?? ''))
      return own.length === given.length && timingSafeEqual(own, given)
    })
    if (mailId && isOurs) return mailId
  }
  return undefined
}
