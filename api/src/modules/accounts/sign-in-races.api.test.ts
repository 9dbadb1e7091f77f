import { account, apiKeys, passkeys, session, webhooks } from '@awards/shared/contract'
import { PASSWORD } from '../../../test/build.ts'
import { passkeyDevice } from '../../../test/passkey-device.ts'
import { testApi, type TestAnswer } from '../../../test/test-api.ts'
import { isLockAwaited, until } from '../../../test/waiting.ts'
import { hashPassword } from './password.ts'
import { sessionsRepository } from './sessions.repository.ts'
import { usersRepository } from './users.repository.ts'

const api = await testApi()
const visitor = api.as(null)
const NEW_PASSWORD = 'Another-Horse-8-Staple'

beforeEach(async () => {
  proves('security 52')
  await api.db.deleteFrom('rate_limits').execute()
})

type Change = Parameters<ReturnType<typeof usersRepository>['change']>[1]

/** The answer to a sign-in that waits for the account while another transaction changes it and ends its sessions. */
async function during(userId: string, change: Change, signIn: () => Promise<TestAnswer>) {
  const { waiting } = await api.db.transaction().execute(async (trx) => {
    await usersRepository(trx).change(userId, change)
    await sessionsRepository(trx).revokeAll(userId, new Date())
    const answer = signIn()
    await Promise.race([answer, until(() => isLockAwaited(api.db))])
    return { waiting: answer }
  })
  return waiting
}

const liveSessions = async (userId: string) =>
  (await sessionsRepository(api.db).live(userId, new Date())).length
const rowOf = (userId: string) => usersRepository(api.db).find(userId)
const codeFor = async (email: string) => {
  await api.context.jobs.drain()
  return api.mails.findLast(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0] ?? ''
}

test('a sign-in under way does not outlive a new password', async () => {
  const { id, email } = await api.build.user()
  const password_hash = await hashPassword(NEW_PASSWORD)
  const login = (password: string) => visitor.answer(session.login, { email, password })
  expect(await during(id, { password_hash }, () => login(PASSWORD))).toMatchObject({
    code: 422,
    msg: { email: [expect.stringContaining('do not belong together')] },
  })
  expect(await liveSessions(id)).toBe(0)
  expect((await login(NEW_PASSWORD)).code).toBe(200)
})

test('a sign-in under way does not outlive a corrected address', async () => {
  const { id, email } = await api.build.user()
  const login = () => visitor.answer(session.login, { email, password: PASSWORD })
  expect(await during(id, { email: `new-${email}` }, login)).toMatchObject({ code: 422 })
  expect(await liveSessions(id)).toBe(0)
})

test('a sign-in under way does not outlive the account', async () => {
  const { id, email } = await api.build.user()
  const login = () => visitor.answer(session.login, { email, password: PASSWORD })
  expect(await during(id, { status: 'locked' }, login)).toMatchObject({ code: 422 })
  expect(await liveSessions(id)).toBe(0)
})

describe('with a code, on a device that is to be trusted', () => {
  test.each(['password', 'address'] as const)(
    'a sign-in that a new %s refuses leaves no trusted device and no proven address',
    async (what) => {
      const { id, email } = await api.build.user({ email_corrected_at: new Date() })
      const input = { email, password: PASSWORD }
      expect((await visitor.answer(session.login, input)).code).toBe(409)
      const code = await codeFor(email)
      const login = () => visitor.answer(session.login, { ...input, code, trust_device: true })
      const password_hash = await hashPassword(NEW_PASSWORD)
      const change = what === 'password' ? { password_hash } : { email: `new-${email}` }
      expect(await during(id, change, login)).toMatchObject({ code: 422 })
      const trusted = api.db.selectFrom('trusted_devices').selectAll().where('user_id', '=', id)
      expect(await trusted.execute()).toEqual([])
      expect(await rowOf(id)).toMatchObject({
        email_corrected_at: expect.any(Date),
        email_verified_at: null,
        last_login_at: null,
      })
      if (what === 'address') return
      expect((await login()).code).toBe(422)
      const again = { ...input, password: NEW_PASSWORD, code, trust_device: true }
      expect((await visitor.answer(session.login, again)).code).toBe(200)
      expect(await trusted.execute()).toHaveLength(1)
      expect(await rowOf(id)).toMatchObject({
        email_corrected_at: null,
        email_verified_at: expect.any(Date),
        last_login_at: expect.any(Date),
      })
    },
  )
})

describe('a new password by the code of an address', () => {
  async function reset(given: Parameters<typeof api.build.user>[0] = {}) {
    const user = await api.build.user(given)
    const { email } = user
    await visitor.call(session.verifyCode, { email, scene: 'reset' })
    const code = await codeFor(email)
    const password = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
    const late = () => visitor.answer(session.resetPassword, { email, code, ...password })
    return { user, late }
  }

  test('is not that of an account which has another address meanwhile', async () => {
    const { user, late } = await reset({ email_corrected_at: new Date() })
    const email = `new-${user.email}`
    expect(await during(user.id, { email }, late)).toMatchObject({
      code: 422,
      msg: { email: [expect.stringContaining('no account')] },
    })
    const { password_hash } = user
    expect(await rowOf(user.id)).toMatchObject({
      email,
      password_hash,
      email_corrected_at: expect.any(Date),
      email_verified_at: null,
    })
  })

  test('is not that of an account which is shut meanwhile', async () => {
    const { user, late } = await reset()
    expect(await during(user.id, { status: 'locked' }, late)).toMatchObject({ code: 422 })
    expect((await rowOf(user.id))?.password_hash).toBe(user.password_hash)
  })
})

describe('a way in that is made', () => {
  test.each(['passkey', 'key', 'webhook'] as const)(
    'does not outlive a corrected address, which takes the others away: %s',
    async (what) => {
      const user = await api.build.user()
      const caller = api.as(user)
      const { options } = await caller.call(passkeys.registrationOptions, {})
      const ways = {
        passkey: () => {
          const credential = passkeyDevice().create(options)
          return caller.answer(passkeys.register, { name: 'Laptop', credential })
        },
        key: () =>
          caller.answer(apiKeys.make, { name: 'Archive', scopes: ['entries:read'], days: 30 }),
        webhook: () => {
          const url = 'https://receiver.example/'
          return caller.answer(webhooks.add, { name: 'Hook', url, events: ['winner.hidden'] })
        },
      }
      const late = await during(user.id, { email: `new-${user.email}` }, ways[what])
      expect(late).toMatchObject({ code: 401 })
      const made = await Promise.all(
        (['passkeys', 'api_keys', 'webhook_endpoints'] as const).map((table) =>
          api.db.selectFrom(table).select('id').where('user_id', '=', user.id).execute(),
        ),
      )
      expect(made).toEqual([[], [], []])
    },
  )
})

describe('with a passkey', () => {
  async function owner() {
    const user = await api.build.user()
    const device = passkeyDevice()
    const added = await api.as(user).call(passkeys.registrationOptions, {})
    const credential = device.create(added.options)
    await api.as(user).call(passkeys.register, { name: 'Laptop', credential })
    const { options } = await visitor.call(passkeys.signInOptions, {})
    const signIn = () => visitor.answer(passkeys.signIn, { credential: device.get(options) })
    return { user, signIn }
  }

  test('a sign-in under way does not outlive a corrected address, which takes the passkeys away', async () => {
    const { user, signIn } = await owner()
    expect(await during(user.id, { email: `new-${user.email}` }, signIn)).toMatchObject({
      code: 409,
      data: { reason: 'PASSKEY_UNKNOWN' },
    })
    expect(await liveSessions(user.id)).toBe(0)
  })

  test('a new password leaves it', async () => {
    const { user, signIn } = await owner()
    const password_hash = await hashPassword(NEW_PASSWORD)
    expect((await during(user.id, { password_hash }, signIn)).code).toBe(200)
    expect(await liveSessions(user.id)).toBe(1)
  })
})

describe('a change that its owner proves with the password', () => {
  const pair = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }

  test.each(['password', 'address'] as const)(
    'a new password does not outlive a new %s',
    async (what) => {
      const user = await api.build.user()
      const caller = api.as(user)
      await caller.call(session.getUserInfo, {})
      const password_hash = await hashPassword('Third-Horse-9-Staple')
      const change = what === 'password' ? { password_hash } : { email: `new-${user.email}` }
      const input = { old_password: PASSWORD, ...pair }
      const late = () => caller.answer(session.changePassword, input)
      expect(await during(user.id, change, late)).toMatchObject({ code: 401 })
      expect(await liveSessions(user.id)).toBe(0)
      expect(await rowOf(user.id)).toMatchObject(change)
    },
  )

  test.each(['password', 'address'] as const)(
    'an erasure does not take an account that its owner has back by a new %s',
    async (what) => {
      const user = await api.build.user()
      const caller = api.as(user)
      await caller.call(session.getUserInfo, {})
      const password_hash = await hashPassword(NEW_PASSWORD)
      const change = what === 'password' ? { password_hash } : { email: `new-${user.email}` }
      const late = () => caller.answer(account.erase, { password: PASSWORD, understood: true })
      expect(await during(user.id, change, late)).toMatchObject({ code: 401 })
      expect(await rowOf(user.id)).toMatchObject({ ...change, status: 'active' })
    },
  )

  test('a new address does not outlive a new password', async () => {
    const user = await api.build.user()
    const caller = api.as(user)
    const email = `own-${user.email}`
    await caller.call(session.verifyCode, { email, scene: 'change_email' })
    const code = await codeFor(email)
    const password_hash = await hashPassword(NEW_PASSWORD)
    const late = () => caller.answer(account.changeEmail, { email, code, password: PASSWORD })
    expect(await during(user.id, { password_hash }, late)).toMatchObject({ code: 401 })
    expect((await rowOf(user.id))?.email).toBe(user.email)
  })
})
