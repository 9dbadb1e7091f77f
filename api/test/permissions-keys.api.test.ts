import { ALL_CALLS, apiKeys } from '@awards/shared/contract'
import { API_SCOPES, CALLS_OF_SCOPE, scopeOfCall, scopesOf } from '@awards/shared/domain'
import type { ApiScope, CallName } from '@awards/shared/domain'
import { permissionFixture, type Reach } from './permission-fixture.ts'
import { SAMPLES } from './permission-inputs.ts'
import { testApi } from './test-api.ts'

/*
 * The matrix with keys as callers: every call of the contract x a key of each scope. A call of the scope answers as
 * the same person's session does, for own and foreign rows; every other call is refused by name.
 */
const api = await testApi()
const fixture = await permissionFixture(api)
const owner = fixture.people[0]

async function makeKey(person: { id: string }, scopes: readonly ApiScope[]) {
  const wanted = { name: 'Matrix', scopes: [...scopes], days: 30 as const }
  return (await api.as(person).call(apiKeys.make, wanted)).key
}
const keys = new Map<ApiScope, string>()
for (const scope of API_SCOPES) keys.set(scope, await makeKey(owner, [scope]))
const jurorsKey = await makeKey(fixture.people[2], scopesOf(2))

async function askWith(key: string, name: CallName, reach: Reach) {
  await api.db.deleteFrom('rate_limits').execute()
  const call = ALL_CALLS.find((one) => one.name === name)
  if (!call) throw new Error(`${name} is not in the contract`)
  const input = SAMPLES[name].input(fixture, fixture[reach])
  return api.as(null).answer(call, input, { authorization: `Bearer ${key}` })
}

describe.each(ALL_CALLS.map(({ name }) => name as CallName))('%s', (name) => {
  beforeEach(() => proves('security 55', 'security 56'))
  const scope = scopeOfCall(name)

  test('is refused to keys without its scope', async () => {
    for (const [held, key] of keys) {
      if (held === scope) continue
      expect(await askWith(key, name, 'own')).toMatchObject({
        code: 403,
        data: { reason: 'KEY_SCOPE' },
      })
    }
    if (scope === undefined || !scopesOf(2).includes(scope)) {
      expect(await askWith(jurorsKey, name, 'own')).toMatchObject({ code: 403 })
    }
  })

  if (scope === undefined) return
  test.each(['own', 'foreign'] as const)('answers a key as the session: %s row', async (reach) => {
    const call = ALL_CALLS.find((one) => one.name === name)
    const input = SAMPLES[name].input(fixture, fixture[reach])
    const session = await api.as(owner).answer(call ?? apiKeys.list, input)
    const answer = await askWith(keys.get(scope) ?? '', name, reach)
    expect(answer.code).toBe(session.code)
    expect(answer.msg).toEqual(session.msg)
  })
})

test('every scope names calls of the contract, none twice, and none that changes an entry or money', () => {
  const names = Object.values(CALLS_OF_SCOPE).flat()
  expect(new Set(names).size).toBe(names.length)
  const posts = ALL_CALLS.filter(({ method, name }) => method === 'POST' && scopeOfCall(name))
  const free = posts.filter(({ name }) => !/^(pdf\/print(Invoice|Receipt)$|webhook\/)/.test(name))
  expect(free.map(({ name }) => name)).toEqual([])
})

test('the link that a key gets for a certificate opens the paper, without the key', async () => {
  const answer = await askWith(keys.get('papers:read') ?? '', 'pdf/printCertPdf', 'own')
  expect(answer).toMatchObject({ code: 200, data: { url: expect.any(String) } })
  const { url } = answer.data as { url: string }
  const file = await api.app.inject(url)
  expect(file.headers['content-type']).toBe('application/pdf')
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})
