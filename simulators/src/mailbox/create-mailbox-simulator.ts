import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { mailStore } from './mail-store.ts'
import { mailPage, mailboxPage } from './mailbox-page.ts'

const STYLES = readFileSync(join(import.meta.dirname, 'mailbox.css'))
const SIZE_LIMIT = 5 * 1024 * 1024
const PAGE_POLICY = "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'"
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

type Options = {
  dataDir: string
  host?: string
  /** Any free one where none is given. */
  port?: number
}
type Answer = { status?: number; type: string; body: string | Buffer; policy?: string }

const html = (body: string, policy = PAGE_POLICY): Answer => ({
  type: 'text/html; charset=utf-8',
  body,
  policy,
})
const missing: Answer = { status: 404, type: 'text/plain; charset=utf-8', body: 'No such mail.\n' }

/** Catches every mail on a port of its own and shows it at `/mailbox`; nothing leaves the machine. */
export async function createMailboxSimulator({ dataDir, host = '127.0.0.1', port = 0 }: Options) {
  const store = mailStore(join(dataDir, 'mailbox'))
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: SIZE_LIMIT,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        store.add(Buffer.concat(chunks), recipients).then(() => done(), done)
      })
    },
  })
  const smtpPort = await new Promise<number>((resolve, reject) => {
    smtp.once('error', reject)
    const server = smtp.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  // A client that hangs up in the middle is no reason to stop.
  smtp.on('error', () => undefined)

  function answer(url: URL): Answer {
    const to = url.searchParams.get('to') ?? undefined
    const [, , id, part] = url.pathname.split('/')
    if (!id) return html(mailboxPage(store.all(to), to))
    if (id === 'mailbox.css') return { type: 'text/css; charset=utf-8', body: STYLES }
    if (id === 'messages') {
      const body = JSON.stringify({ messages: store.all(to) })
      return { type: 'application/json; charset=utf-8', body }
    }
    const mail = store.find(id)
    if (!mail) return missing
    return part === 'html' ? html(mail.html, MAIL_POLICY) : html(mailPage(mail))
  }

  return {
    smtpPort,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    owns: (pathname: string) => pathname === '/mailbox' || pathname.startsWith('/mailbox/'),
    handle(request: IncomingMessage, response: ServerResponse) {
      const {
        status = 200,
        type,
        body,
        policy,
      } = answer(new URL(request.url ?? '/', 'http://mailbox'))
      response.writeHead(status, {
        'content-type': type,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        ...(policy && { 'content-security-policy': policy }),
      })
      response.end(body)
    },
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}

export type MailboxSimulator = Awaited<ReturnType<typeof createMailboxSimulator>>
