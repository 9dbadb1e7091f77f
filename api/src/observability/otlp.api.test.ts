import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { session } from '@awards/shared/contract'
import { testApi } from '../../test/test-api.ts'
import { buildApp } from '../start/build-app.ts'
import { openSession } from '../modules/accounts/session-token.ts'
import { otlpTracing } from './otlp.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string }[]
}
type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

const received: string[] = []
const collector = createServer(async (request, response) => {
  received.push(await text(request))
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
await new Promise<void>((ready) => collector.listen(0, '127.0.0.1', ready))
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
const api = await testApi()
afterAll(() => void collector.close())

test('a call is a trace with its statements, without parameter values and tokens', async () => {
  proves('security 54')
  received.length = 0
  const tracing = otlpTracing({ endpoint, service: 'test', ratio: 1 }, api.context.log)
  const app = buildApp({ ...api.context, tracing })
  const user = await api.build.user({
    identity: 0,
    email: `planted-${randomUUID()}@secret.example`,
  })
  const { token } = await openSession(api.db, user.id, new Date())
  const answer = await app.inject({
    url: `${session.getUserInfo.path}?planted=secret`,
    headers: { token },
  })
  expect(answer.json().code).toBe(200)
  await tracing.span('job test', {}, () => api.db.selectFrom('jobs').select('id').execute())
  await app.close()
  await tracing.close()

  const spans = received.flatMap((body) =>
    (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((one) => one.spans),
    ),
  )
  const root = spans.find(({ name }) => name === 'GET user/getUserInfo')
  const mine = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId)
  expect(mine.map(({ name, traceId }) => [name, traceId])).toEqual([
    ['postgresql select', root?.traceId],
  ])
  expect(JSON.stringify(root)).toContain(answer.json().trace_id)
  expect(spans.filter(({ name }) => name === 'job test')).toHaveLength(1)

  const all = received.join('')
  expect(all).toContain(String.raw`from \"sessions\" as`)
  for (const secret of [token, 'planted', user.id]) expect(all).not.toContain(secret)
})
