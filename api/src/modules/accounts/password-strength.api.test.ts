import { account, session } from '@awards/shared/contract'
import { PASSWORD } from '../../../test/build.ts'
import { countStatements } from '../../../test/count-statements.ts'
import { testApi } from '../../../test/test-api.ts'
import { requireGoodPassword } from './password.ts'

const api = await testApi()
const visitor = api.as(null)
const statements = countStatements()
const GUESSED = /first that get guessed/
const OWN = /name and your e-mail/

beforeEach(() => api.db.deleteFrom('rate_limits').execute())

async function codeFor(email: string, scene: 'register' | 'reset') {
  await visitor.call(session.verifyCode, { email, scene })
  await api.context.jobs.drain()
  return api.mails.findLast(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0] ?? 'none'
}

const registration = (email: string, code: string, password: string) => ({
  email,
  code,
  password,
  password_confirmation: password,
  first_name: 'Claire',
  last_name: 'Vautrin',
  country: 'FR',
  terms: true as const,
  newsletter: true,
})

const REFUSED: [string, RegExp][] = [
  // Long enough, but leaked or derived from leaked passwords.
  ['Password1234!', GUESSED],
  ['Qwertyuiop123!', GUESSED],
  ['P@ssw0rd2026!', GUESSED],
  ['Summer2026!!', GUESSED],
  ['Iloveyou12345678', GUESSED],
  ['Abcdefghijkl1!', GUESSED],
  ['aa aa aa aa aa aa aa', GUESSED],
  ['Vautrin-7-Lanternes', OWN],
  ['Cvautrin92-Lanterne!', OWN],
]

test.each(REFUSED)(
  '%s is refused, says why, and costs no try of the code',
  async (password, why) => {
    proves('call user/register', 'security 44')
    const email = 'cvautrin92@example.org'
    const code = await codeFor(email, 'register')
    for (let index = 0; index < 6; index += 1) {
      const answer = await visitor.answer(session.register, registration(email, code, password))
      expect(answer).toMatchObject({ code: 422, msg: { password: [expect.stringMatching(why)] } })
    }
  },
)

test('refuses a password made of the name of the programme', async () => {
  const { programme_name: name } = await api.context.identity()
  const password = `${name.en.replaceAll(' ', '')}2026!`
  const email = 'fan@example.org'
  const answer = await visitor.answer(
    session.register,
    registration(email, await codeFor(email, 'register'), password),
  )
  expect(answer).toMatchObject({ msg: { password: [expect.stringMatching(GUESSED)] } })
})

test('S4: checks a password only after the code was verified', async () => {
  const { email } = await api.build.user()
  const weak = { password: 'Password1234!', password_confirmation: 'Password1234!' }
  const wrong = { code: 422, msg: { code: [expect.any(String)] } }
  const stranger = registration('stranger@example.org', '000000', weak.password)
  expect(await visitor.answer(session.register, stranger)).toMatchObject(wrong)
  expect(
    await visitor.answer(session.resetPassword, { email, code: '000000', ...weak }),
  ).toMatchObject(wrong)
})

test('S4: checks passwords without blocking the event loop', async () => {
  proves('security 44')
  const look = (password: string) =>
    requireGoodPassword(api.context, password, []).catch((error: unknown) => error)
  await look('Password1234!')
  const before = process.threadCpuUsage()
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, index) => look(`${index}Passw0rd2026!Qwerty`.repeat(4))),
  )
  const { user, system } = process.threadCpuUsage(before)
  expect(outcomes).toHaveLength(10)
  expect((user + system) / 1_000).toBeLessThan(100)
})

test('S4: the rate limit is 20 new passwords per account and hour', async () => {
  proves('security 14')
  const me = api.as(await api.build.user())
  const change = {
    old_password: PASSWORD,
    password: 'Password1234!',
    password_confirmation: 'Password1234!',
  }
  for (let index = 0; index < 20; index += 1) {
    expect(await me.answer(session.changePassword, change)).toMatchObject({ code: 422 })
  }
  expect(await me.answer(session.changePassword, change)).toMatchObject({ code: 429 })
})

test('reset and change refuse weak passwords too', async () => {
  proves('security 44')
  const { email } = await api.build.user()
  const weak = { password: 'Password1234!', password_confirmation: 'Password1234!' }
  const code = await codeFor(email, 'reset')
  const refused = { code: 422, msg: { password: [expect.stringMatching(GUESSED)] } }
  expect(await visitor.answer(session.resetPassword, { email, code, ...weak })).toMatchObject(
    refused,
  )
  const { token } = await visitor.call(session.login, { email, password: PASSWORD })
  const change = { old_password: PASSWORD, ...weak }
  expect(await visitor.answer(session.changePassword, change, { token })).toMatchObject(refused)
})

test('registration stores the consents with the versions of the texts', async () => {
  const row = { title: '{}', html: '{}', effective_at: '2026-01-01' }
  await api.db
    .insertInto('policies')
    .values([
      { ...row, type: 3, version: '2026.1' },
      { ...row, type: 2, version: 'p4' },
    ])
    .execute()
  const email = 'consents@example.org'
  const code = await codeFor(email, 'register')
  const input = registration(email, code, 'Lanterne-Horse-8-Staple')
  const { token } = await visitor.call(session.register, input)
  const answer = await visitor.answer(account.profile, {}, { token })
  expect(account.profile.output.parse(answer.data)).toMatchObject({
    newsletter: true,
    consents: [
      { kind: 'terms', given: true, version: '2026.1' },
      { kind: 'newsletter', given: true, version: 'p4' },
    ],
  })
})

test('runs as many statements for an unknown address as for a known one', async () => {
  proves('security 46')
  const { email } = await api.build.user()
  const password = 'Lanterne-Horse-8-Staple'
  const work = async (address: string) => {
    await api.db.deleteFrom('rate_limits').execute()
    return statements(async () => {
      await visitor.answer(session.login, { email: address, password: 'nonsense' })
      await visitor.answer(session.verifyCode, { email: address, scene: 'reset' })
      await visitor.answer(session.verifyCode, { email: address, scene: 'change_email' })
      await visitor.answer(session.register, registration(address, '000000', password))
    })
  }
  await work('warm@example.org')
  // The minimum of three runs, to leave out noise of other work.
  const least = async (address: string) =>
    Math.min(await work(address), await work(address), await work(address))
  expect(await least(email)).toEqual(await least('unknown@example.org'))
})
