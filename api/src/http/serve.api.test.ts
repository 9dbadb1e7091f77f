import type { InjectOptions } from 'fastify'
import { z } from 'zod'
import { entries, judge, publication, session, type Endpoint } from '@awards/shared/contract'
import { openSession } from '../modules/accounts/session-token.ts'
import { buildApp } from '../start/build-app.ts'
import { serve, requirePermission } from './serve.ts'
import { testApi } from '../../test/test-api.ts'

const api = await testApi()
const send = (options: InjectOptions) => api.app.inject(options)
const json = { 'content-type': 'application/json' }

test.each([
  ['malformed JSON', { payload: '{"email":', headers: json }, 400],
  ['a form of another site', { payload: 'a=b', headers: { 'content-type': 'text/plain' } }, 400],
  ['prototype keys', { payload: '{"__proto__":{"identity":1}}', headers: json }, 400],
  ['a body above the limit', { payload: `{"a":"${'x'.repeat(300_000)}"}`, headers: json }, 413],
  [
    'a deep body',
    { payload: `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, headers: json },
    400,
  ],
  ['no body', {}, 422],
])('%s gets an envelope in an HTTP 200 answer', async (_name, options, code) => {
  proves('security 25', 'security 32')
  const response = await send({ method: 'POST', url: '/api/user/login', ...options })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ code, trace_id: expect.stringMatching(/^\w{16}$/) })
})

test('returns 404 for an unknown path and 405 for a wrong method', async () => {
  expect((await send({ method: 'GET', url: '/api/nothing' })).json().code).toBe(404)
  const wrong = await send({ method: 'GET', url: '/api/user/login' })
  expect(wrong.json().code).toBe(405)
  expect(wrong.headers['allow']).toBe('POST')
})

test.each([
  ['a value of another type', { email: 7, password: ['x'] }, ['email', 'password']],
  ['null', { email: null, password: null }, ['email', 'password']],
  ['a list in place of the fields', ['x'], ['form']],
])('%s gets the errors of all fields at once', async (_name, sent, fields) => {
  const answer = await api.as(null).answer(session.login, sent)
  expect(answer.code).toBe(422)
  expect(Object.keys(Object(answer.msg))).toEqual(fields)
})

test('ignores an input field that the contract does not name', async () => {
  proves('security 34')
  const sent = { email: 'nobody@example.org', password: 'wrong-password', identity: 1 }
  const plain = await api.as(null).answer(session.login, { ...sent, identity: undefined })
  const more = await api.as(null).answer(session.login, sent)
  expect([more.code, more.msg]).toEqual([plain.code, plain.msg])
})

test('a NUL gets a field error', async () => {
  const answer = await api.as(null).answer(session.login, { email: 'a\u0000@b.org', password: 'x' })
  expect(answer).toMatchObject({ code: 422, msg: { email: expect.any(Array) } })
})

test('the user call answers POST and GET alike', async () => {
  const user = await api.build.user()
  const asPost: Endpoint = { ...session.getUserInfo, method: 'POST' }
  const [get, post] = [session.getUserInfo, asPost].map((call) => api.as(user).answer(call, {}))
  expect((await post)?.data).toEqual((await get)?.data)
})

test('returns 304 for a GET with a matching ETag', async () => {
  const user = await api.build.user()
  const { token } = await openSession(api.db, user.id, new Date())
  const get = (more: Record<string, string> = {}) =>
    send({ method: 'GET', url: '/api/user/getUserInfo', headers: { token, ...more } })
  const { etag } = (await get()).headers
  expect((await get({ 'if-none-match': String(etag) })).statusCode).toBe(304)
})

test('returns 401 to a visitor and for an ended session', async () => {
  expect((await api.as(null).answer(session.getUserInfo, {})).code).toBe(401)
  const bad = await api.as(null).answer(session.getUserInfo, {}, { token: 'x'.repeat(43) })
  expect(bad).toMatchObject({ code: 401, data: { reason: 'SESSION_ENDED' } })
})

test('every mounted call has permissions; capabilities are checked for identity 1', async () => {
  const entrant = { ...(await api.build.user()), identity: 0 as const }
  const actor = (identity: 0 | 1 | 2, capabilities: 'can_publish'[] = []) => ({
    id: entrant.id,
    identity,
    email: entrant.email,
    display_name: '',
    language: 'en' as const,
    rights: [],
    are_rights_resting: false,
    juror:
      identity === 0
        ? null
        : { id: '1', level: identity, category_ids: [], capabilities, agreement_signed: true },
  })
  const code = (call: Endpoint, who: Parameters<typeof requirePermission>[1]) => {
    try {
      requirePermission(call, who)
      return 200
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error
    }
  }
  expect(code(judge.isShow, null)).toBe(401)
  expect(code(judge.isShow, actor(0))).toBe(403)
  expect(code(judge.isShow, actor(2))).toBe(403)
  expect(code(judge.isShow, actor(1))).toBe(403)
  expect(code(judge.isShow, actor(1, ['can_publish']))).toBe(200)
  expect(code(entries.entry, actor(0))).toBe(200)
  expect(code(entries.entry, actor(1, ['can_publish']))).toBe(403)
})

test('strips an output field that the contract does not name', async () => {
  proves('security 37')
  const app = buildApp(api.context)
  const call = {
    ...publication.about,
    path: '/api/index/leak',
    output: z.object({ id: z.string() }),
  } as const
  const handler = () => Promise.resolve({ id: '1', password_hash: 'x' })
  serve(app, call, handler)
  const response = await app.inject({ url: call.path })
  expect(response.json().data).toEqual({ id: '1' })
  await app.close()
})

test('the health and readiness probes answer', async () => {
  expect((await send({ url: '/healthz' })).statusCode).toBe(200)
  expect((await send({ url: '/readyz' })).json()).toEqual({ status: 'ready' })
})
