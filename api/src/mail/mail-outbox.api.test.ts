import type { LANGUAGES } from '@awards/shared/domain'
import { createLog } from '../observability/log.ts'
import { testApi } from '../../test/test-api.ts'
import { MAIL_TEXTS, isMailTemplate } from './mail-texts.ts'
import { mailOutbox } from './mail-outbox.ts'
import { renderMail } from './render-mail.ts'

const LOOK = { programme: 'Design Awards', organiser: 'Association', colour: '#E72E2D' }

const api = await testApi()
const { db, jobs, clock, identity } = api.context

test('a mail server that is down delays mail without loss; a dedupe key sends one mail', async () => {
  let isDown = true
  const left: string[] = []
  const mail = mailOutbox({
    db,
    jobs,
    clock,
    identity,
    siteUrl: 'https://site.example',
    log: createLog('error', () => true),
    mailTransport: {
      send: async ({ subject }) => {
        if (isDown) throw new Error('connect ECONNREFUSED')
        left.push(subject)
      },
    },
  })
  const request = {
    to: 'claire@example.org',
    template: 'welcome' as const,
    language: 'fr' as const,
    params: { name: 'Claire' },
    dedupeKey: 'welcome:1',
  }
  const start = Date.now()
  api.setTime(new Date(start))
  await mail.enqueue(db, request)
  await mail.enqueue(db, request)
  await jobs.drain()
  const row = await db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    attempts: 1,
    sent_at: null,
    last_error: expect.stringContaining('ECONNREFUSED'),
  })
  isDown = false
  api.setTime(new Date(start + 6_000))
  await jobs.drain()
  expect(left).toEqual(['Bienvenue, Claire'])
  // The parameters of a sent mail are erased: they have codes and names.
  const sent = await db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow()
  expect(sent).toMatchObject({ params: {}, last_error: null })
})

test('a mail whose job could not be added is no mail, so that the next try sends it', async () => {
  const left: string[] = []
  let isFailing = true
  const mail = mailOutbox({
    db,
    jobs: {
      ...jobs,
      enqueue: async (...given) => {
        if (isFailing) throw new Error('Connection terminated')
        await jobs.enqueue(...given)
      },
      enqueueMany: async (...given) => {
        if (isFailing) throw new Error('Connection terminated')
        await jobs.enqueueMany(...given)
      },
    },
    clock,
    identity,
    siteUrl: 'https://site.example',
    log: createLog('error', () => true),
    mailTransport: { send: async ({ to }) => void left.push(to) },
  })
  api.setTime(new Date())
  const request = (to: string) => ({
    to,
    template: 'welcome' as const,
    language: 'en' as const,
    params: { name: 'Claire' },
    dedupeKey: `welcome:${to}`,
  })
  const one = request('one@example.org')
  const many = [request('two@example.org'), request('three@example.org')]
  await expect(mail.enqueue(db, one)).rejects.toThrow('terminated')
  await expect(mail.enqueueMany(db, many)).rejects.toThrow('terminated')
  isFailing = false
  await mail.enqueue(db, one)
  await mail.enqueueMany(db, many)
  await db.transaction().execute(async (trx) => mail.enqueue(trx, request('four@example.org')))
  await jobs.drain()
  expect(left.toSorted()).toEqual(
    ['four', 'one', 'three', 'two'].map((name) => `${name}@example.org`),
  )
})

test('a mail of a newer release waits without an attempt for a process that knows its template', async () => {
  const lines: string[] = []
  const left: string[] = []
  mailOutbox({
    db,
    jobs,
    clock,
    identity,
    siteUrl: 'https://site.example',
    log: createLog('info', (line) => lines.push(line)),
    mailTransport: { send: async ({ to }) => void left.push(to) },
  })
  const start = Date.now()
  api.setTime(new Date(start))
  const { id } = await db
    .insertInto('mail_outbox')
    .values({
      recipient: 'next@example.org',
      template: 'of_the_next_release',
      language: 'en',
      params: JSON.stringify({ name: 'Claire' }),
      dedupe_key: 'next:1',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await jobs.enqueue(db, 'mail.send', { mail_id: id })
  const row = () =>
    db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  for (const minute of [0, 1, 2]) {
    api.setTime(new Date(start + minute * 60_000))
    await jobs.drain()
    await jobs.drain()
    expect(lines.map((line) => JSON.parse(line))).toHaveLength(minute + 1)
  }
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    event: 'mail.unknown_template',
    template: 'of_the_next_release',
  })
  expect(await row()).toMatchObject({ attempts: 0, sent_at: null, last_error: null })
  expect(left).toEqual([])

  // Stands for a process that knows the template.
  await db.updateTable('mail_outbox').set({ template: 'welcome' }).where('id', '=', id).execute()
  api.setTime(new Date(start + 3 * 60_000))
  await jobs.drain()
  expect(left).toEqual(['next@example.org'])
  expect(await row()).toMatchObject({ sent_at: expect.any(Date) })
})

test('the three catalogues have the same mails, with the same parts and values', () => {
  const shape = (language: (typeof LANGUAGES)[number]) =>
    Object.entries(MAIL_TEXTS[language]).map(([name, text]) => [
      name,
      Object.entries(text).map(([part, words]) => [
        part,
        String(words)
          .match(/\{\{\w+\}\}/g)
          ?.toSorted() ?? [],
      ]),
    ])
  expect(shape('fr')).toEqual(shape('en'))
  expect(shape('zh')).toEqual(shape('en'))
})

test('user input becomes neither markup nor a mail header', () => {
  proves('security 1', 'security 7')
  const params = { name: '"><img src=x onerror=1>\r\nBcc: all@example.org', site: 'https://s' }
  const { subject, html } = renderMail('welcome', 'en', params, LOOK)
  expect(subject).not.toMatch(/[\r\n]/)
  expect(html).not.toContain('<img')
})

test('accepts known template names only', () => {
  expect(['welcome', 'frame', 'toString'].map(isMailTemplate)).toEqual([true, false, false])
})

test('an address that does not exist is marked and not tried again; another refusal is', async () => {
  const gone = await api.build.user({ email: 'gone@example.org' })
  const full = await api.build.user({ email: 'full@example.org' })
  const refusals: Record<string, object> = {
    'gone@example.org': { responseCode: 550, response: '550 5.1.1 No such user' },
    'full@example.org': { responseCode: 550, response: '550 5.7.1 Relaying denied' },
  }
  const outcomes: unknown[] = []
  const mail = mailOutbox({
    db,
    jobs,
    clock,
    identity,
    siteUrl: 'https://site.example',
    log: createLog('error', () => true),
    mailTransport: {
      send: async ({ to }) => {
        const refusal = refusals[to]
        if (refusal) throw Object.assign(new Error('refused'), { command: 'RCPT TO', ...refusal })
      },
    },
  })
  mail.follow('welcome', async (_trx, _id, outcome) => outcomes.push(outcome))
  api.setTime(new Date())
  for (const { email: to } of [gone, full]) {
    await mail.enqueue(db, { to, template: 'welcome', language: 'en', params: { name: 'A' } })
  }
  const bouncedOf = async (id: string) =>
    (await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
      .bounced_email
  await jobs.drain()
  expect(outcomes).toEqual(['bounced'])
  expect(await bouncedOf(gone.id)).toBe('gone@example.org')
  expect(await bouncedOf(full.id)).toBeNull()
  const rows = await db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('recipient', 'in', Object.keys(refusals))
    .orderBy('recipient')
    .execute()
  expect(rows).toMatchObject([
    { attempts: 1, bounced_at: null, last_error: expect.stringContaining('refused') },
    { attempts: 0, bounced_at: expect.any(Date), params: {} },
  ])

  // A mail that arrives takes the mark away.
  delete refusals['gone@example.org']
  await mail.enqueue(db, { to: gone.email, template: 'welcome', language: 'en', params: {} })
  await jobs.drain()
  expect(outcomes).toEqual(['bounced', 'sent'])
  expect(await bouncedOf(gone.id)).toBeNull()
})
