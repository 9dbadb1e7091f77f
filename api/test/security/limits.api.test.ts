import { judge, session, uploads } from '@awards/shared/contract'
import type { Endpoint } from '@awards/shared/contract'
import { openSession } from '../../src/modules/accounts/session-token.ts'
import { permissionFixture } from '../permission-fixture.ts'
import { SAMPLES } from '../permission-inputs.ts'
import type { CallName } from '@awards/shared/domain'
import { testApi } from '../test-api.ts'

const api = await testApi({
  MODE: 'production',
  SITE_URL: 'https://awards.example',
  SMTP_URL: 'smtp://mail.example',
})
const fixture = await permissionFixture(api)
const tokenOf = async (identity: 0 | 1) =>
  (await openSession(api.db, fixture.people[identity].id, new Date())).token
const tokens = { 0: await tokenOf(0), 1: await tokenOf(1) }

async function send(call: Endpoint, identity: 0 | 1 | undefined) {
  const input = SAMPLES[call.name as CallName].input(fixture, fixture.own)
  const headers = {
    ...(identity !== undefined && { token: tokens[identity] }),
    'content-type': 'application/json',
  }
  return api.app.inject({
    method: call.method,
    url: call.path,
    headers,
    ...(call.method === 'POST' && { payload: JSON.stringify(input) }),
  })
}

type Counted = [string, Endpoint, 0 | 1 | undefined, string]
const COUNTED: Counted[] = [
  ['signing in, by account', session.login, undefined, 'login:'],
  ['signing in, by account from anywhere', session.login, undefined, 'login_account:'],
  ['signing in, by address', session.login, undefined, 'login_ip:'],
  ['registering', session.register, undefined, 'register_ip:'],
  ['codes, by address', session.verifyCode, undefined, 'code_ip:'],
  ['codes, by person and address', session.verifyCode, undefined, 'code_address_network:'],
  ['codes, by person', session.verifyCode, undefined, 'code_address:'],
  ['new passwords', session.resetPassword, undefined, 'reset_ip:'],
  ['uploads', uploads.sign, 0, 'upload:'],
  ['archives of many', judge.batchDownloadZip, 1, 'zip:'],
]

test.each(COUNTED)('limits %s, and returns 429 with Retry-After', async (_what, ...given) => {
  proves('security 14')
  const [call, identity, key] = given
  await api.db.deleteFrom('rate_limits').execute()
  await send(call, identity)
  const { numUpdatedRows } = await api.db
    .updateTable('rate_limits')
    .set({ points: 100_000 })
    .where('key', 'like', `${key}%`)
    .executeTakeFirstOrThrow()
  expect(numUpdatedRows).toBe(1n)
  // Removes the resend delay of the code that was just sent.
  await api.db.deleteFrom('rate_limits').where('key', 'not like', `${key}%`).execute()
  const answer = await send(call, identity)
  expect(answer.json()).toMatchObject({ code: 429, data: { reason: 'TOO_MANY_ATTEMPTS' } })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

test('returns 429 for the eleventh wrong password in a row', async () => {
  proves('security 14')
  await api.db.deleteFrom('rate_limits').execute()
  const codes: number[] = []
  for (let index = 0; index < 11; index += 1) {
    codes.push((await send(session.login, undefined)).json<{ code: number }>().code)
  }
  expect(codes.slice(0, 5)).toEqual([422, 422, 422, 422, 422])
  expect(codes.at(-1)).toBe(429)
})
