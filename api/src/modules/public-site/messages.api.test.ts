import { publicationAdded } from '@awards/shared/contract'
import { testApi } from '../../../test/test-api.ts'

const api = await testApi({
  MODE: 'production',
  SITE_URL: 'https://s.example',
  SMTP_URL: 'smtp://m',
})
const visitor = api.as(null)
const MESSAGE = {
  name: 'Jeanne Brumaire',
  email: 'Jeanne@Example.org',
  subject: 'A question about categories',
  message: 'May one lamp be entered in two categories?\n\n<b>Thank you</b> {{site}}',
}
const CONTACT = {
  email: 'bonjour@garance.example.org',
  press_email: 'presse@garance.example.org',
  phone: null,
  address: [],
  hours: { en: 'Monday to Friday' },
  social: [],
}
let from = 0
/** Sends each message from another IP address. */
const send = (input: object, headers: Record<string, string> = {}, remoteAddress?: string) =>
  api.app.inject({
    method: 'POST',
    url: publicationAdded.sendMessage.path,
    remoteAddress: remoteAddress ?? `10.0.0.${(from += 1)}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(input),
  })

test('returns 404 without a programme', async () => {
  expect((await send(MESSAGE)).json()).toMatchObject({ code: 404 })
})

test('sends a message to the organiser as text, with the sender as Reply-To', async () => {
  proves('call index/sendMessage')
  await api.db
    .insertInto('site_documents')
    .values({ code: 'contact', document: JSON.stringify(CONTACT) })
    .execute()
  const answer = await visitor.call(publicationAdded.sendMessage, MESSAGE)
  expect(Date.parse(answer.received_at)).not.toBeNaN()
  await api.context.jobs.drain()
  expect(api.mails).toHaveLength(1)
  expect(api.mails[0]).toMatchObject({
    to: 'bonjour@garance.example.org',
    replyTo: 'jeanne@example.org',
    subject: 'Message from Jeanne Brumaire: A question about categories',
    html: '',
    text: expect.stringContaining('categories?\n\n<b>Thank you</b> {{site}}'),
  })
  const rows = await api.db.selectFrom('mail_outbox').select('params').execute()
  expect(JSON.stringify(rows)).not.toContain('Jeanne')
})

test.each([
  ['fr', 'Message de Jeanne Brumaire\u00a0: A question about categories'],
  ['zh', 'Jeanne Brumaire 的来信：A question about categories'],
])('sends the mail in the language %s', async (language, subject) => {
  api.mails.length = 0
  await send({ ...MESSAGE, email: `${language}@example.org` }, { 'accept-language': language })
  await api.context.jobs.drain()
  expect(api.mails.map((mail) => mail.subject)).toEqual([subject])
})

test('a filled honeypot field gets the normal answer, and no mail is sent', async () => {
  api.mails.length = 0
  const trapped = await send({
    ...MESSAGE,
    email: 'b@example.org',
    website: 'https://spam.example',
  })
  const honest = await send({ ...MESSAGE, email: 'c@example.org' })
  expect([trapped.statusCode, trapped.body.length]).toEqual([200, honest.body.length])
  expect(trapped.json()).toMatchObject({ code: 200, data: { received_at: expect.any(String) } })
  await api.context.jobs.drain()
  expect(api.mails.map(({ replyTo }) => replyTo)).toEqual(['c@example.org'])
})

test.each([
  ['name', 'Jeanne\r\nBcc: all@example.org'],
  ['subject', 'Hello\nBcc: all@example.org'],
  ['email', 'a@example.org\r\nBcc: all@example.org'],
  ['email', 'a@example.org, all@example.org'],
  ['message', 'Too short'],
])('refuses %s = %j', async (field, value) => {
  const answer = await send({ ...MESSAGE, [field]: value })
  expect(answer.json()).toMatchObject({ code: 422, msg: { [field]: [expect.any(String)] } })
})

test('limits messages to three an hour per sender and ten per IP address', async () => {
  for (let turn = 0; turn < 3; turn += 1) await send({ ...MESSAGE, email: 'd@example.org' })
  const fourth = await send({ ...MESSAGE, email: 'd@example.org' })
  expect(fourth.json()).toMatchObject({ code: 429, data: { reason: 'TOO_MANY_ATTEMPTS' } })
  expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0)

  const codes: number[] = []
  for (let turn = 0; turn < 11; turn += 1) {
    const answer = await send({ ...MESSAGE, email: `e${turn}@example.org` }, {}, '10.9.9.9')
    codes.push(answer.json<{ code: number }>().code)
  }
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})
