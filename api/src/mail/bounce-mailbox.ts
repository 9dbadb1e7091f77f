import type { AppContext } from '../start/app-context.ts'
import type { BounceSettings } from './bounce-address.ts'
import { takeNotice } from './bounce-notices.ts'

const EVERY_SECONDS = 300
/** Notices of one reading; a broadcast to many bad addresses is read over some of them. */
const MOST_NOTICES = 200
/** Notices return the mail that failed; what is longer is none of ours. */
const MAX_BYTES = 1024 * 1024

/** Reads the mailbox of `BOUNCE_MAILBOX_URL` every five minutes, in one process at a time. */
export function readBounces(context: AppContext) {
  const { bounces } = context.config
  if (!bounces) return
  context.jobs.every('mail.bounces', EVERY_SECONDS, () => readMailbox(context, bounces))
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
  })
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
