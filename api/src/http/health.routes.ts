import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../start/app-context.ts'

/** `/healthz`: the process answers. `/readyz`: it can also work, that is, it reaches its database. */
export function healthRoutes(app: FastifyInstance, { db }: AppContext) {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const ready = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'database unreachable' })
  })
}
