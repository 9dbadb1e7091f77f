import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { session } from '@awards/shared/contract'
import { PASSWORD } from '../../../api/test/build.ts'
import { testApi } from '../../../api/test/test-api.ts'

const folder = mkdtempSync(join(tmpdir(), 'sign-in-'))
const api = await testApi({ MFE_DIR: folder })
const TEMPLATE =
  '<!doctype html><html lang="en"><head><title>Award</title><!--head--></head><body></body></html>'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const OWN = { ...FORM, host: 'award.example', origin: 'https://award.example' }

beforeAll(() => {
  mkdirSync(join(folder, 'shell'), { recursive: true })
  writeFileSync(join(folder, 'shell/index.html'), TEMPLATE)
})
beforeEach(() => api.db.deleteFrom('rate_limits').execute())

const send = (fields: Record<string, string>, headers: Record<string, string> = OWN) =>
  api.app.inject({
    method: 'POST',
    url: '/login?redirect=/account',
    headers,
    payload: new URLSearchParams(fields).toString(),
  })
const submitted = (body: string) =>
  JSON.parse(/id="submitted">([^<]*)</.exec(body)?.[1] ?? '{}') as Record<string, unknown>
const sessions = () => api.db.selectFrom('sessions').selectAll().execute()

test('a refused form is answered with its page, the address and the refusal, never the password', async () => {
  const answer = await send({ email: 'nobody@example.org', password: 'not-the-password' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['content-security-policy']).toContain("form-action 'self'")
  expect(submitted(answer.body)).toMatchObject({
    email: 'nobody@example.org',
    refusal: { code: 422, msg: { email: [expect.stringContaining('do not belong together')] } },
  })
  expect(answer.body).not.toContain('not-the-password')
})

test('the answer is in the language of the page that was sent', async () => {
  const answer = await send({ email: 'nobody@example.org', password: 'x', language: 'fr' })
  expect(answer.body).toContain('<html lang="fr"')
  const unknown = await send({ email: 'nobody@example.org', password: 'x', language: 'xx' })
  expect(unknown.body).toContain('<html lang="en"')
})

test('a form that is right opens a session, whose token is in this one document', async () => {
  const { email } = await api.build.user({ identity: 0 })
  const answer = await send({ email, password: PASSWORD })
  expect(answer.headers['cache-control']).toBe('no-store')
  const { token, isSignedIn } = submitted(answer.body)
  expect(isSignedIn).toBe(true)
  const info = await api.as(null).answer(session.getUserInfo, {}, { token: String(token) })
  expect(info).toMatchObject({ code: 200, data: { email } })
})

test.each([
  ['another site', { ...OWN, origin: 'https://evil.example' }],
  ['a page without an origin', { ...FORM, host: 'award.example', origin: 'null' }],
  ['a request that says it crosses sites', { ...OWN, 'sec-fetch-site': 'cross-site' }],
  ['a request without origin', { ...FORM, host: 'award.example' }],
])('%s cannot sign its visitor in', async (_who, headers) => {
  const { email } = await api.build.user({ identity: 0 })
  const before = (await sessions()).length
  const answer = await send({ email, password: PASSWORD }, headers)
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login'])
  expect(await sessions()).toHaveLength(before)
})

test('text of the address cannot leave the data of the document', async () => {
  const answer = await send({ email: '</script><script>alert(1)</script>', password: 'x' })
  expect(answer.body).not.toContain('<script>alert')
})

test('tries are limited as those of the call are', async () => {
  const { email } = await api.build.user({ identity: 0 })
  const codes: unknown[] = []
  for (let index = 0; index < 12; index += 1) {
    const { refusal } = submitted((await send({ email, password: 'wrong' })).body)
    codes.push((refusal as { code: number }).code)
  }
  expect(codes).toContain(429)
})

test('a body that is no form, or too long, is refused', async () => {
  const json = await api.app.inject({
    method: 'POST',
    url: '/login',
    headers: { ...OWN, 'content-type': 'application/json' },
    payload: '{}',
  })
  expect(json.json<{ code: number }>().code).toBe(400)
  const long = await send({ email: 'a'.repeat(5_000), password: 'x' })
  expect(long.json<{ code: number }>().code).toBe(413)
})
