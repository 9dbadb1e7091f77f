import type { InjectOptions } from 'fastify'
import { ALL_CALLS, session } from '@awards/shared/contract'
import type { Endpoint } from '@awards/shared/contract'
import { ACCOUNT_RIGHTS, isRefusal, permissionOf, PERMISSIONS } from '@awards/shared/domain'
import type { CallName, Identity, PermissionRow } from '@awards/shared/domain'
import { openSession } from '../../src/modules/accounts/session-token.ts'
import { fingerprint } from '../fingerprint.ts'
import { permissionFixture } from '../permission-fixture.ts'
import { SAMPLES } from '../permission-inputs.ts'
import { testApi } from '../test-api.ts'

/* Every call of the contract, sent as no page of the site sends it. */
const api = await testApi()
const fixture = await permissionFixture(api)
const POSTS = ALL_CALLS.filter(({ method }) => method === 'POST')
const GETS = ALL_CALLS.filter(({ method }) => method === 'GET')

const IDENTITIES: readonly Identity[] = [1, 0, 2, 3]
const callerOf = ({ name }: Endpoint) =>
  IDENTITIES.find((identity) => !isRefusal(permissionOf(name as CallName, identity))) ?? 1
const sampleOf = ({ name }: Endpoint) => SAMPLES[name as CallName].input(fixture, fixture.own)

const tokens = new Map<Identity, string>()
for (const identity of IDENTITIES) {
  const { token } = await openSession(api.db, fixture.people[identity].id, new Date())
  tokens.set(identity, token)
}
const holder = await api.build.user()
for (const name of ACCOUNT_RIGHTS) {
  await api.db.insertInto('account_rights').values({ user_id: holder.id, name }).execute()
}
const { token: tokenOfHolder } = await openSession(api.db, holder.id, new Date())
const ROWS: Readonly<Record<string, PermissionRow>> = PERMISSIONS
const tokenFor = (call: Endpoint) =>
  ROWS[call.name]?.right ? tokenOfHolder : (tokens.get(callerOf(call)) ?? '')
async function codeOf(options: InjectOptions) {
  return (await api.app.inject(options)).json<{ code: number }>().code
}
const queryOf = (call: Endpoint) => new URLSearchParams(sampleOf(call) as Record<string, string>)
const asGet = (call: Endpoint, query: URLSearchParams | string): InjectOptions => ({
  url: `${call.path}?${query}`,
  headers: { token: tokenFor(call) },
})

/** Calls that answer another code than `wanted`; without rate limits. */
async function others(calls: readonly Endpoint[], sent: Sent, wanted: number): Promise<string[]> {
  const wrong: string[] = []
  for (const call of calls) {
    await api.db.deleteFrom('rate_limits').execute()
    for (const [what, options] of sent(call)) {
      const code = await codeOf(options)
      if (code !== wanted) wrong.push(`${call.name}, ${what}: ${code}`)
    }
  }
  return wrong
}
type Sent = (call: Endpoint) => [string, InjectOptions][]

const FORMS: [string, (sample: object) => string][] = [
  ['text/plain', (sample) => JSON.stringify(sample)],
  ['application/x-www-form-urlencoded', (sample) => `${JSON.stringify(sample)}=`],
  ['multipart/form-data; boundary=x', (sample) => `--x\r\n\r\n${JSON.stringify(sample)}\r\n--x--`],
  ['application/xml', () => '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
]

test('every call refuses form bodies and XML', async () => {
  proves('security 25', 'security 8')
  const before = await fingerprint(api.db)
  const asForms: Sent = (call) =>
    FORMS.map(([type, body]) => {
      const headers = { 'content-type': type, token: tokenFor(call) }
      return [type, { method: 'POST', url: call.path, headers, payload: body(sampleOf(call)) }]
    })
  expect(await others(POSTS, asForms, 400)).toEqual([])
  expect(await fingerprint(api.db)).toEqual(before)
})

test('no call accepts a cookie, a bearer token or a token in the query', async () => {
  proves('security 25')
  const signedIn = ALL_CALLS.filter(({ access }) => access === 'signed-in')
  const elsewhere: Sent = (call) => {
    const token = tokenFor(call)
    const headers = { cookie: `token=${token}`, authorization: `Bearer ${token}` }
    const { method } = call
    const body = { 'content-type': 'application/json' }
    const payload = JSON.stringify({ token })
    const rest = method === 'POST' ? { headers: { ...headers, ...body }, payload } : { headers }
    return [['', { method, url: `${call.path}?token=${token}`, ...rest }]]
  }
  expect(await others(signedIn, elsewhere, 401)).toEqual([])
})

/** Tables that reads may write: documents are drawn and cached on demand, and the audit log records access. */
const WRITTEN_BY_READS = [
  'audit_log',
  'audit_chain',
  'certificate_keys',
  'certificates',
  'drawn_documents',
  'book_exports',
]

test('GET and HEAD change no data', async () => {
  proves('security 26')
  const before = await fingerprint(api.db, WRITTEN_BY_READS)
  for (const call of GETS) {
    const request = asGet(call, queryOf(call))
    for (const method of ['GET', 'HEAD'] as const) await api.app.inject({ ...request, method })
  }
  expect(await fingerprint(api.db, WRITTEN_BY_READS)).toEqual(before)
})

test('returns 405 for a GET of a POST call', async () => {
  proves('security 26')
  const before = await fingerprint(api.db)
  const opened: Sent = (call) => [['opened', asGet(call, queryOf(call))]]
  expect(await others(POSTS, opened, 405)).toEqual([])
  expect(await fingerprint(api.db)).toEqual(before)
})

test('refuses prototype keys in every body', async () => {
  proves('security 35')
  const keys = [
    '"__proto__":{"identity":1}',
    '"constructor":{"prototype":{"identity":1}}',
    '"deep":[{"__proto__":{"identity":1}}]',
    '"\\u005f_proto__":{"identity":1}',
  ]
  const poisoned: Sent = (call) =>
    keys.map((key) => {
      const own = JSON.stringify(sampleOf(call)).slice(1, -1)
      const headers = { 'content-type': 'application/json', token: tokenFor(call) }
      const payload = `{${own}${own && ','}${key}}`
      return [key, { method: 'POST', url: call.path, headers, payload }]
    })
  expect(await others(POSTS, poisoned, 400)).toEqual([])
  expect('identity' in {}).toBe(false)
})

test('ignores prototype keys in every query', async () => {
  proves('security 35')
  const more = '__proto__[identity]=1&constructor.prototype.identity=1&__proto__=1&toString=1'
  const wrong: string[] = []
  for (const call of GETS) {
    const plain = await codeOf(asGet(call, queryOf(call)))
    if ((await codeOf(asGet(call, `${queryOf(call)}&${more}`))) !== plain) wrong.push(call.name)
  }
  expect(wrong).toEqual([])
  expect('identity' in {}).toBe(false)
})

test('refuses a repeated query parameter', async () => {
  proves('security 36')
  const wrong: string[] = []
  for (const call of GETS) {
    for (const parameter of Object.keys(call.input.shape)) {
      const query = queryOf(call)
      if (!query.has(parameter)) query.append(parameter, '1')
      query.append(parameter, '2')
      const { code, msg } = (await api.app.inject(asGet(call, query))).json<{
        code: number
        msg: object
      }>()
      if (code !== 422 || !Object.hasOwn(msg, parameter)) wrong.push(`${call.name} ${parameter}`)
    }
  }
  expect(wrong).toEqual([])
})

test('returns 401 for two token headers', async () => {
  proves('security 36')
  const [one, two] = [tokens.get(0) ?? '', tokens.get(1) ?? '']
  const headers = { token: [one, two] as unknown as string }
  expect(await codeOf({ url: session.getUserInfo.path, headers })).toBe(401)
})
