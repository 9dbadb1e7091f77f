import { CHANNELS, registryPaths } from '@awards/shared/releases'
import { archiveOf, releaseFixture } from '../../../api/test/release-fixture.ts'
import { share, tokenHolder } from '../../../api/test/registry-caller.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { tokensService } from './authorization.ts'

const api = await testApi()
const production = await testApi({
  MODE: 'production',
  SITE_URL: 'https://awards.example',
  SMTP_URL: 'smtp://mail.example',
})
const tokens = tokensService(api.context)
const url = registryPaths.channel('production')
const refusals = () =>
  api.db
    .selectFrom('mfe_audit')
    .selectAll()
    .where('outcome', '=', 'refused')
    .orderBy('id')
    .execute()

test('shows a token once and stores its hash', async () => {
  const { token } = await tokens.create('mf-jury', ' Jury team ', 'operator root')
  expect(token).toMatch(/^dt_[\w-]{43}$/)
  const rows = await api.db.selectFrom('mfe_tokens').selectAll().execute()
  expect(rows).toMatchObject([{ scope: 'mf-jury', owner: 'Jury team', revoked_at: null }])
  expect(JSON.stringify(rows)).not.toContain(token)
  const audit = await api.db.selectFrom('mfe_audit').selectAll().execute()
  expect(audit).toMatchObject([{ action: 'token', actor: 'operator root', outcome: 'done' }])
  expect(JSON.stringify(audit)).not.toContain(token)
})

test.each([
  ['jury', 'Anna'],
  ['mf-jury', ' '],
  ['mf-jury', 'seed'],
])('refuses a token for %s owned by "%s"', async (scope, owner) => {
  await expect(tokens.create(scope, owner, 'operator')).rejects.toMatchObject({ status: 422 })
})

test('answers 401 without a valid token and writes nothing', async () => {
  for (const authorization of [
    '',
    'Bearer',
    'Bearer dt_x',
    `Bearer dt_${'A'.repeat(43)}`,
    'Basic x',
  ]) {
    const answer = await api.app.inject({ url, headers: { authorization } })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  }
  const body = await archiveOf(releaseFixture('mf-jury', '1.0.0'))
  const headers = { 'content-type': 'application/gzip' }
  const put = registryPaths.version('mf-jury', '1.0.0')
  expect(
    (await api.app.inject({ method: 'PUT', url: put, headers, payload: body })).statusCode,
  ).toBe(401)
  expect(await refusals()).toEqual([])
})

test('the token of one remote cannot change another, and the attempt is audited', async () => {
  const jury = await tokenHolder(api, 'mf-jury', 'Jury team')
  const all = await tokenHolder(api, '*', 'CI')
  await all.publish('mf-payment', '1.0.0')
  const versions = [share('1.0.0', 100, true)]
  for (const channel of CHANNELS) {
    expect((await jury.promote(channel, 'mf-payment', versions)).statusCode).toBe(403)
    expect((await jury.rollback(channel, 'mf-payment')).statusCode).toBe(403)
    expect((await jury.approve(channel, 'mf-payment')).statusCode).toBe(403)
  }
  const put = await jury.publish('mf-payment', '1.0.1')
  expect(put.statusCode).toBe(403)
  expect(put.json().message).toContain('mf-jury')
  expect((await jury.publish('mf-payment', '1.0.1', {}, '?dryRun=1')).statusCode).toBe(403)
  const recorded = await refusals()
  expect(recorded).toHaveLength(8)
  for (const line of recorded) {
    expect(line).toMatchObject({
      actor: 'Jury team',
      name: 'mf-payment',
      detail: { error: 'scope' },
    })
  }
  expect((await jury.publish('mf-jury', '1.0.0')).statusCode).toBe(201)
})

test('a revoked token is refused as revoked, and the attempt is audited', async () => {
  const former = await tokenHolder(api, '*', 'Former CI')
  expect((await former.send('GET', url)).statusCode).toBe(200)
  await tokens.revoke(former.id, 'operator')
  const answer = await former.send('GET', url)
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({ error: 'token_revoked' })
  expect((await refusals()).at(-1)).toMatchObject({ actor: 'Former CI', action: 'token' })
  await expect(tokens.revoke(former.id, 'operator')).rejects.toMatchObject({ status: 404 })
  await expect(tokens.revoke('no-id', 'operator')).rejects.toMatchObject({ status: 404 })
})

test('writes the last use of a token at most once a minute', async () => {
  const ci = await tokenHolder(api, '*', 'Busy CI')
  const used = async () => {
    await ci.send('GET', url)
    const row = await api.db.selectFrom('mfe_tokens').select('last_used_at').where('id', '=', ci.id)
    return (await row.executeTakeFirstOrThrow()).last_used_at?.toISOString()
  }
  api.setTime('2026-11-20T10:00:00Z')
  expect(await used()).toBe('2026-11-20T10:00:00.000Z')
  api.setTime('2026-11-20T10:00:50Z')
  expect(await used()).toBe('2026-11-20T10:00:00.000Z')
  api.setTime('2026-11-20T10:01:10Z')
  expect(await used()).toBe('2026-11-20T10:01:10.000Z')
})

test('rate-limits guesses per address; valid tokens elsewhere go on', async () => {
  const ci = await tokenHolder(api, '*', 'Patient CI')
  const guess = () =>
    api.app.inject({
      url,
      headers: { authorization: 'Bearer dt_guess' },
      remoteAddress: '10.0.0.9',
    })
  const answers = []
  for (let index = 0; index < 310; index += 1) answers.push((await guess()).statusCode)
  expect(answers.at(-1)).toBe(429)
  const refused = await guess()
  expect(refused.headers['retry-after']).toBeDefined()
  expect(refused.json()).toMatchObject({ error: 'too_many_attempts' })
  expect((await ci.send('GET', url)).statusCode).toBe(200)
})

test('S2: concurrent guesses are counted before the look-up; valid tokens are not counted', async () => {
  const ci = await tokenHolder(production, '*', 'CI')
  const ask = async (token: string) =>
    (await production.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode
  for (let round = 0; round < 2; round += 1) {
    const good = await Promise.all(Array.from({ length: 20 }, () => ask(ci.token)))
    expect(new Set(good)).toEqual(new Set([200]))
  }
  const guesses = [...Array.from({ length: 79 }, (_, index) => `dt_guess${index}`), ci.token]
  const statuses = await Promise.all(guesses.map(ask))
  expect(statuses.filter((status) => status === 401)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
})
