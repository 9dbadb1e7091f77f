import { mailTexts, type Input } from '@awards/shared/contract'
import { deskPeople } from '../../../test/desk-people.ts'
import { testApi } from '../../../test/test-api.ts'

const api = await testApi()
const { build, context, db, mails } = api
const { holder } = deskPeople(api)
const desk = api.as(await holder('organise'))
const MAIL = 'payment_received'
type Save = Input<typeof mailTexts.saveMail>

const read = (template = MAIL) => desk.call(mailTexts.mail, { template })
const written = {
  subject: '{{entry_no}} is paid',
  title: 'Merci',
  body: 'We have {{amount}}.',
  action: 'Look',
}
async function save(more: Partial<Save> = {}) {
  const { versions } = await read(more.template)
  return desk.answer(mailTexts.saveMail, {
    template: MAIL,
    language: 'en',
    parts: written,
    after: versions[0]?.id ?? null,
    ...more,
  })
}
async function send(language: 'en' | 'fr') {
  mails.length = 0
  await context.mail.enqueue(db, {
    to: 'reader@example.org',
    template: MAIL,
    language,
    params: { amount: '€10', title: 'Ondine', entry_no: 'AB-1' },
  })
  await context.jobs.drain()
  return mails[0]
}

test('a text that is written is sent, in its language alone, until the original is back', async () => {
  proves('call organiser/mails', 'call organiser/mail', 'call organiser/saveMail')
  expect(await save()).toMatchObject({ code: 200, data: { changed: true } })
  expect(await save()).toMatchObject({ data: { changed: false } })
  expect(await send('en')).toMatchObject({
    subject: 'AB-1 is paid',
    text: expect.stringMatching(/We have €10\.[^]*Look: /),
  })
  expect((await send('fr'))?.subject).not.toBe('AB-1 is paid')
  const { list } = await desk.call(mailTexts.mails, {})
  expect(list.filter(({ edited }) => edited.length > 0)).toMatchObject([
    { template: MAIL, edited: ['en'] },
  ])
  await save({ parts: null })
  expect((await send('en'))?.subject).toBe('AB-1: payment received')
  const { versions, texts } = await read()
  expect(versions.map(({ parts }) => parts?.title ?? null)).toEqual([null, 'Merci'])
  expect(texts.en.written).toBeNull()
  const act = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'mail.written')
    .execute()
  expect(act).toHaveLength(2)
})

test('an unknown, a broken and a missing variable are refused in their part', async () => {
  const answer = await save({ parts: { ...written, subject: '{{entryno}}', body: 'Thank {{you' } })
  expect(answer).toMatchObject({
    code: 422,
    msg: {
      'parts.subject': ['{{entryno}} is not a variable of this mail'],
      'parts.body': [
        expect.stringMatching(/^\{\{you\}\} is not written right/),
        '{{amount}} is missing, and the reader needs it',
      ],
    },
  })
  const { texts } = await read('jury_reminder')
  expect(texts.en.required).toEqual(expect.arrayContaining(['stop', 'due']))
  const note = 'No link here'
  expect(
    await save({ template: 'jury_reminder', parts: { ...texts.en.original, note } }),
  ).toMatchObject({
    msg: { 'parts.note': ['{{stop}} is missing, and the reader needs it'] },
  })
  expect(await save({ parts: { ...written, body: ' ' } })).toMatchObject({
    msg: { 'parts.body': expect.arrayContaining(['Fill in this field']) },
  })
})

test('of two who write at once the second is told', async () => {
  const { versions } = await read('welcome')
  const after = versions[0]?.id ?? null
  const parts = { subject: 'Hello {{name}}', title: 'Hello', body: 'Welcome.', action: 'Go on' }
  expect(await save({ template: 'welcome', parts, after })).toMatchObject({ code: 200 })
  expect(
    await save({ template: 'welcome', parts: { ...parts, title: 'Hi' }, after }),
  ).toMatchObject({
    code: 409,
    data: { reason: 'CHANGED' },
  })
})

test('the preview has the data of the newest entry; the test goes to the caller with the draft', async () => {
  proves('call organiser/previewMail', 'call organiser/testMail')
  await build.entry(await build.user(), { entry_status: 10, entry_no: 'GA-REAL' })
  const draft = { template: MAIL, language: 'en', parts: written } as const
  const shown = await desk.call(mailTexts.previewMail, draft)
  expect(shown.subject).toBe('GA-REAL is paid')
  mails.length = 0
  const { to } = await desk.call(mailTexts.testMail, draft)
  await context.jobs.drain()
  expect(mails).toMatchObject([{ to, subject: '[Test] GA-REAL is paid' }])
  // Mails of broadcasts, of the contact form and of releases are not written here.
  expect(await desk.answer(mailTexts.mail, { template: 'broadcast' })).toMatchObject({ code: 404 })
})

test('every original keeps its own rules, in each language', async () => {
  const { list } = await desk.call(mailTexts.mails, {})
  expect(list.length).toBeGreaterThan(25)
  for (const { template } of list) {
    const { texts } = await read(template)
    for (const language of ['en', 'fr', 'zh'] as const) {
      const { code } = await desk.answer(mailTexts.previewMail, {
        template,
        language,
        parts: texts[language].original,
      })
      expect({ template, language, code }).toEqual({ template, language, code: 200 })
    }
  }
})
