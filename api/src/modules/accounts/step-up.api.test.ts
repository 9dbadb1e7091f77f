import { account, judgeAdded, session } from '@awards/shared/contract'
import { PASSWORD } from '../../../test/build.ts'
import { testApi } from '../../../test/test-api.ts'
import { HOUR_MS } from '../../lib/time.ts'

const api = await testApi({ STEP_UP: 'on' })
const visitor = api.as(null)
const NEW_PASSWORD = 'Another-Horse-8-Staple'
type Given = { code?: string; trust_device?: boolean; password?: string }

beforeEach(() => api.db.deleteFrom('rate_limits').execute())

/** A client with its own cookie jar. */
function browser() {
  const cookies = new Map<string, string>()
  async function ask(url: string, payload: object | undefined, token?: string) {
    const response = await api.app.inject({
      method: payload ? 'POST' : 'GET',
      url,
      headers: {
        'user-agent': 'Firefox',
        'content-type': 'application/json',
        ...(token && { token }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(payload && { payload }),
    })
    for (const { name, value } of response.cookies) cookies.set(name, value)
    return { ...response.json(), cookies: response.headers['set-cookie'] }
  }
  const signIn = (email: string, given: Given = {}) =>
    ask(session.login.path, { email, password: PASSWORD, ...given })
  return { ask, signIn }
}

const mailsTo = async (email: string) => {
  await api.context.jobs.drain()
  return api.mails.filter(({ to }) => to === email)
}
const codeFor = async (email: string) =>
  (await mailsTo(email)).at(-1)?.text.match(/\b\d{6}\b/)?.[0] ?? 'none'

/** Signs in with the code from the mail. */
async function enter(email: string, here = browser(), given: Given = {}) {
  // Queued mails are sent in any order, so the queue is drained first, lest an older code be read.
  await api.context.jobs.drain()
  await here.signIn(email, given)
  const answer = await here.signIn(email, { ...given, code: await codeFor(email) })
  return { ...answer, here, token: String(answer.data?.token) }
}

test('entrants sign in with the password alone, without a code', async () => {
  proves('call user/login')
  const { email } = await api.build.user()
  expect(await browser().signIn(email)).toMatchObject({ code: 200, data: { user: { email } } })
  expect(await mailsTo(email)).toEqual([])
})

test.each([1, 2, 3] as const)(
  'identity %s is let in with the code from the mail',
  async (level) => {
    const { email } = await api.build.juror(level)
    const here = browser()
    expect(await here.signIn(email)).toMatchObject({
      code: 409,
      data: { reason: 'CODE_SENT', resend_after: 60 },
    })
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.text).toMatch(/device that we do not know/)
    const wrong = (await codeFor(email)) === '000000' ? '111111' : '000000'
    expect(await here.signIn(email, { code: wrong })).toMatchObject({
      code: 422,
      msg: { code: [expect.any(String)] },
    })
    const entered = await here.signIn(email, { code: await codeFor(email) })
    expect(entered).toMatchObject({ code: 200, data: { user: { identity: level } } })
    // A device is trusted only on request.
    expect(String(entered.cookies)).not.toContain('device_')
  },
)

test('sends no code for a wrong password, and reveals nothing', async () => {
  const { email } = await api.build.juror(2)
  const wrong = await browser().signIn(email, { password: 'nonsense' })
  const unknown = await browser().signIn('nobody@example.org', { password: 'nonsense' })
  expect({ ...wrong, trace_id: '' }).toEqual({ ...unknown, trace_id: '' })
  expect(await mailsTo(email)).toEqual([])
})

test('a repeated request within a minute keeps the first code; later ones send another', async () => {
  const { email } = await api.build.juror(2)
  await browser().signIn(email)
  const first = await codeFor(email)
  const again = await browser().signIn(email)
  expect(again.data.resend_after).toBeLessThanOrEqual(60)
  expect(await mailsTo(email)).toHaveLength(1)
  expect((await browser().signIn(email, { code: first })).code).toBe(200)
  // A used code clears the resend limit for the next device.
  await browser().signIn(email)
  expect(await mailsTo(email)).toHaveLength(2)
})

test('a code is valid for one scene and address, ten minutes, five tries and one use', async () => {
  proves('security 47')
  const [one, other] = [await api.build.juror(2), await api.build.juror(2)]
  await browser().signIn(one.email)
  const code = await codeFor(one.email)
  await browser().signIn(other.email)
  const foreign = await browser().signIn(other.email, { code })
  if (code !== (await codeFor(other.email))) expect(foreign.code).toBe(422)

  const reset = {
    email: one.email,
    code,
    password: NEW_PASSWORD,
    password_confirmation: NEW_PASSWORD,
  }
  expect((await visitor.answer(session.resetPassword, reset)).code).toBe(422)
  const { token } = await enter(one.email)
  const used = await codeFor(one.email)
  expect((await visitor.answer(account.stepUp, { code: used }, { token })).code).toBe(422)
  expect((await browser().signIn(one.email, { code: used })).code).toBe(422)

  const start = Date.now()
  api.setTime(new Date(start))
  await browser().signIn(one.email)
  const late = await codeFor(one.email)
  api.setTime(new Date(start + 11 * 60_000))
  expect((await browser().signIn(one.email, { code: late })).code).toBe(410)
  api.setTime(new Date())

  await api.db.deleteFrom('rate_limits').execute()
  await browser().signIn(one.email)
  const right = await codeFor(one.email)
  const wrong = right === '000000' ? '111111' : '000000'
  for (let index = 0; index < 5; index += 1) {
    expect((await browser().signIn(one.email, { code: wrong })).code).toBe(422)
  }
  expect((await browser().signIn(one.email, { code: right })).code).toBe(429)
})

test('no public call sends such a code, nor uses up its limit', async () => {
  const { email } = await api.build.juror(2)
  for (const scene of ['sign_in', 'step_up']) {
    expect((await visitor.answer(session.verifyCode, { email, scene })).code).toBe(422)
  }
  for (let index = 0; index < 6; index += 1) {
    await visitor.answer(session.verifyCode, { email, scene: 'reset' })
    await api.db.deleteFrom('rate_limits').where('key', 'like', 'code_resend%').execute()
  }
  expect((await browser().signIn(email)).data.reason).toBe('CODE_SENT')
})

test('a trusted browser needs no code for 30 days, others do, and trust can be revoked', async () => {
  proves('call user/devices', 'call user/forgetDevices')
  const { email, id } = await api.build.juror(2)
  const { here, token, cookies } = await enter(email, browser(), { trust_device: true })
  expect(String(cookies)).toMatch(
    /^device_\w+=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax/,
  )
  const rows = await api.db.selectFrom('trusted_devices').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(String(cookies)).not.toContain(rows[0]?.token_hash.toString('base64url'))

  expect((await here.signIn(email)).code).toBe(200)
  expect((await browser().signIn(email)).code).toBe(409)
  const listed = await here.ask(account.devices.path, undefined, token)
  expect(listed.data).toMatchObject([{ user_agent: 'Firefox', is_current: true }])
  // Trust is per account: another juror in the same browser needs a code.
  const colleague = await api.build.juror(2)
  expect((await here.signIn(colleague.email)).code).toBe(409)

  const stranger = await api.build.juror(3)
  const foreign = { device_id: listed.data[0].id }
  expect((await api.as(stranger).answer(account.forgetDevices, foreign)).code).toBe(404)
  expect((await here.ask(account.forgetDevices.path, {}, token)).data).toEqual({ forgotten: 0 })
  expect((await here.signIn(email)).code).toBe(200)
  expect((await here.ask(account.forgetDevices.path, foreign, token)).data).toEqual({
    forgotten: 1,
  })
  expect((await here.signIn(email)).code).toBe(409)

  await api.db.deleteFrom('rate_limits').execute()
  const again = await enter(email, browser(), { trust_device: true })
  api.setTime(new Date(Date.now() + 31 * 24 * HOUR_MS))
  expect((await again.here.signIn(email)).code).toBe(409)
  api.setTime(new Date())
  expect((await again.here.signIn(email)).code).toBe(200)
  await api.db.updateTable('users').set({ identity: 0 }).where('id', '=', id).execute()
  expect((await browser().signIn(email)).code).toBe(200)
})

test('ending all sessions or changing the password revokes trust in the other devices', async () => {
  const { email } = await api.build.juror(2)
  const trusting = () => enter(email, browser(), { trust_device: true })
  const [mine, lost] = [await trusting(), await trusting()]
  await mine.here.ask(account.endSessions.path, {}, mine.token)
  expect((await mine.here.signIn(email)).code).toBe(200)
  expect((await lost.here.signIn(email)).code).toBe(409)

  await api.db.deleteFrom('rate_limits').execute()
  const other = await trusting()
  const pair = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
  const change = { old_password: PASSWORD, ...pair }
  expect((await mine.here.ask(session.changePassword.path, change, mine.token)).code).toBe(200)
  const given = { password: NEW_PASSWORD }
  expect((await mine.here.signIn(email, given)).code).toBe(200)
  expect((await other.here.signIn(email, given)).code).toBe(409)

  await mailsTo(email)
  await visitor.call(session.verifyCode, { email, scene: 'reset' })
  const code = await codeFor(email)
  const back = { password: PASSWORD, password_confirmation: PASSWORD }
  expect((await visitor.answer(session.resetPassword, { email, code, ...back })).code).toBe(200)
  await api.db.deleteFrom('rate_limits').execute()
  expect((await mine.here.signIn(email)).code).toBe(409)
})

test('a code that was asked for is checked, also when the device is trusted by then', async () => {
  const { email } = await api.build.juror(2)
  const { here } = await enter(email, browser(), { trust_device: true })
  await browser().signIn(email)
  const code = await codeFor(email)
  const wrong = code === '000000' ? '111111' : '000000'
  expect(await here.signIn(email, { code: wrong })).toMatchObject({
    code: 422,
    msg: { code: [expect.any(String)] },
  })
  expect((await here.signIn(email, { code })).code).toBe(200)
  expect((await here.signIn(email)).code).toBe(200)
})

test('critical calls require a code proven in the same session in the last twelve hours', async () => {
  proves('call user/requestStepUp', 'call user/stepUp')
  const chair = await api.build.juror(1)
  const trusted = await enter(chair.email, browser(), { trust_device: true })
  const disqualify = (token: string) =>
    visitor.answer(
      judgeAdded.disqualify,
      { apply_order_id: '42', reason: 'A reason for the record' },
      { token },
    )
  const asked = { code: 409, data: { reason: 'STEP_UP' } }
  // The code of the sign-in counts.
  expect((await disqualify(trusted.token)).code).toBe(403)
  const later = String((await trusted.here.signIn(chair.email)).data.token)
  expect(await disqualify(later)).toMatchObject(asked)
  // A dry run needs no code; the change does.
  const change = (dry_run: unknown) =>
    visitor.answer(judgeAdded.changePhase, { phase_id: '42', dry_run }, { token: later })
  expect((await change(true)).data).not.toEqual({ reason: 'STEP_UP' })
  for (const dry_run of [false, 'true', undefined])
    expect(await change(dry_run)).toMatchObject(asked)
  const board = await visitor.answer(judgeAdded.board, {}, { token: later })
  expect(board.data).not.toEqual({ reason: 'STEP_UP' })

  const requested = await visitor.answer(account.requestStepUp, {}, { token: later })
  expect(requested).toMatchObject({ code: 200, data: { resend_after: 60 } })
  const wrong = (await codeFor(chair.email)) === '000000' ? '111111' : '000000'
  const prove = (code: string) => visitor.answer(account.stepUp, { code }, { token: later })
  expect(await prove(wrong)).toMatchObject({ code: 422, msg: { code: [expect.any(String)] } })
  expect(await disqualify(later)).toMatchObject(asked)
  expect((await prove(await codeFor(chair.email))).code).toBe(200)
  expect((await disqualify(later)).code).toBe(403)
  const acts = await api.db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_id', '=', chair.id)
    .execute()
  expect(acts.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['device.trusted', 'session.proven']),
  )
  // The proof does not apply to another session.
  const elsewhere = String((await trusted.here.signIn(chair.email)).data.token)
  expect(await disqualify(elsewhere)).toMatchObject(asked)

  api.setTime(new Date(Date.now() + 12 * HOUR_MS + 60_000))
  expect(await disqualify(later)).toMatchObject(asked)
  api.setTime(new Date())
})

test('a user without permission gets 403 and no code', async () => {
  const juror = await api.build.juror(2)
  const input = { apply_order_id: '42', reason: 'A reason for the record' }
  expect((await api.as(juror).answer(judgeAdded.disqualify, input)).code).toBe(403)
  expect(await mailsTo(juror.email)).toEqual([])
})

test('stores no code in logs, sessions or sent mails', async () => {
  const { email } = await api.build.juror(2)
  await enter(email)
  const code = await codeFor(email)
  const rows = await Promise.all([
    api.db.selectFrom('mail_outbox').selectAll().where('recipient', '=', email).execute(),
    api.db.selectFrom('email_codes').selectAll().where('email', '=', email).execute(),
  ])
  expect(JSON.stringify(rows)).not.toContain(code)
})
