import { session, sessionAdded } from '@awards/shared/contract'
import { sql } from 'kysely'
import { countStatements } from '../../../test/count-statements.ts'
import { testApi } from '../../../test/test-api.ts'
import { PASSWORD } from '../../../test/build.ts'

const api = await testApi()
const reads = countStatements()
const visitor = api.as(null)
const NEW_PASSWORD = 'Another-Horse-8-Staple'

async function codeFor(email: string, scene: 'register' | 'reset') {
  const answer = await visitor.answer(session.verifyCode, { email, scene })
  expect(answer).toMatchObject({ code: 200, data: { resend_after: 60 } })
  await api.context.jobs.drain()
  const mail = api.mails.findLast(({ to }) => to === email)
  return mail?.text.match(/\b\d{6}\b/)?.[0] ?? 'none'
}

const registration = (email: string, code: string) => ({
  email,
  code,
  password: NEW_PASSWORD,
  password_confirmation: NEW_PASSWORD,
  first_name: 'Claire',
  last_name: 'Vautrin',
  country: 'FR',
  terms: true as const,
})

beforeEach(() => api.db.deleteFrom('rate_limits').execute())

test('a visitor registers with the code from the e-mail and is signed in', async () => {
  proves('call user/register', 'call email/verifyCode')
  const code = await codeFor('claire@example.org', 'register')
  const { token, user } = await visitor.call(
    session.register,
    registration('claire@example.org', code),
  )
  expect(user).toMatchObject({
    identity: 0,
    home_route: '/account',
    display_name: 'Claire Vautrin',
  })
  expect(user.permissions).toContain('apply/entry')
  expect(user.permissions).not.toContain('judge/award')
  const info = await visitor.answer(session.getUserInfo, {}, { token })
  expect(info).toMatchObject({ code: 200, data: { email: 'claire@example.org' } })
})

test('five wrong codes are refused by field, the sixth try with 429; a new code works', async () => {
  proves('security 47')
  const email = 'tries@example.org'
  const right = await codeFor(email, 'register')
  const wrong = right === '000000' ? '111111' : '000000'
  for (let index = 0; index < 5; index += 1) {
    const answer = await visitor.answer(session.register, registration(email, wrong))
    expect(answer).toMatchObject({ code: 422, msg: { code: [expect.any(String)] } })
  }
  const sixth = await visitor.answer(session.register, registration(email, right))
  expect(sixth.code).toBe(429)
  await api.db.deleteFrom('rate_limits').execute()
  const fresh = await codeFor(email, 'register')
  expect((await visitor.answer(session.register, registration(email, fresh))).code).toBe(200)
})

test('a code expires after ten minutes and works once', async () => {
  proves('security 47')
  const email = 'late@example.org'
  const code = await codeFor(email, 'register')
  api.setTime(new Date(Date.now() + 11 * 60_000))
  expect((await visitor.answer(session.register, registration(email, code))).code).toBe(410)
  api.setTime(new Date())
  expect((await visitor.answer(session.register, registration(email, code))).code).toBe(200)
  expect((await visitor.answer(session.register, registration(email, code))).code).toBe(422)
})

test('E26: the mail for a registration tells the owner of an account that there is one', async () => {
  const { email } = await api.build.user()
  const ask = (to: string) =>
    visitor.answer(session.verifyCode, { email: to, scene: 'register' as const })
  const [known, unknown] = [await ask(email), await ask('new@example.org')]
  expect({ ...known, trace_id: '' }).toEqual({ ...unknown, trace_id: '' })
  await api.context.jobs.drain()
  const subjectOf = (to: string) => api.mails.findLast((mail) => mail.to === to)?.subject
  expect(subjectOf(email)).toBe('You already have an account')
  expect(subjectOf('new@example.org')).toMatch(/is your verification code$/)
})

test('reveals that an address has an account only to its owner', async () => {
  const { email } = await api.build.user()
  const known = await visitor.answer(session.verifyCode, { email, scene: 'reset' })
  const unknown = await visitor.answer(session.verifyCode, {
    email: 'x@example.org',
    scene: 'reset',
  })
  expect({ ...known, trace_id: '' }).toEqual({ ...unknown, trace_id: '' })
  await api.context.jobs.drain()
  const again = await codeFor(email, 'register')
  const answer = await visitor.answer(session.register, registration(email, again))
  expect(answer).toMatchObject({
    code: 422,
    msg: { email: [expect.stringContaining('registered')] },
  })
})

test('a code can be requested once a minute', async () => {
  const ask = () => visitor.answer(session.verifyCode, { email: 'm@example.org', scene: 'reset' })
  expect((await ask()).code).toBe(200)
  expect(await ask()).toMatchObject({ code: 429, data: { reason: 'TOO_MANY_ATTEMPTS' } })
})

test('returns the same error for an unknown address and a wrong password', async () => {
  proves('call user/login', 'security 46')
  const { email } = await api.build.user()
  const wrong = await visitor.answer(session.login, { email, password: 'nonsense' })
  const unknown = await visitor.answer(session.login, {
    email: 'no@example.org',
    password: 'nonsense',
  })
  expect(wrong.code).toBe(422)
  expect({ ...wrong, trace_id: '' }).toEqual({ ...unknown, trace_id: '' })
})

test('the longest address allowed is rate-limited and answered like every other', async () => {
  const email = `${'a'.repeat(242)}@example.org`
  const login = { email, password: 'nonsense' }
  expect((await visitor.answer(session.login, login)).code).toBe(422)
  for (const scene of ['register', 'reset']) {
    await api.db.deleteFrom('rate_limits').execute()
    expect((await visitor.answer(session.verifyCode, { email, scene })).code).toBe(200)
  }
})

test('ten failures lock the address, also for the right password', async () => {
  proves('security 46')
  const { email } = await api.build.user()
  for (let index = 0; index < 10; index += 1) {
    expect((await visitor.answer(session.login, { email, password: 'nonsense' })).code).toBe(422)
  }
  const answer = await visitor.answer(session.login, { email, password: PASSWORD })
  expect(answer.code).toBe(429)
})

test('each sign-in gets its own token, and signing out revokes only that one', async () => {
  proves('call user/logout', 'security 50', 'security 52')
  const { email } = await api.build.user()
  const first = await visitor.call(session.login, {
    email: email.toUpperCase(),
    password: PASSWORD,
  })
  const second = await visitor.call(session.login, { email, password: PASSWORD })
  expect(first.token).not.toBe(second.token)
  await visitor.answer(sessionAdded.logout, {}, { token: first.token })
  const info = (token: string) => visitor.answer(session.getUserInfo, {}, { token })
  expect((await info(first.token)).code).toBe(401)
  expect((await info(second.token)).code).toBe(200)
})

test('stores no token in the database', async () => {
  proves('security 49')
  const { email } = await api.build.user()
  const { token } = await visitor.call(session.login, { email, password: PASSWORD })
  const rows = await api.db.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows.some((row) => row.token_hash.includes(token))).toBe(false)
})

test('on a full disk a session is still read, without an update of last_used_at', async () => {
  const { email } = await api.build.user()
  const { token } = await visitor.call(session.login, { email, password: PASSWORD })
  const read = () => visitor.answer(session.getUserInfo, {}, { token })
  const usedAt = async () => {
    const rows = await api.db.selectFrom('sessions').select('last_used_at').execute()
    return rows.map(({ last_used_at }) => last_used_at.getTime())
  }
  const before = await usedAt()
  await sql`create function disk_full() returns trigger language plpgsql as
    $$ begin raise 'No space left on device' using errcode = 'disk_full'; end $$`.execute(api.db)
  await sql`create trigger disk_full before update on sessions execute function disk_full()`.execute(
    api.db,
  )
  api.setTime(new Date(Date.now() + 11 * 60_000))
  const answer = await read()
  await sql`drop function disk_full cascade`.execute(api.db)
  expect(answer.code).toBe(200)
  expect(await usedAt()).toEqual(before)
  expect((await read()).code).toBe(200)
  expect(await usedAt()).not.toEqual(before)
  api.setTime(new Date())
})

test('changing the password revokes every other session', async () => {
  proves('call user/changePassword', 'security 52')
  const { email } = await api.build.user()
  const login = () => visitor.call(session.login, { email, password: PASSWORD })
  const [first, second] = [await login(), await login()]
  const change = (old: string) =>
    visitor.answer(
      session.changePassword,
      { old_password: old, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
      { token: first.token },
    )
  expect(await change('wrong')).toMatchObject({
    code: 422,
    msg: { old_password: expect.anything() },
  })
  const changed = await change(PASSWORD)
  expect(changed.code).toBe(200)
  const { token } = session.changePassword.output.parse(changed.data)
  const info = async (header: string) =>
    (await visitor.answer(session.getUserInfo, {}, { token: header })).code
  expect([await info(first.token), await info(second.token), await info(token)]).toEqual([
    401, 401, 200,
  ])
})

test('resets a password with a code and lifts the lock', async () => {
  proves('call user/resetPassword')
  const { email } = await api.build.user()
  const code = await codeFor(email, 'reset')
  const input = { email, code, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
  expect((await visitor.answer(session.resetPassword, input)).code).toBe(200)
  expect((await visitor.answer(session.login, { email, password: PASSWORD })).code).toBe(422)
  expect((await visitor.answer(session.login, { email, password: NEW_PASSWORD })).code).toBe(200)
})

test('returns identity, capabilities and panel of a juror; changes apply at once', async () => {
  proves('call user/getUserInfo', 'security 58')
  const chair = await api.build.juror(1, { capabilities: ['can_publish'] })
  const info = await api.as(chair).call(session.getUserInfo, {})
  expect(info).toMatchObject({ identity: 1, home_route: '/juryreview', juror: { level: 1 } })
  expect(info.permissions).toContain('judge/isShow')
  expect(info.permissions).not.toContain('judge/assignSubJudge')
  const caller = api.as(chair)
  await caller.call(session.getUserInfo, {})
  await api.db.updateTable('users').set({ identity: 0 }).where('id', '=', chair.id).execute()
  expect(await caller.call(session.getUserInfo, {})).toMatchObject({ identity: 0 })
})

test('loads user, account and badge count with one statement per call', async () => {
  proves('call user/getUserInfo')
  await api.build.programme()
  const [entrant, juror] = [await api.build.user(), await api.build.juror(2)]
  const entry = await api.build.entry(entrant, { entry_status: 30 })
  const unread = async (person: typeof entrant) =>
    (await api.as(person).call(session.getUserInfo, {})).unread
  expect([await unread(entrant), await unread(juror)]).toEqual([0, 0])

  const change = { entry_status: 25, winner_fee_status: 0 }
  await api.db.updateTable('apply_orders').set(change).where('id', '=', entry.id).execute()
  const assigned = { apply_order_id: entry.id, juror_id: juror.juror_id, level: 2 }
  await api.db.insertInto('assignments').values(assigned).execute()
  expect([await unread(entrant), await unread(juror)]).toEqual([1, 1])
  const caller = api.as(entrant)
  await caller.call(session.getUserInfo, {})
  expect(await reads(() => caller.call(session.getUserInfo, {}))).toBe(1)
})

test('refuses a weak password, differing passwords and missing terms by field', async () => {
  const answer = await visitor.answer(session.register, {
    ...registration('weak@example.org', '123456'),
    password: 'short',
    password_confirmation: 'other',
    terms: false,
  })
  expect(answer.code).toBe(422)
  expect(Object.keys(answer.msg as object)).toEqual(expect.arrayContaining(['password', 'terms']))
})
