import type { AppContext } from '../start/app-context.ts'
import { type BounceSettings, mailOfReturn, isBadAddress } from './bounce-address.ts'
import { z } from 'zod'

const REPORT = 'message/delivery-status'
/** Headers in which mailboxes write whom a mail came to: the envelope's address may be missing in `To`. */
const RECIPIENT_HEADERS = ['to', 'delivered-to', 'x-original-to', 'envelope-to']
const MAX_REASON = 300

/** What a notice of failed delivery says of a recipient (RFC 3464). */
const Recipient = z.object({
  action: z.enum(['failed', 'delayed', 'delivered', 'relayed', 'expanded']),
  status: z.string().regex(/^[245]\.\d{1,3}\.\d{1,3}$/),
  'diagnostic-code': z.string().default(''),
})
type Recipient = z.infer<typeof Recipient>

/** A notice: the addresses that it came to, and what it says of each recipient of the mail. */
type BounceNotice = { to: string[]; recipients: Recipient[] }

/** Reads a notice; one without a report for machines (an answer of somebody who is away) has no recipients. */
export async function readNotice(message: Uint8Array): Promise<BounceNotice> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(message, { attachmentEncoding: 'utf8' })
  const to = mail.headers
    .filter(({ key }) => RECIPIENT_HEADERS.includes(key.toLowerCase()))
    .flatMap(({ value }) => value.match(/[^\s<>,;"]+@[^\s<>,;"]+/g) ?? [])
  const report = mail.attachments.find(({ mimeType }) => mimeType === REPORT)?.content
  return { to, recipients: typeof report === 'string' ? recipientsOf(report) : [] }
}

/** Groups of fields: the first tells of the message, each other one of a recipient. */
function recipientsOf(report: string): Recipient[] {
  const unfolded = report.replaceAll(/\r?\n[ \t]+/g, ' ')
  return unfolded.split(/(?:\r?\n){2,}/).flatMap((group) => {
    const fields = group.split(/\r?\n/).flatMap((line) => {
      const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
      return name ? [[name.toLowerCase(), value.trim()] as const] : []
    })
    const known = Object.fromEntries(fields)
    const action = known.action?.toLowerCase()
    const status = known.status?.split(' ')[0]
    return Recipient.safeParse({ ...known, action, status }).data ?? []
  })
}

/** Whether the address takes no mail for good; undefined if the mail has arrived. */
function kindOf({ action, status }: Recipient): 'hard' | 'soft' | undefined {
  if (action !== 'failed' && action !== 'delayed') return undefined
  return action === 'failed' && isBadAddress(status) ? 'hard' : 'soft'
}

/** Status and diagnosis without addresses: an account may be erased by now. */
const reasonOf = ({ status, 'diagnostic-code': diagnosis }: Recipient) =>
  `${status} ${diagnosis}`
    .replaceAll(/\S+@\S+/g, '…')
    .trim()
    .slice(0, MAX_REASON)

type NoticeOutcome = 'hard' | 'soft' | 'ignored' | 'unknown'

type Parts = Pick<AppContext, 'config' | 'mail' | 'log'>

/**
 * Writes down what a notice says of the mail that it came back for. The mail is named by the signed address that the
 * notice was sent to, never by what the notice says: a forged or unknown one changes nothing, and is logged.
 */
export async function takeNotice(
  { config, mail, log }: Parts,
  { address }: BounceSettings,
  message: Uint8Array,
): Promise<NoticeOutcome> {
  const { to, recipients } = await readNotice(message)
  const mailId = mailOfReturn(config.acceptedSecrets, address, to)
  if (!mailId) {
    log.warn('mail.notice_unknown', { reports: recipients.length })
    return 'unknown'
  }
  // A mail of the site has one recipient; an alias of it may have several, of which one still takes mail.
  const kinds = recipients.map((recipient) => kindOf(recipient))
  const isHard = kinds.length > 0 && kinds.every((kind) => kind === 'hard')
  const recipient = recipients[isHard ? 0 : kinds.findIndex((kind) => kind !== undefined)]
  if (!recipient) {
    log.info('mail.notice_ignored', { mail_id: mailId })
    return 'ignored'
  }
  const kind = isHard ? 'hard' : 'soft'
  if (!(await mail.cameBack(mailId, kind, reasonOf(recipient)))) {
    log.warn('mail.notice_unknown', { mail_id: mailId })
    return 'unknown'
  }
  log.info('mail.came_back', { mail_id: mailId, kind, status: recipient.status })
  return kind
}

const EVERY_SECONDS = 300
/** Notices of one reading; a broadcast to many bad addresses is read over some of them. */
const MOST_NOTICES = 200
/** Notices return the mail that failed; what is longer is none of ours. */
const MAX_BYTES = 1024 * 1024
/** A mailbox that hangs is given up soon: mails are sent in the same lane. */
const IMAP_LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Reads the mailbox of `BOUNCE_MAILBOX_URL` every five minutes, in one process at a time. */
export function readBounces(context: AppContext) {
  const { bounces } = context.config
  if (!bounces) return
  const read = () => readMailbox(context, bounces)
  context.jobs.every('mail.bounces', EVERY_SECONDS, read, { lane: 'mail' })
}

/**
 * Takes the unread notices of a mailbox. One about a mail of the site is deleted once it is written down; others stay,
 * marked as read, for a person to look at. A crash in between reads a notice again, which changes nothing but a count.
 */
export async function readMailbox(
  context: Pick<AppContext, 'config' | 'mail' | 'log'>,
  bounces: BounceSettings,
): Promise<void> {
  const { ImapFlow } = await import('imapflow')
  const { protocol, hostname, port, username, password, pathname } = new URL(bounces.mailboxUrl)
  const secure = protocol === 'imaps:'
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    ...IMAP_LIMITS,
  })
  // A connection that breaks fails the command under way. It is told as an event too, which without a listener would
  // end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const lock = await client.getMailboxLock(decodeURIComponent(pathname.slice(1)) || 'INBOX')
    try {
      const unread = (await client.search({ seen: false }, { uid: true })) || []
      for (const uid of unread.slice(0, MOST_NOTICES)) {
        const one = String(uid)
        const found = await client.fetchOne(
          one,
          { source: { maxLength: MAX_BYTES } },
          { uid: true },
        )
        const source = found ? found.source : undefined
        const outcome = source ? await takeNotice(context, bounces, source) : 'unknown'
        if (outcome === 'unknown') await client.messageFlagsAdd(one, ['\\Seen'], { uid: true })
        else await client.messageDelete(one, { uid: true })
      }
    } finally {
      lock.release()
    }
  } finally {
    await client.logout().catch(() => client.close())
  }
}
