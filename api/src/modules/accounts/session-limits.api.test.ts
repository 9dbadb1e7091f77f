import { session } from '@awards/shared/contract'
import { PASSWORD } from '../../../test/build.ts'
import { testApi } from '../../../test/test-api.ts'

const api = await testApi({
  MODE: 'production',
  SITE_URL: 'https://awards.example',
  SMTP_URL: 'smtp://mail.example',
})
const visitor = api.as(null)
const ask = async (email: string) =>
  (await visitor.answer(session.verifyCode, { email, scene: 'reset' })).code

test('the rate limit is 20 codes per network address and hour', async () => {
  proves('security 14')
  for (let index = 0; index < 20; index += 1) {
    expect(await ask(`person${index}@example.net`)).toBe(200)
  }
  expect(await ask('one-too-many@example.net')).toBe(429)
})

const [HOME, ELSEWHERE, THIRD, FOURTH] = [
  '203.0.113.7',
  '198.51.100.9',
  '2001:db8::1',
  '192.0.2.5',
] as const
const NEW_PASSWORD = 'Another-Horse-8-Staple'

async function post(path: string, payload: object, remoteAddress: string) {
  const answer = await api.app.inject({ method: 'POST', url: path, payload, remoteAddress })
  return answer.json<{ code: number; data: object }>()
}

/** Requests a code for a new password, a minute after the request before. */
async function askFrom(ip: string, email: string) {
  await api.db.deleteFrom('rate_limits').where('key', 'like', 'code_resend:%').execute()
  return (await post(session.verifyCode.path, { email, scene: 'reset' }, ip)).code
}

async function resetFrom(ip: string, email: string, code: string) {
  const pair = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
  return post(session.resetPassword.path, { email, code, ...pair }, ip)
}

async function newestCode(email: string) {
  await api.context.jobs.drain()
  const codes = api.mails.flatMap(({ to, text }) =>
    to === email ? (text.match(/\b\d{6}\b/) ?? []) : [],
  )
  const code = codes.at(-1) ?? ''
  return { code, wrong: code === '000000' ? '111111' : '000000' }
}

describe("a stranger's requests and wrong codes", () => {
  beforeEach(() => api.db.deleteFrom('rate_limits').execute())

  test('use up five codes of their own network, and fifteen of all networks in an hour', async () => {
    proves('security 14')
    const { email } = await api.build.user()
    for (let index = 0; index < 5; index += 1) expect(await askFrom(ELSEWHERE, email)).toBe(200)
    expect(await askFrom(ELSEWHERE, email)).toBe(429)
    // The refused request keeps nobody waiting.
    const mine = { email, scene: 'reset' }
    expect((await post(session.verifyCode.path, mine, HOME)).code).toBe(200)

    for (let index = 1; index < 5; index += 1) expect(await askFrom(HOME, email)).toBe(200)
    for (let index = 0; index < 5; index += 1) expect(await askFrom(THIRD, email)).toBe(200)
    expect(await askFrom(FOURTH, email)).toBe(429)
    expect(await askFrom(FOURTH, 'another@example.org')).toBe(200)
  })

  test('leave the owner five tries of the code, of ten that all networks have', async () => {
    proves('security 47')
    const { email } = await api.build.user()
    await askFrom(ELSEWHERE, email)
    const { code, wrong } = await newestCode(email)
    const answers = []
    for (let index = 0; index < 12; index += 1) {
      answers.push((await resetFrom(ELSEWHERE, email, wrong)).code)
    }
    expect(answers).toEqual([...Array(5).fill(422), ...Array(7).fill(429)])
    const refused = { code: 429, data: { reason: 'CODE_TRIES' } }
    expect(await resetFrom(ELSEWHERE, email, code)).toMatchObject(refused)
    for (let index = 0; index < 4; index += 1) {
      expect((await resetFrom(HOME, email, wrong)).code).toBe(422)
    }
    expect((await resetFrom(HOME, email, code)).code).toBe(200)

    await askFrom(HOME, email)
    const next = await newestCode(email)
    for (const ip of [ELSEWHERE, THIRD]) {
      for (let index = 0; index < 5; index += 1) {
        expect((await resetFrom(ip, email, next.wrong)).code).toBe(422)
      }
    }
    expect(await resetFrom(HOME, email, next.code)).toMatchObject(refused)
  })
})

test('a successful sign-in does not count against the network address', async () => {
  const { email } = await api.build.user()
  expect((await visitor.answer(session.login, { email, password: PASSWORD })).code).toBe(200)
  expect((await visitor.answer(session.login, { email, password: 'wrong' })).code).toBe(422)
  const row = await api.db
    .selectFrom('rate_limits')
    .select('points')
    .where('key', 'like', 'login_ip:%')
    .executeTakeFirstOrThrow()
  expect(row.points).toBe(1)
})
