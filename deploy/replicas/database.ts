// A PostgreSQL that is reached over TCP: `database.ts <data folder> <port>`.
import { startEmbeddedPostgres } from '../../api/src/db/embedded/embedded-postgres.ts'

const [dataDir = '', port = ''] = process.argv.slice(2)
const postgres = await startEmbeddedPostgres({ dataDir, tcpPort: Number(port) })
await postgres.createDatabase('awards')
console.log(`PostgreSQL listens on port ${port}.`)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, () => void postgres.stop().then(() => process.exit(0)))
}
console.error(`PostgreSQL has ended: ${await postgres.crashed}`)
process.exit(1)
