import { createServer, type Socket } from 'node:net'
import { people } from '@awards/shared/contract'
import { deskPeople } from '../../test/desk-people.ts'
import { testApi } from '../../test/test-api.ts'
import { bounceConfig, mailOfReturn, returnAddress } from './bounce-address.ts'
import { readMailbox, readNotice, takeNotice } from './bounce-mailbox.ts'

const api = await testApi()
const { db, context, build } = api
const { secret } = context.config
const ADDRESS = 'bounces@awards.example'
const settings = { address: ADDRESS, mailboxUrl: 'imap://u:p@127.0.0.1:1' }

/** A mail that a mail server has taken, to an account of its own. */
async function sentMail() {
  const person = await build.user()
  await context.mail.enqueue(db, {
    to: person.email,
    template: 'welcome',
    language: 'en',
    params: { name: 'Anne' },
  })
  await context.jobs.drain()
  const { id } = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('recipient', '=', person.email)
    .executeTakeFirstOrThrow()
  const mail = () =>
    db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const mark = async () =>
    (
      await db
        .selectFrom('users')
        .select('bounced_email')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
    ).bounced_email
  return { person, id, mail, mark, to: returnAddress(secret, ADDRESS, id) }
}

type Group = { action?: string; status?: string; diagnosis?: string; recipient?: string }
/** A notice as Postfix writes it. */
function notice(to: string, ...groups: Group[]): Buffer {
  const reports = groups.map(
    ({
      action = 'failed',
      status = '5.1.1',
      diagnosis = 'no such user',
      recipient = 'x@y.example',
    }) =>
      `Final-Recipient: rfc822; ${recipient}\nAction: ${action}\nStatus: ${status}\n` +
      `Diagnostic-Code: smtp; 550 ${status} <${recipient}>:\n    ${diagnosis}\n`,
  )
  const text = `From: MAILER-DAEMON@mail.example
To: ${to}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I'm sorry to have to inform you.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example

${reports.join('\n')}
--b
Content-Type: message/rfc822

From: <no-reply@awards.example>
To: <x@y.example>
Subject: Welcome

Hello.

--b--
`
  return Buffer.from(text.replaceAll('\n', '\r\n'))
}
const take = (message: Buffer) => takeNotice(context, settings, message)

test('a notice that the address is unknown marks mail and account as a refusal at once does', async () => {
  const { person, id, mail, mark, to } = await sentMail()
  expect(await take(notice(to, { recipient: person.email }))).toBe('hard')
  expect(await mail()).toMatchObject({ bounced_at: expect.any(Date), sent_at: expect.any(Date) })
  expect(await mark()).toBe(person.email)
  // The account may be erased by now: what is kept of the diagnosis names nobody.
  const { last_error } = await mail()
  expect(last_error).toContain('5.1.1 smtp; 550 5.1.1')
  expect(last_error).not.toContain('@')

  const { holder } = deskPeople(api)
  const desk = api.as(await holder('organise'))
  const story = await desk.call(people.person, { user_id: person.id })
  expect(story.mails).toMatchObject([{ mail_id: id, state: 'bounced' }])
  const late = await sentMail()
  await take(notice(late.to, { status: '4.4.1', action: 'delayed' }))
  expect((await desk.call(people.person, { user_id: late.person.id })).mails).toMatchObject([
    { state: 'sent', soft_bounces: 1 },
  ])
  // Read once more, it changes nothing.
  const before = await mail()
  expect(await take(notice(to, {}))).toBe('hard')
  expect(await mail()).toEqual(before)
})

test.each<[string, Group[]]>([
  ['a mailbox that is full', [{ status: '5.2.2' }]],
  ['a refusal for our sake', [{ status: '5.7.1' }]],
  ['a delay', [{ action: 'delayed', status: '4.4.1' }]],
  [
    'one of two mailboxes of an alias',
    [{ status: '5.1.1' }, { action: 'delayed', status: '4.2.2' }],
  ],
])('%s is counted, and marks nobody', async (_name, groups) => {
  const { mail, mark, to } = await sentMail()
  expect(await take(notice(to, ...groups))).toBe('soft')
  expect(await take(notice(to, ...groups))).toBe('soft')
  expect(await mail()).toMatchObject({ soft_bounces: 2, bounced_at: null })
  expect(await mark()).toBeNull()
})

test('a forged, unknown or foreign notice changes nothing', async () => {
  const { person, id, mail, mark, to } = await sentMail()
  const before = await mail()
  const [local = '', domain = ''] = to.split('@')
  const forged = [
    ADDRESS,
    `bounces+${id}@awards.example`,
    `bounces+${id}-${'0'.repeat(30)}@awards.example`,
    `${local.slice(0, -1)}${local.endsWith('0') ? '1' : '0'}@${domain}`,
    `${local.slice(0, -4)}@${domain}`,
    `${local}@evil.example`,
    `x${to}`,
    returnAddress('another secret', ADDRESS, id),
    // The signature of another mail.
    to.replace(id, String(BigInt(id) + 1n)),
  ]
  for (const address of forged) {
    expect([address, await take(notice(address, { recipient: person.email }))]).toEqual([
      address,
      'unknown',
    ])
  }
  // Signed, but the mail is gone: its row was deleted after a year.
  expect(await take(notice(returnAddress(secret, ADDRESS, '424242'), {}))).toBe('unknown')
  expect(await take(Buffer.from('not a mail at all'))).toBe('unknown')
  expect(await mail()).toEqual(before)
  expect(await mark()).toBeNull()
})

test('an answer of somebody who is away, and a notice of delivery, change nothing', async () => {
  const { mail, to } = await sentMail()
  const before = await mail()
  const away = `From: a@b.example\r\nTo: <${to}>\r\nSubject: Away\r\nAuto-Submitted: auto-replied\r\n\r\nBack on Monday: 5.1.1`
  expect(await take(Buffer.from(away))).toBe('ignored')
  expect(await take(notice(to, { action: 'delivered', status: '2.0.0' }))).toBe('ignored')
  expect(await take(notice(to, { action: 'failed', status: 'nonsense' }))).toBe('ignored')
  expect(await mail()).toEqual(before)
})

test('the address survives mail servers that change its case, and headers of mailboxes', async () => {
  const { id, to } = await sentMail()
  expect(mailOfReturn([secret], ADDRESS, [to.toUpperCase()])).toBe(id)
  expect(mailOfReturn(['new', secret], ADDRESS, ['other@x.example', to])).toBe(id)
  expect(to.split('@')[0]?.length).toBeLessThanOrEqual(64)
  const headers = `Delivered-To: ${to}\r\nTo: undisclosed-recipients:;\r\n\r\n`
  expect((await readNotice(Buffer.from(headers))).to).toContain(to)
})

test('half of the settings is no start', () => {
  const url = 'imaps://bounces%40awards.example:word@mail.example:993/INBOX'
  expect(bounceConfig({})).toBeUndefined()
  expect(bounceConfig({ BOUNCE_ADDRESS: ADDRESS, BOUNCE_MAILBOX_URL: url })).toEqual({
    address: ADDRESS,
    mailboxUrl: url,
  })
  expect(() => bounceConfig({ BOUNCE_ADDRESS: ADDRESS })).toThrow(/BOUNCE_MAILBOX_URL is missing/)
  expect(() => bounceConfig({ BOUNCE_MAILBOX_URL: url })).toThrow(/BOUNCE_ADDRESS is missing/)
})

/**
 * Just enough of a mailbox (RFC 3501), with flags by number of the message. At the command `breaksAt` the connection is
 * reset.
 */
async function mailbox(messages: Buffer[], breaksAt?: string) {
  const flags = messages.map(() => new Set<string>())
  const logins: string[] = []
  const server = createServer((socket: Socket) => {
    const say = (...lines: (string | Buffer)[]) => {
      for (const line of lines) socket.write(typeof line === 'string' ? `${line}\r\n` : line)
    }
    say('* OK [CAPABILITY IMAP4rev1 UIDPLUS] ready')
    let rest = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      rest += String(chunk)
      const lines = rest.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? []
        const [, uid = '0'] = /^UID (?:FETCH|STORE) (\d+)/.exec(command) ?? []
        const index = Number(uid) - 1
        const message = messages[index] ?? Buffer.alloc(0)
        if (breaksAt && command.startsWith(breaksAt)) return void socket.resetAndDestroy()
        if (command.startsWith('LOGIN')) logins.push(command)
        if (command.startsWith('CAPABILITY')) say('* CAPABILITY IMAP4rev1 UIDPLUS')
        if (command.startsWith('LIST')) say('* LIST (\\HasNoChildren) "/" INBOX')
        if (/^(SELECT|EXAMINE)/.test(command)) {
          say('* FLAGS (\\Seen \\Deleted)', `* ${messages.length} EXISTS`, '* 0 RECENT')
          say('* OK [UIDVALIDITY 1] ok', `* OK [UIDNEXT ${messages.length + 1}] ok`)
        }
        if (command.startsWith('UID SEARCH')) {
          const unseen = flags.flatMap((of, at) => (of.has('\\Seen') ? [] : [at + 1]))
          say(`* SEARCH ${unseen.join(' ')}`)
        }
        if (command.startsWith('UID FETCH')) {
          const part = /BODY\.PEEK(\[\](?:<\d+)?)/.exec(command)?.[1]?.includes('<')
            ? '[]<0>'
            : '[]'
          say(`* ${uid} FETCH (UID ${uid} BODY${part} {${message.length}}`, message, ')')
        }
        for (const [flag] of command.matchAll(/\\(?:Seen|Deleted)/g)) flags[index]?.add(flag)
        if (command.startsWith('LOGOUT')) say('* BYE')
        say(`${tag} OK ${command.startsWith('SELECT') ? '[READ-WRITE] ' : ''}done`)
        if (command.startsWith('LOGOUT')) socket.end()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  const port = typeof at === 'object' ? at?.port : 0
  return {
    flags: () => flags.map((of) => [...of]),
    logins,
    settings: {
      address: ADDRESS,
      mailboxUrl: `imap://bounces%40x.example:p%20w@127.0.0.1:${port}/INBOX`,
    },
    close: () => server.close(),
  }
}

test('the mailbox is read: our notices are written down and deleted, others stay as read', async () => {
  const [gone, late] = [await sentMail(), await sentMail()]
  const box = await mailbox([
    notice(gone.to, {}),
    notice(late.to, { status: '4.2.2', action: 'delayed' }),
    notice('bounces+1-00@awards.example', {}),
  ])
  await readMailbox(context, box.settings)
  expect(box.logins[0]).toContain('bounces@x.example')
  expect(box.flags()).toEqual([['\\Deleted'], ['\\Deleted'], ['\\Seen']])
  expect(await gone.mark()).toBe(gone.person.email)
  expect(await late.mail()).toMatchObject({ soft_bounces: 1 })
  box.close()
  await expect(
    readMailbox(context, { address: ADDRESS, mailboxUrl: 'imap://u:p@127.0.0.1:1/INBOX' }),
  ).rejects.toThrow()
})

test('a mailbox that breaks off fails the reading, and the process goes on', async () => {
  const { to } = await sentMail()
  for (const command of ['SELECT', 'UID SEARCH', 'UID FETCH']) {
    const box = await mailbox([notice(to, {})], command)
    await expect(readMailbox(context, box.settings)).rejects.toThrow()
    box.close()
  }
})
