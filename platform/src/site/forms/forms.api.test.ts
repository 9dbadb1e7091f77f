import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oidc, session } from '@awards/shared/contract'
import { PASSWORD } from '../../../../api/test/build.ts'
import { cookieJar } from '../../../../api/test/cookie-jar.ts'
import { CLIENT, oidcIssuer } from '../../../../api/test/oidc-issuer.ts'
import { testApi } from '../../../../api/test/test-api.ts'

const folder = mkdtempSync(join(tmpdir(), 'sign-in-'))
const school = await oidcIssuer()
writeFileSync(join(folder, 'client.secret'), CLIENT.secret)
const provider = {
  id: 'school',
  label: 'School',
  issuer: school.issuer,
  client_id: CLIENT.id,
  client_secret_file: join(folder, 'client.secret'),
  private_network: true,
  new_accounts: true,
  trust_verified_email: true,
}
const OIDC_PROVIDERS = JSON.stringify([provider])
const api = await testApi({ MFE_DIR: folder, STEP_UP: 'on', OIDC_PROVIDERS })
afterAll(() => school.close())
const TEMPLATE =
  '<!doctype html><html lang="en"><head><title>Award</title><!--head--></head><body></body></html>'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const OWN = { ...FORM, host: 'award.example', origin: 'https://award.example' }

beforeAll(() => {
  mkdirSync(join(folder, 'shell'), { recursive: true })
  writeFileSync(join(folder, 'shell/index.html'), TEMPLATE)
})
beforeEach(() => api.db.deleteFrom('rate_limits').execute())

const send = (
  fields: Record<string, string>,
  headers: Record<string, string> = OWN,
  url = '/login?redirect=/account',
) =>
  api.app.inject({
    method: 'POST',
    url,
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
    form: 'sign-in',
    values: { email: 'nobody@example.org' },
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

test('a browser that the account knows is let in while the tries of a stranger lock its network', async () => {
  const { email } = await api.build.user({ identity: 0 })
  const jar = cookieJar()
  const url = session.login.path
  const payload = { email, password: PASSWORD }
  jar.keep(await api.app.inject({ method: 'POST', url, payload }))
  for (let index = 0; index < 10; index += 1) await send({ email, password: 'wrong' })
  const stranger = submitted((await send(payload)).body)
  expect(stranger).toMatchObject({ refusal: { code: 429 } })
  const owner = await send(payload, { ...OWN, cookie: jar.headerFor('/login') })
  expect(submitted(owner.body)).toMatchObject({ isSignedIn: true })
})

test('a body that is no form, or too long, is refused', async () => {
  const json = await api.app.inject({
    method: 'POST',
    url: '/login',
    headers: { ...OWN, 'content-type': 'application/json' },
    payload: '{}',
  })
  expect(json.json<{ code: number }>().code).toBe(400)
  const long = await send({ email: 'a'.repeat(70_000), password: 'x' })
  expect(long.json<{ code: number }>().code).toBe(413)
})

const NEW_PASSWORD = 'Another-Horse-8-Staple'
const codeFor = async (email: string) => {
  await api.context.jobs.drain()
  return api.mails.findLast(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0] ?? 'none'
}
const userOf = async (token: unknown) =>
  api.as(null).answer(session.getUserInfo, {}, { token: String(token) })

test('a forgotten password is set without the application, and opens a session', async () => {
  const { email } = await api.build.user({ identity: 0 })
  const first = await send({ form: 'reset', email }, OWN, '/forget')
  expect(first.headers['cache-control']).toBe('no-store')
  expect(submitted(first.body)).toMatchObject({
    form: 'reset',
    isCodeRequest: true,
    answer: { resend_after: 60 },
  })
  const fields = { form: 'reset', email, sent_to: email, password: NEW_PASSWORD }
  const wrong = await send({ ...fields, code: 'x' }, OWN, '/forget')
  expect(submitted(wrong.body)).toMatchObject({
    values: { email, code: 'x' },
    isCodeRequest: false,
    refusal: { code: 422, msg: { code: [expect.stringContaining('six digits')] } },
  })
  expect(wrong.body).not.toContain(NEW_PASSWORD)
  const right = await send({ ...fields, code: await codeFor(email) }, OWN, '/forget')
  expect(right.headers['cache-control']).toBe('no-store')
  expect(right.body).not.toContain(NEW_PASSWORD)
  expect(await userOf(submitted(right.body)['token'])).toMatchObject({ code: 200, data: { email } })
})

test('a juror who has set a new password is led to /login, where the second step is', async () => {
  const { email } = await api.build.juror(2)
  await send({ form: 'reset', email }, OWN, '/forget')
  const fields = { form: 'reset', email, password: NEW_PASSWORD, code: await codeFor(email) }
  const answer = await send(fields, OWN, '/forget?redirect=/subjuryreview')
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    '/login?redirect=/subjuryreview',
  ])
})

test('somebody registers without the application: all that is wrong is said at once, then a session opens', async () => {
  const email = 'plain.form@example.org'
  const form = { form: 'register', language: 'fr', email, sent_to: email }
  await send({ form: 'register', email }, OWN, '/login?tab=register')
  const code = await codeFor(email)
  const wrong = await send({ ...form, code, account_type: '2' }, OWN, '/login?tab=register')
  const { refusal } = submitted(wrong.body) as { refusal: { msg: Record<string, string[]> } }
  expect(Object.keys(refusal.msg)).toEqual(
    expect.arrayContaining(['password', 'first_name', 'last_name', 'country', 'terms', 'company']),
  )
  const person = { first_name: 'Claire', last_name: 'Vautrin', country: 'FR', terms: 'on' }
  const right = await send(
    // A dialling code without a number, and a school of somebody who is no student, count for nothing.
    { ...form, ...person, code, password: NEW_PASSWORD, area_code: '+33', school: 'No student' },
    OWN,
    '/login?tab=register',
  )
  const info = await userOf(submitted(right.body)['token'])
  expect(info).toMatchObject({ code: 200, data: { email, display_name: 'Claire Vautrin' } })
})

test('a message of the contact page arrives without the application, in each language of the page', async () => {
  const fields = { form: 'contact', name: 'Ada', email: 'ada@example.org', subject: 'Prices' }
  const wrong = await send(fields, OWN, '/fr/contact')
  expect(submitted(wrong.body)).toMatchObject({
    values: { name: 'Ada' },
    refusal: { code: 422, msg: { message: [expect.any(String)] } },
  })
  expect(wrong.body).toContain('<html lang="fr"')
  const document = JSON.stringify({
    email: 'bonjour@example.org',
    press_email: 'presse@example.org',
    phone: null,
    address: [],
    hours: { en: 'Monday to Friday' },
    social: [],
  })
  await api.db.insertInto('site_documents').values({ code: 'contact', document }).execute()
  await api.context.publicCache.settle()
  const message = 'May I enter a work that is two years old?'
  const right = await send({ ...fields, message }, OWN, '/contact')
  expect(submitted(right.body)).toMatchObject({ answer: { received_at: expect.any(String) } })
})

describe('by way of an organisation, without the application', () => {
  /** A browser with its cookies. An organisation is another site, from which it is sent to the page that comes next. */
  function browser() {
    const jar = cookieJar()
    const get = async (url: string, more = {}) => {
      const cookie = jar.headerFor(url, { isFromAfar: /\/return\/|[?&]with=/.test(url) })
      return jar.keep(
        await api.app.inject({ method: 'GET', url, headers: { ...OWN, cookie, ...more } }),
      )
    }
    return {
      get,
      post: async (fields: Record<string, string>, page: string) =>
        jar.keep(await send(fields, { ...OWN, cookie: jar.headerFor(page) }, page)),
      /** There and back: the page that comes next. */
      async visit(claims: { sub: string } & Record<string, unknown>) {
        const away = await get('/login?begin=school&redirect=/account')
        expect([away.statusCode, away.headers['cache-control']]).toEqual([303, 'no-store'])
        const back = await get(
          `/api/oidc/return/school?${school.approve(String(away.headers.location), claims)}`,
        )
        expect([back.statusCode, back.headers.location]).toEqual([
          303,
          '/login?with=school&redirect=%2Faccount',
        ])
        return String(back.headers.location)
      },
    }
  }

  test('somebody opens an account, and is signed in the next time', async () => {
    const claims = { sub: 'noor', email: 'noor@school.example', email_verified: true }
    const visitor = browser()
    const page = await visitor.visit(claims)
    const asked = await visitor.get(page, { 'accept-language': 'fr' })
    expect(asked.headers['cache-control']).toBe('no-store')
    expect(asked.body).toContain('<html lang="fr"')
    const step = { step: 'register', email: claims.email, is_email_trusted: true }
    expect(submitted(asked.body)).toMatchObject({ form: 'organisation', step })
    const form = { form: 'organisation-register', sent_to: claims.email, first_name: 'Noor' }
    const wrong = await visitor.post({ ...form, last_name: 'Haddad', country: 'FR' }, page)
    expect(submitted(wrong.body)).toMatchObject({
      step,
      values: { first_name: 'Noor' },
      refusal: { code: 422, msg: { terms: [expect.any(String)] } },
    })
    const person = { ...form, last_name: 'Haddad', country: 'FR', terms: 'on' }
    const right = submitted((await visitor.post(person, page)).body)
    expect(await userOf(right['token'])).toMatchObject({ data: { email: claims.email } })

    const again = browser()
    const next = await again.get(await again.visit(claims))
    const { token, isSignedIn } = submitted(next.body)
    expect(isSignedIn).toBe(true)
    expect(await userOf(token)).toMatchObject({ data: { email: claims.email } })
  })

  test('the account of the address is linked by one sign-in, which may fail first', async () => {
    const { email } = await api.build.user()
    const claims = { sub: 'owner', email, email_verified: true }
    const visitor = browser()
    const page = await visitor.visit(claims)
    const step = { step: 'link', email }
    expect(submitted((await visitor.get(page)).body)).toMatchObject({ step })
    const form = { form: 'sign-in', link: '1', email }
    const wrong = submitted((await visitor.post({ ...form, password: 'wrong' }, page)).body)
    expect(wrong).toMatchObject({ step, refusal: { code: 422 } })
    const right = submitted((await visitor.post({ ...form, password: PASSWORD }, page)).body)
    expect(await userOf(right['token'])).toMatchObject({ data: { email } })
    const again = browser()
    const next = submitted((await again.get(await again.visit(claims))).body)
    expect(await userOf(next['token'])).toMatchObject({ data: { email } })
  })

  test('a sign-in without the word of the page links nothing', async () => {
    const { email, id } = await api.build.user()
    const visitor = browser()
    const page = await visitor.visit({ sub: 'unasked', email, email_verified: true })
    await visitor.post({ form: 'sign-in', email, password: PASSWORD }, page)
    expect((await api.as({ id }).call(oidc.list, {})).identities).toEqual([])
  })

  test('a juror confirms by the code', async () => {
    const juror = await api.build.juror(2)
    const identity = { issuer: school.issuer, subject: 'juror' }
    const linked = { user_id: juror.id, ...identity, linked_at: new Date() }
    await api.db.insertInto('oidc_identities').values(linked).execute()
    const visitor = browser()
    const page = await visitor.visit({ sub: 'juror', email: 'x@school.example' })
    const step = { step: 'code', email: juror.email }
    expect(submitted((await visitor.get(page)).body)).toMatchObject({ step })
    const form = { form: 'organisation-code' }
    const wrong = submitted((await visitor.post({ ...form, code: '000000' }, page)).body)
    expect(wrong).toMatchObject({ step, refusal: { code: 422 } })
    const code = await codeFor(juror.email)
    const right = submitted((await visitor.post({ ...form, code }, page)).body)
    expect(await userOf(right['token'])).toMatchObject({ data: { email: juror.email } })
  })

  test('a page goes on with the sign-in that it shows, though another tab has begun one since', async () => {
    const visitor = browser()
    const claims = { sub: 'first-tab', email: 'first@school.example', email_verified: true }
    const page = await visitor.visit(claims)
    const { step } = submitted((await visitor.get(page)).body)
    expect(step).toMatchObject({ step: 'register', attempt: expect.stringMatching(/^[\w-]{43}$/) })
    const { attempt } = step as { attempt: string }
    await visitor.visit({ ...claims, sub: 'second-tab', email: 'second@school.example' })
    const person = { first_name: 'Noor', last_name: 'Haddad', country: 'FR' }
    const form = { form: 'organisation-register', attempt, sent_to: claims.email, ...person }
    const wrong = submitted((await visitor.post(form, page)).body)
    expect(wrong).toMatchObject({ refusal: { code: 422 }, step: { attempt, email: claims.email } })
    const right = submitted((await visitor.post({ ...form, terms: 'on' }, page)).body)
    expect(await userOf(right['token'])).toMatchObject({ data: { email: claims.email } })
  })

  test('a juror who trusts the device is let in without a code the next time', async () => {
    const juror = await api.build.juror(2)
    const claims = { sub: 'trusting', email: 'y@school.example' }
    const identity = { issuer: school.issuer, subject: claims.sub }
    const linked = { user_id: juror.id, ...identity, linked_at: new Date() }
    await api.db.insertInto('oidc_identities').values(linked).execute()
    const visitor = browser()
    const page = await visitor.visit(claims)
    await visitor.get(page)
    const code = await codeFor(juror.email)
    await visitor.post({ form: 'organisation-code', code, trust_device: 'on' }, page)
    const before = api.mails.length
    const next = submitted((await visitor.get(await visitor.visit(claims))).body)
    expect(next).toMatchObject({ isSignedIn: true })
    await api.context.jobs.drain()
    expect(api.mails).toHaveLength(before)
  })

  test('what goes wrong is said on /login, and a picture of another site begins nothing', async () => {
    const visitor = browser()
    expect(submitted((await visitor.get('/login?with=school')).body)).toMatchObject({
      form: 'organisation',
      refusal: { code: 409, data: { reason: 'OIDC_UNKNOWN' } },
    })
    const unknown = await visitor.get('/login?begin=nowhere')
    expect(submitted(unknown.body)).toMatchObject({ refusal: { code: 404 } })
    const picture = await visitor.get('/login?begin=school', { 'sec-fetch-dest': 'image' })
    expect([picture.statusCode, picture.headers['set-cookie']]).toEqual([200, undefined])
    expect(submitted((await visitor.get('/login')).body)).toEqual({})
  })
})
