import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import { parseConfig } from '../start/parse-config.ts'
import { returnAddress, isHardBounce } from './bounce-address.ts'
import { smtpTransport } from './mail-outbox.ts'

const REFUSALS: Record<string, string> = {
  'gone@example.org': '550 5.1.1 No such user here',
  'full@example.org': '552 5.2.2 Mailbox full',
  'policy@example.org': '550 5.7.1 Relaying denied',
  'plain@example.org': '550 No such user',
  'later@example.org': '450 4.2.0 Greylisted',
}
const taken: string[] = []
const senders: string[] = []

/** Just enough of a mail server; it refuses some addresses. */
function speak(socket: Socket) {
  let data: string | undefined
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 test')
  let rest = ''
  socket.on('data', (chunk) => {
    rest += String(chunk)
    if (data !== undefined) {
      if (!rest.endsWith('\r\n.\r\n')) return
      taken.push(rest)
      ;[rest, data] = ['', undefined]
      return void say('250 taken')
    }
    for (const line of rest.split('\r\n').slice(0, -1)) {
      const [, to = ''] = /^RCPT TO:<([^>]+)>/.exec(line) ?? []
      const [, from] = /^MAIL FROM:<([^>]*)>/.exec(line) ?? []
      if (from) senders.push(from)
      if (line === 'DATA') data = ''
      if (line === 'QUIT') return void socket.end('221 bye\r\n')
      say(line === 'DATA' ? '354 go on' : (REFUSALS[to] ?? '250 ok'))
    }
    rest = ''
  })
}
const server = createServer(speak)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => void server.close())
const address = server.address()
const smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const read = (settings: Record<string, string>) =>
  parseConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'smtp-')), ...settings })
const mail = {
  to: 'anne@example.org',
  subject: 'S',
  text: 'T',
  html: '',
  id: '1',
  sender: 'Awards',
}

test('a mail is signed together with the headers that end such mails', async () => {
  const config = read({
    SITE_URL: 'https://awards.example.org',
    DKIM_KEY: privateKey.replaceAll('\n', '\\n'),
    DKIM_SELECTOR: 'awards',
  })
  const stop = 'https://awards.example.org/api/mails/stop?t=1.x'
  await smtpTransport(config, smtpUrl).send({ ...mail, unsubscribe: stop })
  const [text = ''] = taken.splice(0)
  const unfolded = text.replaceAll(/\r\n[ \t]+/g, ' ')
  expect(unfolded).toContain(`List-Unsubscribe: <${stop}>`)
  expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const [, signature = ''] = /^DKIM-Signature: (.*)$/m.exec(unfolded) ?? []
  expect(signature).toMatch(/d=awards\.example\.org;.*s=awards;/)
  expect(signature.replaceAll(' ', '')).toMatch(/h=[^;]*list-unsubscribe:list-unsubscribe-post/i)
})

test('without a key nothing is signed, and half of the settings is no start', async () => {
  await smtpTransport(read({}), smtpUrl).send(mail)
  expect(taken.splice(0)[0]).not.toMatch(/DKIM-Signature|List-Unsubscribe/)
  expect(() => read({ DKIM_KEY: privateKey })).toThrow(/DKIM_SELECTOR is missing/)
  expect(() => read({ DKIM_SELECTOR: 'awards' })).toThrow(/DKIM_KEY is missing/)
  const wrong = () => read({ DKIM_KEY: 'hunter2', DKIM_SELECTOR: 'awards' })
  expect(wrong).toThrow(/DKIM_KEY is not an RSA private key of at least 2048 bits/)
  expect(wrong).not.toThrow(/hunter2/)
})

test('the envelope names the mail, so that a notice of failed delivery does; the sender that people see stays', async () => {
  const bounces = {
    BOUNCE_ADDRESS: 'Bounces@awards.example.org',
    BOUNCE_MAILBOX_URL: 'imaps://bounces:word@mail.example.org/INBOX',
  }
  const config = read({ ...bounces, MAIL_FROM: 'Awards <no-reply@awards.example.org>' })
  senders.length = 0
  await smtpTransport(config, smtpUrl).send(mail)
  expect(senders).toEqual([returnAddress(config.secret, 'bounces@awards.example.org', '1')])
  expect(taken.splice(0)[0]).toContain('From: Awards <no-reply@awards.example.org>')
  for (const [name, value] of [
    ['BOUNCE_ADDRESS', 'nobody'],
    ['BOUNCE_ADDRESS', 'an-address-that-is-too-long@example.org'],
    ['BOUNCE_MAILBOX_URL', 'https://mail.example.org'],
    ['BOUNCE_MAILBOX_URL', 'imaps://mail.example.org/INBOX'],
  ] as const) {
    expect(() => read({ ...bounces, [name]: value })).toThrow(new RegExp(`${name} is not`))
  }
  expect(() => read({ ...bounces, BOUNCE_MAILBOX_URL: 'imaps://hunter2' })).not.toThrow(/hunter2/)
})

test('a server that takes the connection and says nothing is given up after ten seconds', async () => {
  const silent = createServer()
  const accepted = new Promise<Socket>((resolve) => silent.once('connection', resolve))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const at = silent.address()
  const url = `smtp://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`
  mock.timers.enable({ apis: ['setTimeout'] })
  const sent = smtpTransport(read({}), url).send(mail)
  const failed = expect(sent).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  const socket = await accepted
  mock.timers.tick(10_000)
  await failed
  mock.timers.reset()
  socket.destroy()
  silent.close()
})

test.each([
  ['gone@example.org', true],
  ['plain@example.org', true],
  ['full@example.org', false],
  ['policy@example.org', false],
  ['later@example.org', false],
])('a refusal of %s is for good: %s', async (to, isForGood) => {
  const error = await smtpTransport(read({}), smtpUrl)
    .send({ ...mail, to })
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(isHardBounce(error)).toBe(isForGood)
})
