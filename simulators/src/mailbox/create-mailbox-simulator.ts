import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'

const KEPT = 500

/** A mail as the simulator keeps it; `code` is the first number of six digits in it. */
type StoredMail = {
  id: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  code: string | null
  received_at: string
}

/** Mails in a folder, one file each, newest first; the oldest go when there are too many. */
function mailStore(folder: string) {
  mkdirSync(folder, { recursive: true })
  const mails = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .reverse()
    .flatMap((file) => readMail(join(folder, file)))

  return {
    all: (to?: string): readonly StoredMail[] =>
      to ? mails.filter((mail) => mail.to.includes(to.toLowerCase())) : mails,

    find: (id: string) => mails.find((mail) => mail.id === id),

    async add(raw: Buffer, recipients: readonly string[]) {
      const parsed = await PostalMime.parse(raw)
      const received_at = new Date().toISOString()
      const text = parsed.text?.trim() ?? ''
      const mail: StoredMail = {
        id: `${received_at.replaceAll(/\D/g, '')}-${randomUUID().slice(0, 8)}`,
        from: parsed.from?.address ?? '',
        to: recipients.map((address) => address.toLowerCase()),
        subject: parsed.subject ?? '',
        text,
        html: parsed.html ?? '',
        code: /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? null,
        received_at,
      }
      writeFileSync(join(folder, `${mail.id}.json`), JSON.stringify(mail))
      mails.unshift(mail)
      for (const old of mails.splice(KEPT)) rmSync(join(folder, `${old.id}.json`), { force: true })
    },
  }
}

/** A file that was being written when the power went is no mail. */
function readMail(file: string): StoredMail[] {
  try {
    const mail: StoredMail = JSON.parse(readFileSync(file, 'utf8'))
    return [mail]
  } catch {
    return []
  }
}

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

const escape = (text: string) =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const moment = (time: string) =>
  `<time datetime="${time}">${time.slice(0, 10)} ${time.slice(11, 16)} UTC</time>`

const frame = (title: string, body: string, refresh = false) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh ? '<meta http-equiv="refresh" content="5">' : ''}
<title>${escape(title)}</title>
<link rel="stylesheet" href="/mailbox/mailbox.css">
</head>
<body>
<header><p class="over">Simulated mailbox</p><nav><a href="/mailbox">Mailbox</a><a href="/wallet">Wallet</a><a href="/card">Cards</a><a href="/vies">VIES</a><a href="/pa">Platform</a></nav></header>
<main>${body}</main>
<footer>Nothing is delivered here. This page exists in the demo alone.</footer>
</body>
</html>`

const row = (mail: StoredMail) => `<li><a href="/mailbox/${mail.id}">
<span class="to">${escape(mail.to.join(', '))}</span>
<span class="subject">${escape(mail.subject)}</span>
${mail.code ? `<span class="code">${mail.code}</span>` : ''}
${moment(mail.received_at)}</a></li>`

/** All mails, newest first; the page looks for new ones by itself, without a script. */
function mailboxPage(mails: readonly StoredMail[], to: string | undefined): string {
  const search = `<form role="search" action="/mailbox"><label for="to">Mail to</label><input id="to" name="to" type="email" value="${escape(to ?? '')}" placeholder="name@example.org"><button>Show</button></form>`
  const list =
    mails.length > 0
      ? `<ul class="mails">${mails.map(row).join('')}</ul>`
      : '<p class="empty">No mail yet. Ask for a code on the sign-in page and it appears here within a second.</p>'
  return frame('Mailbox simulator', `<h1>Mail</h1>${search}${list}`, !to)
}

/** One mail: its code large, its text, and the mail as a mail program shows it. */
function mailPage(mail: StoredMail): string {
  return frame(
    mail.subject,
    `<p class="back"><a href="/mailbox">All mail</a></p>
<h1>${escape(mail.subject)}</h1>
<p class="meta">To ${escape(mail.to.join(', '))} from ${escape(mail.from)}, ${moment(mail.received_at)}</p>
${mail.code ? `<p class="big-code">${mail.code}</p>` : ''}
${mail.html ? `<iframe title="The mail as it is shown" sandbox src="/mailbox/${mail.id}/html"></iframe>` : ''}
<details${mail.html ? '' : ' open'}><summary>Plain text</summary><pre>${escape(mail.text)}</pre></details>`,
  )
}
