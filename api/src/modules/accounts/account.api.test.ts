import { account, session } from '@awards/shared/contract'
import { PASSWORD } from '../../../test/build.ts'
import { testApi } from '../../../test/test-api.ts'
import { DAY_MS } from '../../lib/time.ts'

const api = await testApi()
const visitor = api.as(null)
const REFUSED_TO_VISITORS = [
  account.profile,
  account.updateProfile,
  account.changeEmail,
  account.sessions,
  account.endSessions,
]

beforeEach(() => api.db.deleteFrom('rate_limits').execute())

const signIn = (email: string, agent = 'Firefox') =>
  visitor
    .answer(session.login, { email, password: PASSWORD }, { 'user-agent': agent })
    .then(({ data }) => session.login.output.parse(data).token)
const asks = (token: string, call: Parameters<typeof visitor.answer>[0], input: object = {}) =>
  visitor.answer(call, input, { token })

async function codeFor(email: string) {
  await visitor.call(session.verifyCode, { email, scene: 'change_email' })
  await api.context.jobs.drain()
  const mail = api.mails.findLast(({ to }) => to === email)
  return mail?.text.match(/\b\d{6}\b/)?.[0] ?? 'none'
}

const PERSON = {
  first_name: 'Élodie',
  last_name: 'Marchetti',
  country: 'IT',
  language: 'fr' as const,
  newsletter: false,
}

test('updates the profile: omitted fields stay, null clears them', async () => {
  proves('call user/profile', 'call user/updateProfile')
  const me = api.as(await api.build.user())
  const billing = { kind: 'business' as const, name: 'Atelier Marchetti', country: 'IT' }
  const changed = await me.call(account.updateProfile, {
    ...PERSON,
    job_title: 'Designer',
    area_code: '+39',
    phone: '06 12 34 56',
    billing,
  })
  expect(changed).toMatchObject({ ...PERSON, job_title: 'Designer', phone: '06 12 34 56', billing })
  const again = await me.call(account.updateProfile, PERSON)
  expect(again).toMatchObject({ job_title: '', phone: '', billing })
  expect(await me.call(account.updateProfile, { ...PERSON, billing: null })).toMatchObject({
    billing: null,
  })
  expect(await me.call(account.profile, {})).toMatchObject({ first_name: 'Élodie', billing: null })
})

test('stores each newsletter consent with its date; the newest counts', async () => {
  const user = await api.build.user()
  const me = api.as(user)
  await me.call(account.updateProfile, { ...PERSON, newsletter: true })
  await me.call(account.updateProfile, { ...PERSON, newsletter: true })
  const { newsletter, consents } = await me.call(account.updateProfile, PERSON)
  expect(newsletter).toBe(false)
  expect(consents).toMatchObject([{ kind: 'newsletter', given: false }])
  const rows = await api.db
    .selectFrom('consents')
    .select(['kind', 'given'])
    .where('user_id', '=', user.id)
    .orderBy('at')
    .execute()
  expect(rows).toEqual([
    { kind: 'newsletter', given: true },
    { kind: 'newsletter', given: false },
  ])
})

test('refuses invalid fields by name and changes nothing', async () => {
  const company = await api.build.user({ account_type: 2, company: 'Aoi Works' })
  const answer = await api
    .as(company)
    .answer(account.updateProfile, { ...PERSON, first_name: '', country: 'Italy', phone: 'none' })
  expect(answer.code).toBe(422)
  expect(Object.keys(answer.msg as object).toSorted()).toEqual(['country', 'first_name', 'phone'])
  const nameless = await api.as(company).answer(account.updateProfile, PERSON)
  expect(nameless).toMatchObject({ code: 422, msg: { company: ['Give the name of the company'] } })
  expect(await api.as(company).call(account.profile, {})).toMatchObject({ company: 'Aoi Works' })
})

test('ignores a role, a status or an address in the profile', async () => {
  const user = await api.build.user()
  const sent = { ...PERSON, identity: 1, email: 'x@example.org', status: 'locked', account_type: 4 }
  await api.as(user).answer(account.updateProfile, sent)
  const row = await api.db
    .selectFrom('users')
    .select(['identity', 'email', 'status', 'account_type'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ identity: 0, email: user.email, status: 'active', account_type: 1 })
})

test('changing the address requires code and password, revokes other sessions and mails both addresses', async () => {
  proves('call user/changeEmail')
  const { email } = await api.build.user()
  const [here, elsewhere] = [await signIn(email), await signIn(email)]
  const code = await codeFor('new.address@example.org')
  const input = { email: 'New.Address@example.org', code, password: PASSWORD }
  expect(await asks(here, account.changeEmail, { ...input, password: 'wrong' })).toMatchObject({
    code: 422,
    msg: { password: [expect.any(String)] },
  })
  expect(await asks(here, account.changeEmail, input)).toMatchObject({
    code: 200,
    data: { email: 'new.address@example.org' },
  })
  expect((await asks(here, session.getUserInfo)).code).toBe(200)
  expect((await asks(elsewhere, session.getUserInfo)).code).toBe(401)
  await api.context.jobs.drain()
  const notices = api.mails.filter(({ subject }) => subject.includes('has been changed'))
  expect(notices.map(({ to }) => to).toSorted()).toEqual(
    ['new.address@example.org', email].toSorted(),
  )
  expect((await visitor.answer(session.login, { email, password: PASSWORD })).code).toBe(422)
  await signIn('new.address@example.org')
})

test('reveals that an address is in use only with its code', async () => {
  const [mine, theirs] = [await api.build.user(), await api.build.user()]
  const token = await signIn(mine.email)
  const change = (email: string, code: string) =>
    asks(token, account.changeEmail, { email, code, password: PASSWORD })
  await codeFor('free@example.org')
  const code = await codeFor(theirs.email)
  const wrong = code === '000000' ? '111111' : '000000'
  const [free, taken] = [await change('free@example.org', wrong), await change(theirs.email, wrong)]
  expect({ ...taken, trace_id: '' }).toEqual({ ...free, trace_id: '' })
  expect(await change(theirs.email, code)).toMatchObject({
    code: 422,
    msg: { email: [expect.stringContaining('Another account')] },
  })
  // Both mailboxes get the same mail.
  const subjects = api.mails
    .filter(({ to }) => to === theirs.email || to === 'free@example.org')
    .map(({ subject }) => subject.replace(/\d{6}/, ''))
  expect(new Set(subjects).size).toBe(1)
})

test('lists sessions, and revokes one or all others', async () => {
  proves('call user/sessions', 'call user/endSessions', 'security 53')
  const { email } = await api.build.user()
  const here = await signIn(email, 'Firefox')
  const phone = await signIn(email, 'Safari')
  const tablet = await signIn(email, 'Chrome')
  const list = async () => account.sessions.output.parse((await asks(here, account.sessions)).data)
  const rows = await list()
  expect(rows).toHaveLength(3)
  expect(rows.find((row) => row.is_current)).toMatchObject({ user_agent: 'Firefox' })
  const session_id = rows.find((row) => row.user_agent === 'Safari')?.id
  expect(await asks(here, account.endSessions, { session_id })).toMatchObject({
    data: { ended: 1 },
  })
  expect((await asks(phone, session.getUserInfo)).code).toBe(401)
  expect((await asks(here, account.endSessions, { session_id })).code).toBe(404)
  expect(await asks(here, account.endSessions)).toMatchObject({ data: { ended: 1 } })
  expect((await asks(tablet, session.getUserInfo)).code).toBe(401)
  expect(await list()).toMatchObject([{ is_current: true }])
})

test("returns the same 404 for another user's session and a missing one", async () => {
  proves('security 53')
  const [mine, theirs] = [await api.build.user(), await api.build.user()]
  const token = await signIn(theirs.email)
  const rows = account.sessions.output.parse((await asks(token, account.sessions)).data)
  const me = api.as(mine)
  const foreign = await me.answer(account.endSessions, { session_id: rows[0]?.id })
  const unknown = await me.answer(account.endSessions, { session_id: '999999999' })
  expect(foreign.code).toBe(404)
  expect({ ...foreign, trace_id: '' }).toEqual({ ...unknown, trace_id: '' })
  expect((await asks(token, session.getUserInfo)).code).toBe(200)
})

test('a session expires after 14 days without use, and after 30 in any case', async () => {
  proves('security 51')
  const { email } = await api.build.user()
  const [used, idle] = [await signIn(email), await signIn(email)]
  const start = Date.now()
  const after = async (days: number, token: string) => {
    api.setTime(new Date(start + days * DAY_MS))
    return (await asks(token, session.getUserInfo)).code
  }
  expect(await after(13, used)).toBe(200)
  expect(await after(15, idle)).toBe(401)
  const rows = account.sessions.output.parse((await asks(used, account.sessions)).data)
  expect(rows).toHaveLength(1)
  expect(await after(26, used)).toBe(200)
  expect(await after(29.9, used)).toBe(200)
  expect(await after(30.1, used)).toBe(401)
  api.setTime(new Date())
})

test.each(REFUSED_TO_VISITORS)('$name is refused to visitors', async (call) => {
  expect((await visitor.answer(call, PERSON)).code).toBe(401)
})

test.each([1, 2, 3] as const)('a juror of level %i can use the account pages', async (level) => {
  const juror = api.as(await api.build.juror(level))
  expect(await juror.call(account.profile, {})).toMatchObject({ first_name: 'Person' })
  expect(await juror.call(account.updateProfile, PERSON)).toMatchObject({ first_name: 'Élodie' })
  expect(await juror.call(account.sessions, {})).toMatchObject([{ is_current: true }])
})
