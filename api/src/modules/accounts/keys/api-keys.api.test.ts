import { account, apiKeys, entries, publication, session } from '@awards/shared/contract'
import type { ApiScope } from '@awards/shared/domain'
import { CALLS_OF_KEY } from '../../../http/authenticate.ts'
import { DAY_MS, HOUR_MS } from '../../../lib/time.ts'
import { PASSWORD } from '../../../../test/build.ts'
import { PROGRAMME } from '../../../../test/payment-scene.ts'
import { testApi } from '../../../../test/test-api.ts'

const api = await testApi()
const { build, context, db } = api
const START = new Date('2027-02-03T10:20:00Z')
const visitor = api.as(null)

beforeEach(() => api.setTime(START))

const bearer = (key: string, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${key}`,
  ...more,
})

/** An account with a key of the given scopes. */
async function ownerWithKey(scopes: ApiScope[] = ['entries:read'], days: 30 | 90 | 365 = 30) {
  const owner = await build.user()
  const as = api.as(owner)
  const { key, key_id } = await as.call(apiKeys.make, { name: 'Archive', scopes, days })
  const ask = (more: Record<string, string> = {}) =>
    visitor.answer(entries.entryList, {}, bearer(key, more))
  return { owner, as, key, key_id, ask }
}

const refusal = (code: number, reason: string) => ({ code, data: { reason } })

test('a key reads in the name of its owner, and of nobody else', async () => {
  const { owner, ask } = await ownerWithKey()
  const entry = await build.entry(owner, { entry_status: 20 })
  await build.entry(await build.user(), { entry_status: 20 })
  expect(await ask()).toMatchObject({
    code: 200,
    data: { total: 1, list: [{ apply_order_id: entry.id, entry_status_text: 'registered' }] },
  })
})

test('a key is shown once; table, audit log and mail have its first characters or its name', async () => {
  const { owner, key, key_id } = await ownerWithKey()
  expect(key).toMatch(/^gak_[\w-]{43}$/)
  await context.jobs.drain()
  const rows = JSON.stringify([
    await db.selectFrom('api_keys').selectAll().execute(),
    await db.selectFrom('audit_log').selectAll().where('subject', '=', owner.id).execute(),
    api.mails,
  ])
  expect(rows).not.toContain(key)
  expect(rows).toContain('key.made')
  const { keys, scopes } = await api.as(owner).call(apiKeys.list, {})
  expect(keys).toMatchObject([{ key_id, prefix: key.slice(0, 10), name: 'Archive' }])
  expect(scopes).toEqual(['public:read', 'entries:read', 'papers:read', 'webhooks:manage'])
  expect(api.mails.filter(({ to }) => to === owner.email)).toMatchObject([
    { text: expect.stringContaining('Archive') },
  ])
})

test('the last use is known by the hour', async () => {
  proves('call key/list')
  const { as, ask } = await ownerWithKey()
  const used = async () => (await as.call(apiKeys.list, {})).keys[0]?.last_used_at
  expect(await used()).toBeNull()
  await ask()
  expect(await used()).toBe('2027-02-03T10:00:00.000Z')
  api.setTime(new Date(START.getTime() + HOUR_MS))
  await ask()
  expect(await used()).toBe('2027-02-03T11:00:00.000Z')
})

describe('a key is refused by name', () => {
  beforeEach(() => proves('security 25', 'security 58'))

  test('when it was revoked, from the next call on', async () => {
    proves('call key/revoke')
    const { as, key_id, ask } = await ownerWithKey()
    expect(await as.call(apiKeys.revoke, { key_id })).toEqual({ revoked: true })
    expect(await ask()).toMatchObject(refusal(401, 'KEY_REVOKED'))
    expect(await as.call(apiKeys.revoke, { key_id })).toEqual({ revoked: false })
  })

  test('when it has expired', async () => {
    const { ask } = await ownerWithKey()
    api.setTime(new Date(START.getTime() + 30 * DAY_MS))
    expect(await ask()).toMatchObject(refusal(401, 'KEY_EXPIRED'))
  })

  test('when the site does not know it, whatever its shape', async () => {
    for (const key of [`gak_${'A'.repeat(43)}`, 'gak_short', 'a-session-token-of-somebody']) {
      const answer = await visitor.answer(entries.entryList, {}, bearer(key))
      expect(answer).toMatchObject(refusal(401, 'KEY_UNKNOWN'))
    }
  })

  test('when a browser sends it, also to a call of visitors', async () => {
    const { key, ask } = await ownerWithKey(['entries:read', 'public:read'])
    const headers: Record<string, string>[] = [
      { origin: 'https://partner.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const header of headers) {
      expect(await ask(header)).toMatchObject(refusal(403, 'KEY_IN_BROWSER'))
      const open = await visitor.answer(publication.category, {}, bearer(key, header))
      expect(open).toMatchObject(refusal(403, 'KEY_IN_BROWSER'))
    }
    expect(await ask({ 'sec-fetch-mode': 'cors' })).toMatchObject({ code: 200 })
  })

  test('beside the token of a session', async () => {
    const { owner, key } = await ownerWithKey()
    const answer = await api.as(owner).answer(entries.entryList, {}, bearer(key))
    expect(answer).toMatchObject(refusal(401, 'KEY_AND_SESSION'))
  })

  test('when its account is locked or erased', async () => {
    const { owner, ask } = await ownerWithKey()
    await db.updateTable('users').set({ status: 'locked' }).where('id', '=', owner.id).execute()
    expect(await ask()).toMatchObject(refusal(401, 'KEY_OWNER'))
    const programme = { code: 'programme', document: JSON.stringify(PROGRAMME) }
    await db.insertInto('site_documents').values(programme).execute()
    const leaving = await ownerWithKey()
    await leaving.as.call(account.erase, { password: PASSWORD, understood: true })
    expect(await leaving.ask()).toMatchObject(refusal(401, 'KEY_UNKNOWN'))
  })

  test('outside its scope, with the scope that would do, and the refusal is in the audit log', async () => {
    const { owner, ask } = await ownerWithKey(['public:read'])
    expect(await ask()).toMatchObject({
      code: 403,
      data: { reason: 'KEY_SCOPE', scope: 'entries:read' },
    })
    const denied = await db
      .selectFrom('audit_log')
      .select('subject')
      .where('actor_id', '=', owner.id)
      .where('action', '=', 'access.denied')
      .execute()
    expect(denied).toEqual([{ subject: 'apply/entryList' }])
  })

  test('for works once its owner judges', async () => {
    const { owner, ask } = await ownerWithKey()
    await db.updateTable('users').set({ identity: 2 }).where('id', '=', owner.id).execute()
    expect(await ask()).toMatchObject(refusal(403, 'KEY_SCOPE'))
  })

  test('above its limit, with the seconds to wait; another key of the account goes on', async () => {
    const { as, key, key_id, ask } = await ownerWithKey()
    await context.limits.take('api_key', key_id, CALLS_OF_KEY, CALLS_OF_KEY.points)
    const limited = await api.app.inject({ url: entries.entryList.path, headers: bearer(key) })
    expect(limited.json()).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'))
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect(await ask()).toMatchObject({ code: 429 })
    const other = await as.call(apiKeys.make, { name: 'B', scopes: ['entries:read'], days: 30 })
    const answer = await visitor.answer(entries.entryList, {}, bearer(other.key))
    expect(answer).toMatchObject({ code: 200 })
  })
})

describe('making a key', () => {
  const wanted = { name: 'A', scopes: ['entries:read' as const], days: 30 as const }

  test('needs a sign-in or a confirmation of the last quarter of an hour', async () => {
    const as = api.as(await build.user())
    await as.call(session.getUserInfo, {})
    api.setTime(new Date(START.getTime() + 16 * 60_000))
    expect(await as.answer(apiKeys.make, wanted)).toMatchObject(refusal(409, 'STEP_UP'))
  })

  test('gives no scope that the account has no use for', async () => {
    const juror = api.as(await build.juror(2))
    expect(await juror.answer(apiKeys.make, wanted)).toMatchObject(refusal(403, 'SCOPE'))
    expect((await juror.call(apiKeys.list, {})).scopes).toEqual(['public:read', 'webhooks:manage'])
  })

  test('is refused above twenty keys, also when two come at once', async () => {
    const owner = await build.user()
    const as = api.as(owner)
    for (let made = 0; made < 19; made += 1) await as.call(apiKeys.make, wanted)
    const both = await Promise.all([
      as.answer(apiKeys.make, wanted),
      as.answer(apiKeys.make, wanted),
    ])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
  })

  test('of another account cannot be revoked, nor told from none', async () => {
    const { key_id, ask } = await ownerWithKey()
    const stranger = api.as(await build.user())
    expect(await stranger.answer(apiKeys.revoke, { key_id })).toMatchObject({ code: 404 })
    expect(await ask()).toMatchObject({ code: 200 })
  })

  test('is not open to keys', async () => {
    const { key } = await ownerWithKey(['entries:read', 'webhooks:manage'])
    const answer = await visitor.answer(apiKeys.make, wanted, bearer(key))
    expect(answer).toMatchObject(refusal(403, 'KEY_SCOPE'))
  })
})

test('a new password ends sessions and leaves keys, as it leaves passkeys', async () => {
  const { as, ask } = await ownerWithKey()
  const password = 'Other-Horse-8-Paperclip'
  await as.call(session.changePassword, {
    old_password: PASSWORD,
    password,
    password_confirmation: password,
  })
  expect(await as.answer(account.sessions, {})).toMatchObject({ code: 401 })
  expect(await ask()).toMatchObject({ code: 200 })
})
