import { broadcasts, type BroadcastTexts, type Input } from '@awards/shared/contract'
import { deskPeople } from '../../../test/desk-people.ts'
import { testApi } from '../../../test/test-api.ts'
import { isLockAwaited, until } from '../../../test/waiting.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/time.ts'
import { sendBroadcasts } from './send-broadcasts.ts'

const PER_MINUTE = 5
const api = await testApi({ BROADCASTS_PER_MINUTE: String(PER_MINUTE) })
const { db, build, context, mails } = api
const { edition, category } = await build.programme()
const { holder, proven } = deskPeople(api)
const desk = await proven(await holder('organise'))

const NONE = { subject: '', body: '' }
const TEXTS: BroadcastTexts = {
  en: { subject: '{{entry}} waits', body: 'Dear {{name}},\n\n{{count}} until {{deadline}}.' },
  fr: { subject: '{{entry}} attend', body: 'Bonjour {{name}}, {{programme}}.' },
  zh: NONE,
}
type Draft = Input<typeof broadcasts.saveBroadcast>
const draft = (more: Partial<Draft> = {}): Draft => ({
  audience: 'drafts',
  edition_id: edition.id,
  category_id: null,
  language: null,
  texts: TEXTS,
  ...more,
})
const started = Date.now()
let minutes = 0
/** The next minute of the clock, with everything that is due in it. */
async function minute() {
  minutes += 1
  api.setTime(new Date(started + minutes * MINUTE_MS))
  await sendBroadcasts(context)
  await context.jobs.drain()
}
async function begin(more: Partial<Draft> = {}, starts_at: string | null = null) {
  const { broadcast_id, version } = await desk.call(broadcasts.saveBroadcast, draft(more))
  await desk.call(broadcasts.startBroadcast, { broadcast_id, version, starts_at })
  return broadcast_id
}
const read = (broadcast_id: string) => desk.call(broadcasts.broadcast, { broadcast_id })
const people = async (count: number, status: number, more: object = {}) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const person = await build.user({ first_name: 'Ada', last_name: `No ${index}`, ...more })
      await build.entry(person, { entry_status: status })
      return person
    }),
  )

beforeEach(async () => {
  mails.length = 0
  await db.deleteFrom('apply_orders').execute()
  await db.deleteFrom('broadcasts').execute()
  await db.updateTable('broadcast_recipients').set({ queued_at: null }).execute()
})

test('each person of the audience is written to once in their language, no more in a minute than the rate', async () => {
  proves('call organiser/startBroadcast', 'call organiser/broadcast', 'call organiser/broadcasts')
  const [french] = await people(1, 0, { language: 'fr' })
  const chinese = await people(1, 0, { language: 'zh' })
  const english = await people(6, 0)
  await build.entry(english[0] ?? { id: '' }, { title: 'Second' })
  await people(1, 10)
  const id = await begin()
  expect(mails).toEqual([])
  await minute()
  expect(mails).toHaveLength(PER_MINUTE)
  expect((await read(id)).state).toBe('sending')
  // Started twice in one minute, as by two processes.
  await Promise.all([sendBroadcasts(context), sendBroadcasts(context)])
  await context.jobs.drain()
  expect(mails).toHaveLength(PER_MINUTE)
  await minute()
  await minute()
  await minute()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(
    [french, ...chinese, ...english].map((one) => one?.email).toSorted(),
  )
  const of = (person: { email: string } | undefined) => mails.find(({ to }) => to === person?.email)
  expect(of(french)).toMatchObject({ subject: 'Ondine attend' })
  expect(of(chinese[0])).toMatchObject({ subject: 'Ondine waits' })
  expect(of(english[0])?.subject).toBe('Ondine and Second waits')
  expect(of(english[0])?.text).toContain('Dear Ada No 0,\n\n2 until ')
  expect(of(english[0])).toMatchObject({
    unsubscribe: expect.stringMatching(/^http:.*\/api\/mails\/stop\?t=\d+\./),
  })
  expect(await read(id)).toMatchObject({
    state: 'done',
    figures: { people: 8, sent: 8, waiting: 0, underway: 0 },
  })
  const { list } = await desk.call(broadcasts.broadcasts, {})
  expect(list).toMatchObject([{ broadcast_id: id, subject: '{{entry}} waits' }])
})

test('a kill between people and mails repeats nobody and leaves out nobody', async () => {
  const all = await people(4, 0)
  const id = await begin()
  const { mail } = context
  const killed = {
    ...context,
    mail: { ...mail, enqueueMany: () => Promise.reject(new Error('killed')) },
  }
  api.setTime(new Date(started + (minutes += 1) * MINUTE_MS))
  await expect(sendBroadcasts(killed)).rejects.toThrow('killed')
  expect((await read(id)).figures.people).toBe(0)
  await minute()
  await minute()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(all.map(({ email }) => email).toSorted())
})

test('who stops it stops it at once, and going on writes to the rest alone', async () => {
  proves('call organiser/stopBroadcast')
  await people(7, 0)
  const id = await begin()
  await minute()
  await desk.call(broadcasts.stopBroadcast, { broadcast_id: id })
  await minute()
  expect(mails).toHaveLength(PER_MINUTE)
  const stopped = await read(id)
  expect(stopped).toMatchObject({ state: 'stopped', figures: { waiting: 2, sent: PER_MINUTE } })
  const again = { broadcast_id: id, version: stopped.version, starts_at: null }
  await desk.call(broadcasts.startBroadcast, again)
  await minute()
  await minute()
  expect(new Set(mails.map(({ to }) => to)).size).toBe(7)
  expect(mails).toHaveLength(7)
  expect(await desk.answer(broadcasts.stopBroadcast, { broadcast_id: id })).toMatchObject({
    code: 409,
    data: { reason: 'OVER' },
  })
})

test('what is stopped while a tick waits for it sends nothing', async () => {
  await people(PER_MINUTE + 2, 0)
  const id = await begin()
  await minute()
  const stops = await db.transaction().execute(async (trx) => {
    await trx.updateTable('broadcasts').set({ state: 'stopped' }).where('id', '=', id).execute()
    api.setTime(new Date(started + (minutes += 1) * MINUTE_MS))
    const tick = sendBroadcasts(context)
    // It has found the broadcast under way, and waits at its row.
    await until(() => isLockAwaited(trx))
    return () => tick
  })
  await stops()
  await context.jobs.drain()
  expect(mails).toHaveLength(PER_MINUTE)
})

test('who has opted out, has a dead address or has left the audience meanwhile gets nothing', async () => {
  proves('call organiser/audience')
  const [stays, gone, done] = await people(3, 0)
  await people(1, 0, { mails_stopped_at: new Date() })
  const [dead] = await people(1, 0)
  await db
    .updateTable('users')
    .set({ bounced_email: dead?.email ?? '' })
    .where('id', '=', dead?.id ?? '')
    .execute()
  // An address that was put right since takes mails again.
  const [mended] = await people(1, 0, { bounced_email: 'wrong@example.org' })
  const target = { audience: 'drafts', edition_id: edition.id } as const
  expect(await desk.call(broadcasts.audience, target)).toEqual({
    people: 6,
    opted_out: 1,
    bounced: 1,
    languages: { en: 6, fr: 0, zh: 0 },
  })
  const later = new Date(started + (minutes + 2) * MINUTE_MS).toISOString()
  const id = await begin({}, later)
  await minute()
  expect(mails).toEqual([])
  await minute()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(
    [stays, gone, done, mended].map((one) => one?.email).toSorted(),
  )
  expect((await read(id)).figures).toMatchObject({
    people: 6,
    sent: 4,
    skipped: { opted_out: 1, bounced: 1, left: 0 },
  })
})

test('who hands in, stops such mails or loses the account while it is being sent is left out', async () => {
  const all = await people(PER_MINUTE + 3, 0)
  const id = await begin()
  await minute()
  const written = new Set(mails.map(({ to }) => to))
  const [handedIn, stopped, shut] = all.filter(({ email }) => !written.has(email))
  const user = (one: { id: string } | undefined) =>
    db.updateTable('users').where('id', '=', one?.id ?? '')
  await db
    .updateTable('apply_orders')
    .set({ entry_status: 10, submitted_at: new Date() })
    .where('user_id', '=', handedIn?.id ?? '')
    .execute()
  await user(stopped).set({ mails_stopped_at: new Date() }).execute()
  await user(shut).set({ status: 'locked' }).execute()
  await minute()
  await minute()
  expect(mails).toHaveLength(PER_MINUTE)
  expect(await read(id)).toMatchObject({
    state: 'done',
    figures: { sent: PER_MINUTE, skipped: { left: 2, opted_out: 1 } },
  })
})

test('the link of a mail ends such mails without a session, for a mail client as for a person', async () => {
  const [person] = await people(1, 0)
  await begin()
  await minute()
  const { unsubscribe = '', text = '' } = mails[0] ?? {}
  expect(text).toContain(unsubscribe)
  const { pathname, search } = new URL(unsubscribe)
  const url = pathname + search
  const stoppedAt = async () =>
    (
      await db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', person?.id ?? '')
        .executeTakeFirstOrThrow()
    ).mails_stopped_at
  for (const [language, words] of [
    ['fr', 'Arrêter ces messages'],
    ['zh', '停止接收此类邮件'],
    ['en', 'Stop these mails'],
  ]) {
    const page = await api.app.inject({ url, headers: { 'accept-language': language } })
    expect(page.body).toContain(words)
  }
  expect(await stoppedAt()).toBeNull()
  const forged = await api.app.inject({ method: 'POST', url: `${url}x` })
  expect(forged.statusCode).toBe(404)
  expect(await stoppedAt()).toBeNull()
  const oneClick = await api.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(oneClick.statusCode).toBe(200)
  expect(await stoppedAt()).not.toBeNull()
})

test('an unknown or a broken variable, and half a language, are refused in their field, with their name', async () => {
  proves('call organiser/saveBroadcast')
  const texts = {
    en: { subject: 'For {{nmae}}', body: 'Dear {{name}' },
    fr: { subject: 'Bonjour', body: '' },
    zh: { subject: '您好', body: '您好｛｛name｝｝' },
  }
  expect(await desk.answer(broadcasts.saveBroadcast, draft({ texts }))).toMatchObject({
    code: 422,
    msg: {
      'texts.en.subject': ['{{nmae}} is not a variable of this mail'],
      'texts.en.body': [expect.stringMatching(/^\{\{name\}\} is not written right/)],
      'texts.fr.body': ['Write the text'],
      'texts.zh.body': [expect.stringMatching(/^\{\{name\}\} is not written right/)],
    },
  })
  // A mail to jurors names no work.
  const named = { ...TEXTS, fr: NONE }
  expect(
    await desk.answer(broadcasts.saveBroadcast, draft({ audience: 'jurors', texts: named })),
  ).toMatchObject({ msg: { 'texts.en.subject': ['{{entry}} is not a variable of this mail'] } })
})

test('an edition or a category that is not there is refused in its field, for a new draft as for a kept one', async () => {
  const { broadcast_id, version } = await desk.call(broadcasts.saveBroadcast, draft())
  for (const kept of [{}, { broadcast_id, version }]) {
    expect(
      await desk.answer(broadcasts.saveBroadcast, { ...draft({ edition_id: '1' }), ...kept }),
    ).toMatchObject({ code: 422, msg: { edition_id: ['There is no such edition'] } })
    expect(
      await desk.answer(broadcasts.saveBroadcast, { ...draft({ category_id: '1' }), ...kept }),
    ).toMatchObject({
      code: 422,
      msg: { category_id: ['Choose another category: this one is gone'] },
    })
  }
  const again = { ...draft({ category_id: category.id }), broadcast_id, version }
  expect(await desk.call(broadcasts.saveBroadcast, again)).toMatchObject({ version: version + 1 })
})

test('a draft that somebody else has changed, or that has begun, is not overwritten', async () => {
  proves('call organiser/removeBroadcast')
  await people(1, 0)
  const { broadcast_id, version } = await desk.call(broadcasts.saveBroadcast, draft())
  const edit = { ...draft(), broadcast_id, version }
  await desk.call(broadcasts.saveBroadcast, edit)
  for (const answer of [
    await desk.answer(broadcasts.saveBroadcast, edit),
    await desk.answer(broadcasts.startBroadcast, { broadcast_id, version, starts_at: null }),
    await desk.answer(broadcasts.removeBroadcast, { broadcast_id, version }),
  ]) {
    expect(answer).toMatchObject({ code: 409, data: { reason: 'CHANGED' } })
  }
  const current = { broadcast_id, version: version + 1 }
  await desk.call(broadcasts.startBroadcast, { ...current, starts_at: null })
  expect(
    await desk.answer(broadcasts.saveBroadcast, { ...draft(), broadcast_id, version: version + 2 }),
  ).toMatchObject({ code: 409, data: { reason: 'STARTED' } })
  // Nothing has left yet, so stopping makes it a draft again.
  expect(await desk.call(broadcasts.stopBroadcast, { broadcast_id })).toEqual({ state: 'draft' })
  await desk.call(broadcasts.removeBroadcast, { broadcast_id, version: version + 3 })
  expect(await desk.answer(broadcasts.broadcast, { broadcast_id })).toMatchObject({ code: 404 })
})

test('nobody is no audience, and a start asks for the second factor', async () => {
  const { broadcast_id, version } = await desk.call(broadcasts.saveBroadcast, draft())
  const start = { broadcast_id, version, starts_at: null }
  expect(await desk.answer(broadcasts.startBroadcast, start)).toMatchObject({
    code: 409,
    data: { reason: 'NOBODY' },
  })
  const past = { ...start, starts_at: new Date(Date.now() - DAY_MS).toISOString() }
  expect(await desk.answer(broadcasts.startBroadcast, past)).toMatchObject({
    code: 422,
    msg: { starts_at: ['Choose a moment to come'] },
  })
})

test('the preview has the data of a real person and no link of theirs; the test goes to the caller', async () => {
  proves('call organiser/previewBroadcast', 'call organiser/testBroadcast')
  const [person] = await people(1, 0)
  const sample = { ...draft(), show: 'fr' as const }
  const shown = await desk.call(broadcasts.previewBroadcast, sample)
  expect(shown).toMatchObject({ to: { email: person?.email }, subject: 'Ondine attend' })
  expect(shown.text).not.toContain('/api/mails/stop')
  const { to } = await desk.call(broadcasts.testBroadcast, sample)
  await context.jobs.drain()
  expect(mails).toMatchObject([{ to, subject: '[Test] Ondine attend' }])
  const nobody = { ...sample, category_id: (await build.category()).id }
  expect(await desk.call(broadcasts.previewBroadcast, nobody)).toMatchObject({ to: null })
})

test.each([
  ['unpaid', { entry_status: 10 }, { entry_status: 10, entry_fee_status: 4 }],
  [
    'corrections',
    { entry_status: 25, correction_due_at: new Date(started + DAY_MS) },
    { entry_status: 25, correction_due_at: new Date(started - DAY_MS) },
  ],
  ['corrections', { entry_status: 25, correction_due_at: null }, { entry_status: 30 }],
  [
    'no_package',
    { entry_status: 60, winner_fee_status: 1 },
    { entry_status: 60, winner_fee_status: 3 },
  ],
  [
    'no_package',
    { entry_status: 60, winner_fee_status: 1, offer_expires_at: new Date(started + DAY_MS) },
    { entry_status: 60, winner_fee_status: 1, offer_expires_at: new Date(started - DAY_MS) },
  ],
] as const)(
  'the audience “%s” is who waits for that, and nobody else',
  async (audience, inside, outside) => {
    await build.entry(await build.user(), inside)
    await build.entry(await build.user({ language: 'zh' }), inside)
    await build.entry(await build.user(), outside)
    const target = { audience, edition_id: edition.id }
    expect(await desk.call(broadcasts.audience, target)).toMatchObject({ people: 2 })
    expect(await desk.call(broadcasts.audience, { ...target, language: 'zh' })).toMatchObject({
      people: 1,
    })
    expect(
      await desk.call(broadcasts.audience, { ...target, category_id: category.id }),
    ).toMatchObject({ people: 2 })
  },
)

test('a correction whose date is over is not asked for beside one that is not', async () => {
  const person = await build.user()
  const due = (title: string, at: string) =>
    build.entry(person, { title, entry_status: 25, correction_due_at: new Date(at) })
  await due('Passerelle', '2020-03-04T12:00:00Z')
  await due('Ondine', '2090-05-06T12:00:00Z')
  const sample = { ...draft({ audience: 'corrections' }), show: 'en' as const }
  const shown = await desk.call(broadcasts.previewBroadcast, sample)
  expect(shown).toMatchObject({ to: { email: person.email }, subject: 'Ondine waits' })
  expect(shown.text).toMatch(/1 until .*2090/)
})

test('jurors behind are those with entries left, but not who wants no reminders', async () => {
  const jurors = await Promise.all([
    build.juror(2),
    build.juror(2),
    build.juror(2, { wants_reminders: false }),
  ])
  const entry = await build.entry(await build.user(), { entry_status: 40 })
  for (const [index, { juror_id }] of jurors.entries()) {
    await db
      .insertInto('assignments')
      .values({ juror_id, apply_order_id: entry.id, level: 2, status: index === 0 ? 3 : 0 })
      .execute()
  }
  const target = { audience: 'jurors', edition_id: edition.id } as const
  expect(await desk.call(broadcasts.audience, target)).toMatchObject({ people: 2, opted_out: 1 })
})
