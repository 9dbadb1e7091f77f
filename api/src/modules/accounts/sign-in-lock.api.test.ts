import { account, passkeys, session } from '@awards/shared/contract'
import { PASSWORD } from '../../../test/build.ts'
import { cookieJar } from '../../../test/cookie-jar.ts'
import { passkeyDevice } from '../../../test/passkey-device.ts'
import { testApi } from '../../../test/test-api.ts'

const api = await testApi({
  MODE: 'production',
  SITE_URL: 'https://awards.example',
  SMTP_URL: 'smtp://mail.example',
  STEP_UP: 'off',
})
const NEW_PASSWORD = 'Another-Horse-8-Staple'
const HOME = '203.0.113.7'
const ELSEWHERE = '198.51.100.9'

beforeEach(() => api.db.deleteFrom('rate_limits').execute())

type From = { ip?: string; cookie?: string; token?: string }

async function send(path: string, payload: object, { ip = HOME, cookie, token }: From = {}) {
  const response = await api.app.inject({
    method: 'POST',
    url: path,
    payload,
    remoteAddress: ip,
    headers: { ...(cookie && { cookie }), ...(token && { token }) },
  })
  const { code, data } = response.json<{ code: number; data: { token: string } }>()
  const [given = ''] = [response.headers['set-cookie'] ?? []].flat()
  return { code, data, setCookie: given, cookie: given.split(';')[0] ?? '' }
}

const signIn = (email: string, password: string, from?: From) =>
  send(session.login.path, { email, password }, from)

async function fail(email: string, times: number, from?: From) {
  const codes: number[] = []
  for (let index = 0; index < times; index += 1) {
    codes.push((await signIn(email, 'nonsense', from)).code)
  }
  return codes
}

test('S2: of sixty concurrent guesses ten are compared, and the right password after them is refused', async () => {
  proves('security 14', 'security 46')
  const { email } = await api.build.user()
  const guesses = [...Array.from({ length: 59 }, (_, index) => `guess ${index}`), PASSWORD]
  const answers = await Promise.all(guesses.map((guess) => signIn(email, guess)))
  const codes = answers.map(({ code }) => code)
  expect(codes.filter((code) => code === 422)).toHaveLength(10)
  expect(codes.filter((code) => code === 429)).toHaveLength(50)
  expect(codes.at(-1)).toBe(429)
})

test('S2: concurrent successful sign-ins do not count against the limit', async () => {
  const { email } = await api.build.user()
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(email, PASSWORD)))
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 200))
  }
  const rows = await api.db.selectFrom('rate_limits').select(['key', 'points']).execute()
  expect(rows.filter(({ points }) => points !== 0)).toEqual([])
})

test("S2: a stranger's failures lock only the stranger's network", async () => {
  const { email } = await api.build.juror(2)
  await fail(email, 12, { ip: ELSEWHERE })
  expect((await signIn(email, PASSWORD, { ip: ELSEWHERE })).code).toBe(429)
  expect((await signIn(email, PASSWORD)).code).toBe(200)
})

test('S2: an IPv6 network is the first 64 bits of the address', async () => {
  const { email } = await api.build.user()
  for (let host = 1; host <= 10; host += 1) {
    await fail(email, 1, { ip: `2001:db8:1:2::${host.toString(16)}` })
  }
  expect((await signIn(email, PASSWORD, { ip: '2001:db8:1:2:aaaa::1' })).code).toBe(429)
  expect((await signIn(email, PASSWORD, { ip: '2001:db8:1:3::1' })).code).toBe(200)
})

test('S2: a known browser passes the lock and has a limit of ten guesses of its own', async () => {
  const { email } = await api.build.juror(2)
  const { cookie, setCookie } = await signIn(email, PASSWORD)
  expect(setCookie).toMatch(
    /^known_browser=[\w-]{32}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
  )
  await fail(email, 12)
  expect((await signIn(email, PASSWORD)).code).toBe(429)
  expect((await signIn(email, PASSWORD, { cookie })).code).toBe(200)
  // A success in the known browser does not unlock others of its network.
  expect((await signIn(email, PASSWORD)).code).toBe(429)

  const stolen = await fail(email, 12, { cookie })
  expect(stolen.filter((code) => code === 422)).toHaveLength(10)
  expect((await signIn(email, PASSWORD, { cookie })).code).toBe(429)
})

test('S2: a device cookie is valid for one account, cannot be forged, and expires with the password', async () => {
  const [mine, theirs] = [await api.build.user(), await api.build.user()]
  const { cookie, data } = await signIn(mine.email, PASSWORD)
  const [, value = ''] = cookie.split('=')
  const other = await signIn(theirs.email, PASSWORD)
  await fail(mine.email, 12)
  await fail(theirs.email, 12)
  const forged = [
    other.cookie,
    `known_browser=${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`,
    `known_browser=${value.slice(0, 31)}`,
    `known_browser=${'A'.repeat(32)}`,
    'known_browser=',
  ]
  for (const one of forged) {
    expect((await signIn(mine.email, PASSWORD, { cookie: one })).code).toBe(429)
  }
  // Two people may share a browser.
  const both = await signIn(theirs.email, PASSWORD, {
    cookie: `${cookie}.${other.cookie.slice('known_browser='.length)}`,
  })
  expect(both.code).toBe(200)
  expect((await signIn(mine.email, PASSWORD, { cookie: both.cookie })).code).toBe(200)

  const pair = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
  const change = { old_password: PASSWORD, ...pair }
  const changed = await send(session.changePassword.path, change, { token: data.token })
  expect(changed.code).toBe(200)
  expect((await signIn(mine.email, NEW_PASSWORD, { cookie })).code).toBe(429)
  expect((await signIn(mine.email, NEW_PASSWORD, { cookie: changed.cookie })).code).toBe(200)
})

test('S2: a cookie that an earlier release has set is read, and its entries move over', async () => {
  const [mine, theirs] = [await api.build.user(), await api.build.user()]
  const former = (await signIn(mine.email, PASSWORD)).cookie.replace('known_browser', 'known')
  await fail(mine.email, 10)
  const other = await signIn(theirs.email, PASSWORD, { cookie: former })
  expect((await signIn(mine.email, PASSWORD, { cookie: other.cookie })).code).toBe(200)
  expect((await signIn(mine.email, PASSWORD, { cookie: former })).code).toBe(200)
})

test('S2: whoever signs in by a passkey in the same browser leaves it known to the others', async () => {
  const [mine, theirs] = [await api.build.user(), await api.build.user()]
  const device = passkeyDevice('ES256', { origin: 'https://awards.example' })
  const added = await api.as(theirs).call(passkeys.registrationOptions, {})
  const made = { name: 'Laptop', credential: device.create(added.options) }
  await api.as(theirs).call(passkeys.register, made)

  const jar = cookieJar()
  const post = async (path: string, payload: object) => {
    const headers = { cookie: jar.headerFor(path) }
    const sent = { method: 'POST', url: path, payload, remoteAddress: HOME, headers } as const
    return jar.keep(await api.app.inject(sent)).json<{ code: number }>().code
  }
  const login = { email: mine.email, password: PASSWORD }
  expect(await post(session.login.path, login)).toBe(200)
  const { options } = await api.as(null).call(passkeys.signInOptions, {})
  expect(await post(passkeys.signIn.path, { credential: device.get(options) })).toBe(200)
  await fail(mine.email, 10)
  expect((await signIn(mine.email, PASSWORD)).code).toBe(429)
  expect(await post(session.login.path, login)).toBe(200)
})

test('S2: guesses from many networks lock the account for unknown browsers', async () => {
  const { email } = await api.build.user()
  const { cookie } = await signIn(email, PASSWORD)
  for (let network = 0; network < 10; network += 1) {
    const codes = await fail(email, 10, { ip: `192.0.2.${network}` })
    expect(new Set(codes)).toEqual(new Set([422]))
  }
  expect((await signIn(email, PASSWORD, { ip: ELSEWHERE })).code).toBe(429)
  expect((await signIn(email, PASSWORD, { ip: ELSEWHERE, cookie })).code).toBe(200)
})

test('S2: a password reset unlocks the browser that requested it', async () => {
  proves('call user/resetPassword')
  const { email } = await api.build.user()
  for (let network = 0; network < 11; network += 1) {
    await fail(email, 10, { ip: `192.0.2.${network}` })
  }
  await send(session.verifyCode.path, { email, scene: 'reset' })
  await api.context.jobs.drain()
  const code = api.mails.findLast(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0]
  const pair = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
  const reset = await send(session.resetPassword.path, { email, code, ...pair })
  expect(reset.code).toBe(200)
  // The stranger's further failures do not lock it again.
  for (let network = 20; network < 31; network += 1) {
    await fail(email, 10, { ip: `192.0.2.${network}` })
  }
  expect((await signIn(email, NEW_PASSWORD, { cookie: reset.cookie })).code).toBe(200)
})

test('S2: password confirmations are counted before they are compared, apart from sign-in', async () => {
  const { email } = await api.build.user()
  const { data } = await signIn(email, PASSWORD)
  const pair = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
  const change = (old_password: string) =>
    send(session.changePassword.path, { old_password, ...pair }, { token: data.token })
  const guesses = Array.from({ length: 39 }, (_, index) => `guess ${index}`)
  const codes = (await Promise.all(guesses.map(change))).map(({ code }) => code)
  expect(codes.filter((code) => code === 422)).toHaveLength(10)
  expect(codes.filter((code) => code === 429)).toHaveLength(29)
  // Sent last, since concurrent requests arrive in any order.
  expect((await change(PASSWORD)).code).toBe(429)
  // A stranger's failed sign-ins do not block the owner's change of password.
  await api.db.deleteFrom('rate_limits').execute()
  await fail(email, 12)
  const elsewhere = { email: 'elsewhere@example.org', code: '000000', password: 'nonsense' }
  expect((await send(account.changeEmail.path, elsewhere, { token: data.token })).code).toBe(422)
})
