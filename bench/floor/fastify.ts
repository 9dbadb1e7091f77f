import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { buildApp } from '../../api/src/start/build-app.ts'
import { openDatabase } from '../../api/src/db/database.ts'

// Floor of the API: the site's Fastify and driver, and one prepared query whose rows are sent as JSON. No validation,
// translation, cache, metrics or log. Argument: folder of the socket.
const { pool } = openDatabase({ socketDir: process.argv[2] ?? '', database: 'awards' })
const ITEMS = `select body from floor_rows where call = $1 and place > $2 and place <= $3 order by place`

type Query = { current: string; pageSize: string; place: string }

// The same Fastify as the site.
type Fastify = () => ReturnType<typeof buildApp>
const fastify = createRequire(new URL('../../api/package.json', import.meta.url))(
  'fastify',
) as Fastify
const app = fastify()
for (const call of ['winnerList', 'indexWinnerList']) {
  app.get<{ Querystring: Query }>(`/api/index/${call}`, async ({ query, id }) => {
    const [current, pageSize] = [Number(query.current), Number(query.pageSize)]
    const { rows } = await pool.query(ITEMS, [call, (current - 1) * pageSize, current * pageSize])
    const list = rows.map(({ body }) => body)
    return { code: 200, msg: 'ok', data: { list, total: 100_016, current, pageSize }, trace_id: id }
  })
}
app.get<{ Querystring: Query }>('/api/index/winnerInfo', async ({ query, id }) => {
  const place = Number(query.place)
  const { rows } = await pool.query(ITEMS, ['winnerInfo', place - 1, place])
  return { code: 200, msg: 'ok', data: rows[0]?.body, trace_id: id }
})
app.get<{ Params: { call: string } }>('/one/:call', async ({ params, id }) => {
  const { rows } = await pool.query(ITEMS, [params.call, 0, 1])
  return { code: 200, msg: 'ok', data: rows[0]?.body, trace_id: id }
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
process.once('disconnect', () => process.exit(0))
