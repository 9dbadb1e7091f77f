import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMailboxSimulator } from './create-mailbox-simulator.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'mailbox-'))
let mailbox = await createMailboxSimulator({ dataDir })
const server = createServer((request, response) => mailbox.handle(request, response))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await mailbox.close()
  await rm(dataDir, { recursive: true })
})

/** Speaks just enough SMTP to hand over one mail. */
async function deliver(to: string, body: string) {
  const { port } = new URL(mailbox.smtpUrl)
  const socket = createConnection(Number(port), '127.0.0.1')
  const lines = [
    'EHLO test',
    'MAIL FROM:<site@example.org>',
    `RCPT TO:<${to}>`,
    'DATA',
    `From: site@example.org\r\nTo: ${to}\r\nSubject: <b>Code</b>\r\n\r\n${body}\r\n.`,
    'QUIT',
  ]
  await new Promise<void>((resolve, reject) => {
    let heard = ''
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk) => {
      heard += String(chunk)
      if (!/^\d{3} .*\r\n$/m.test(heard)) return
      heard = ''
      const next = lines.shift()
      if (next) socket.write(`${next}\r\n`)
    })
  })
}

type Messages = { messages: { id: string; to: string[]; subject: string; code: string | null }[] }
const messages = async (to: string) => {
  const answer = await fetch(`${base}/mailbox/messages?to=${to}`)
  return ((await answer.json()) as Messages).messages
}

test('a mail is caught, its code is found, and it is still there after a restart', async () => {
  await deliver('Claire@example.org', 'Your code is 048213, valid for 10 minutes.')
  await deliver('other@example.org', 'Nothing to see.')
  expect(await messages('claire@example.org')).toMatchObject([{ code: '048213' }])
  await mailbox.close()
  mailbox = await createMailboxSimulator({ dataDir })
  const [mail] = await messages('claire@example.org')
  const page = await (await fetch(`${base}/mailbox/${mail?.id}`)).text()
  expect(page).toContain('<p class="big-code">048213</p>')
  expect(page).not.toContain('<b>Code</b>')
})

test('the list shows the newest first; what is not there is a 404', async () => {
  await deliver('claire@example.org', 'Second')
  expect((await messages('claire@example.org')).map(({ code }) => code)).toEqual([null, '048213'])
  expect((await fetch(`${base}/mailbox/nothing`)).status).toBe(404)
})
