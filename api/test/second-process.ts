import { sql } from 'kysely'
import { buildApp } from '../src/start/build-app.ts'
import { createContext } from '../src/start/create-context.ts'
import type { Config } from '../src/start/config.ts'
import { createLog } from '../src/observability/log.ts'
import type { TestApi } from './test-api.ts'

/** A second process of the same site, from the view of database and storage, with settings of its own where given. */
export async function secondProcess(
  { context, db }: Pick<TestApi, 'context' | 'db'>,
  settings: Partial<Config> = {},
) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const second = createContext({
    config: { ...context.config, ...settings },
    connection: {
      socketDir: process.env['AWARDS_TEST_SOCKET'] ?? '',
      database: rows[0]?.name ?? '',
    },
    mailTransport: { send: async () => undefined },
    clock: context.clock,
    log: createLog('error'),
  })
  const app = buildApp(second.context)
  await app.ready()
  return {
    app,
    context: second.context,
    async close() {
      await app.close()
      await second.close()
    },
  }
}
