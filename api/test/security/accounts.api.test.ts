import { account, ALL_CALLS, session } from '@awards/shared/contract'
import { PASSWORD } from '../build.ts'
import { testApi } from '../test-api.ts'
import { hashPassword } from '../../src/modules/accounts/password.ts'

const api = await testApi()
const production = await testApi({
  MODE: 'production',
  SITE_URL: 'https://awards.example',
  SMTP_URL: 'smtp://mail.example',
})
const visitor = api.as(null)
const DEMO_PASSWORD = 'Garance-Demo-2027!'

beforeEach(() => api.db.deleteFrom('rate_limits').execute())

const signIn = (email: string, password = PASSWORD) =>
  visitor.answer(session.login, { email, password })
const tokenOf = async (email: string) =>
  session.login.output.parse((await signIn(email)).data).token
const infoOf = async (token: string) =>
  (await visitor.answer(session.getUserInfo, {}, { token })).code

test.each([
  ['a sentence', 'sept lampes jaunes dansent sous une pluie de papier tiède, encore et encore'],
  ['a hundred and ninety letters', 'Tisserand7!Brume4?Quartz9&'.repeat(8).slice(0, 190)],
  ['other scripts and spaces', '黄色的灯在雨中 跳舞 Tisserand7 brume 青い月'],
])('accepts %s as a password and compares every character', async (_what, password) => {
  proves('security 44')
  const { email } = await api.build.user()
  const token = await tokenOf(email)
  const change = { old_password: PASSWORD, password, password_confirmation: password }
  expect((await visitor.answer(session.changePassword, change, { token })).code).toBe(200)
  expect((await signIn(email, password)).code).toBe(200)
  expect((await signIn(email, `${password.slice(0, -1)}_`)).code).toBe(422)
  expect((await signIn(email, password.toUpperCase())).code).toBe(422)
})

test('hashes a password with argon2id, 19 MiB, two passes and its own salt', async () => {
  proves('security 45')
  const [one, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)]
  const cost = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(one)
  expect(Number(cost?.[1])).toBeGreaterThanOrEqual(19 * 1_024)
  expect(Number(cost?.[2])).toBeGreaterThanOrEqual(2)
  expect(one).not.toBe(other)
})

test('locks an unknown address like a known one, with the same message', async () => {
  proves('security 46')
  const { email } = await api.build.user()
  const locked = async (address: string) => {
    for (let index = 0; index < 10; index += 1) await signIn(address, 'nonsense')
    const { code, msg, data } = await signIn(address, 'nonsense')
    return { code, msg, data: { ...(data as object), retry_after: 0 } }
  }
  const known = await locked(email)
  expect(known.code).toBe(429)
  expect(await locked('nobody@example.org')).toEqual(known)
})

test('a code has six random digits and is stored as a digest', async () => {
  proves('security 47')
  const addresses = Array.from({ length: 12 }, (_, index) => `code${index}@example.org`)
  for (const email of addresses) {
    await visitor.call(session.verifyCode, { email, scene: 'register' })
  }
  await api.context.jobs.drain()
  const codes = addresses.map((email) => {
    const mail = api.mails.find(({ to }) => to === email)
    return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  })
  expect(codes.every((code) => code.length === 6)).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(10)
  const rows = await api.db.selectFrom('email_codes').select('code_hash').execute()
  expect(rows.every(({ code_hash }) => code_hash.length === 32)).toBe(true)
})

test('production starts without accounts and refuses the demo password', async () => {
  proves('security 48')
  const begun = await production.db.selectFrom('users').select('id').execute()
  expect(begun).toEqual([])
  const { email, id } = await production.build.user()
  const password_hash = await hashPassword(DEMO_PASSWORD)
  await production.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
  const answer = await production.as(null).answer(session.login, { email, password: DEMO_PASSWORD })
  expect(answer).toMatchObject({ code: 422, msg: { email: [expect.any(String)] } })

  const { email: mine, id: own } = await api.build.user()
  await api.db.updateTable('users').set({ password_hash }).where('id', '=', own).execute()
  expect((await signIn(mine, DEMO_PASSWORD)).code).toBe(200)
})

test('a token has 256 random bits without the user id', async () => {
  proves('security 49')
  const { email, id } = await api.build.user()
  const tokens = [await tokenOf(email), await tokenOf(email)]
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(id)
  }
  expect(tokens[0]?.slice(0, 8)).not.toBe(tokens[1]?.slice(0, 8))
})

test('a sign-in does not adopt a token sent by the client', async () => {
  proves('security 50')
  const { email } = await api.build.user()
  const planted = 'a'.repeat(43)
  const { data } = await visitor.answer(
    session.login,
    { email, password: PASSWORD },
    {
      cookie: `token=${planted}`,
    },
  )
  expect(session.login.output.parse(data).token).not.toBe(planted)
  expect(await infoOf(planted)).toBe(401)
})

test('a locked account gets 401 with its next call', async () => {
  proves('security 52')
  const { email, id } = await api.build.user()
  const token = await tokenOf(email)
  expect(await infoOf(token)).toBe(200)
  await api.db.updateTable('users').set({ status: 'locked' }).where('id', '=', id).execute()
  expect(await infoOf(token)).toBe(401)
  expect((await signIn(email)).code).toBe(422)
})

test('a deactivated juror has no seat with the next call', async () => {
  proves('security 52')
  const juror = await api.build.juror(1)
  const caller = api.as(juror)
  expect(await caller.call(session.getUserInfo, {})).toMatchObject({ juror: { level: 1 } })
  await api.db
    .updateTable('jurors')
    .set({ is_active: false })
    .where('user_id', '=', juror.id)
    .execute()
  expect(await caller.call(session.getUserInfo, {})).toMatchObject({ juror: null })
})

test('accepts a token in its header only, not in a query or a cookie', async () => {
  proves('security 54')
  const { email } = await api.build.user()
  const token = await tokenOf(email)
  for (const url of [`?token=${token}`, `?access_token=${token}`]) {
    const { body } = await api.app.inject(`${account.profile.path}${url}`)
    expect(JSON.parse(body).code).toBe(401)
  }
  const { body } = await api.app.inject({
    method: 'GET',
    url: account.profile.path,
    headers: { cookie: `token=${token}` },
  })
  expect(JSON.parse(body).code).toBe(401)
  const inAddress = ALL_CALLS.filter(
    ({ method, input }) => method === 'GET' && 'token' in input.shape,
  )
  expect(inAddress.map(({ name }) => name)).toEqual([])
})
