import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../api/src/db/embedded/embedded-postgres.ts'
import { databaseUrl } from '../../e2e/src/harness/database.ts'

/** The database of a data folder as a server of its own, which a site is given by its address. */
export async function ownDatabase(dataDir: string) {
  let server = await startEmbeddedPostgres({ dataDir })
  return {
    url: databaseUrl({ dataDir }),
    /** What `pg_ctl stop -m immediate` does: nobody is told, nothing is written down. */
    async breakDown() {
      const [pid] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      await server.crashed
    },
    async comeBack() {
      server = await startEmbeddedPostgres({ dataDir })
    },
    stop: () => server.stop(),
  }
}
