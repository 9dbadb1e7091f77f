import { judgeAdded, publicationAdded, session } from '@awards/shared/contract'
import { PASSWORD } from '../../test/build.ts'
import { testApi } from '../../test/test-api.ts'
import { openSession } from '../modules/accounts/session-token.ts'
import { buildApp } from '../start/build-app.ts'
import { requestContext, withRequestContext } from './request-context.ts'
import { createLog } from '../observability/log.ts'

const api = await testApi({ TRUST_PROXY: 'loopback' })
const lines: string[] = []
const log = createLog('info', (line) => lines.push(line))
const app = buildApp({ ...api.context, log })
const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: path, payload, headers })
const acts = (action: string) =>
  api.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute()

beforeEach(() => void (lines.length = 0))
afterAll(() => app.close())

test('a sign-in logs request id, call, code, actor and act, and none of its input', async () => {
  proves('security 62', 'security 54')
  const { id, email } = await api.build.user({ identity: 0 })
  const wrong = await post(`${session.login.path}?secret=QUERY-SECRET`, {
    email,
    password: 'WRONG-SECRET-1',
  })
  const right = await post(session.login.path, { email, password: PASSWORD })
  const { token } = right.json<{ data: { token: string } }>().data
  await app.inject({ url: session.getUserInfo.path, headers: { token } })
  await post(
    session.changePassword.path,
    { old_password: 'WRONG-SECRET-2', password: 'x' },
    { token },
  )

  expect(parsed()).toMatchObject([
    {
      event: 'request',
      call: 'user/login',
      code: 422,
      acts: [`session.refused ${id}`],
      trace_id: wrong.json().trace_id,
    },
    {
      event: 'request',
      call: 'user/login',
      code: 200,
      actor: id,
      identity: 0,
      acts: [`session.opened ${id}`],
    },
    { event: 'request', call: 'user/changePassword', code: 422, actor: id },
  ])
  expect(lines.join('')).not.toMatch(/SECRET|Horse/)
  for (const secret of [token, email]) expect(lines.join('')).not.toContain(secret)
  const opened = await acts('session.opened')
  expect(opened).toMatchObject([{ actor_id: id, request_id: right.json().trace_id }])
  expect(JSON.stringify([opened, await acts('session.refused')])).not.toMatch(/SECRET|@/)
})

test('the audit log records a denial with its actor, 30 times at most', async () => {
  proves('security 62')
  const user = await api.build.user({ identity: 0 })
  const { token } = await openSession(api.db, user.id, new Date())
  for (let turn = 0; turn < 33; turn++) {
    expect((await post(judgeAdded.changePhase.path, {}, { token })).json().code).toBe(403)
  }
  const rows = await acts('access.denied')
  expect(rows).toHaveLength(30)
  expect(rows[0]).toMatchObject({ actor_id: user.id, subject: judgeAdded.changePhase.name })
  expect(parsed().filter(({ code }) => code === 403)).toHaveLength(33)
})

test('takes the request id of a trusted proxy if it is well formed, and creates one otherwise', async () => {
  proves('security 62')
  const number = async (given: string, remoteAddress = '127.0.0.1') => {
    const answer = await app.inject({
      url: '/api/none',
      headers: { 'x-request-id': given },
      remoteAddress,
    })
    expect(answer.headers['x-request-id']).toBe(answer.json().trace_id)
    return answer.json<{ trace_id: string }>().trace_id
  }
  expect(await number('6f1ed002ab5595859014ebf0951522d9')).toBe('6f1ed002ab5595859014ebf0951522d9')
  const ours = /^[0-9a-f]{16}$/
  expect(await number('6f1ed002ab5595859014ebf0951522d9', '198.51.100.7')).toMatch(ours)
  for (const bad of ['short', 'a'.repeat(65), 'abcdefgh"}', 'abcdefgh<b>', 'abcd efgh']) {
    expect(await number(bad)).toMatch(ours)
  }
})

test('logs a sample of reads, and a cached answer has its own request id', async () => {
  const url = publicationAdded.feeTable.path
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => app.inject({ url: '/healthz' })),
  )
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(60)
  expect(lines).toHaveLength(3)
  const cached = [await app.inject({ url }), await app.inject({ url })]
  const ids = cached.map(({ headers }) => headers['x-request-id'])
  expect(new Set(ids).size).toBe(2)
})

test('a job inherits the request id of the request that enqueued it', async () => {
  const { jobs, db } = api.context
  const seen: unknown[] = []
  jobs.handle('follow', async (payload) => void seen.push([payload, requestContext()]))
  await withRequestContext({ trace_id: 'abcdef0123456789' }, () =>
    jobs.enqueue(db, 'follow', { a: 1 }),
  )
  await jobs.drain()
  expect(seen).toEqual([[{ a: 1 }, { trace_id: 'abcdef0123456789', call: 'follow' }]])
})
