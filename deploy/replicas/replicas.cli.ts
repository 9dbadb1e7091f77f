import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '../../api/src/lib/errors.ts'
import { ACTIONS, order, takeOrders, type Action } from './control.ts'
import { startTopology } from './topology.ts'

const USAGE = `The site as on several machines, on this one: PostgreSQL, an S3 server, simulators, nginx and several
processes of the site. For rehearsals and tests.

  npm run awards -- replicas start  [--data DIR] [--port 8080] [--replicas 3]
  npm run awards -- replicas status [--data DIR]
  npm run awards -- replicas kill  NAME [--data DIR]   ends it without a word; it comes back by itself
  npm run awards -- replicas halt  NAME [--data DIR]   the same, and it stays away
  npm run awards -- replicas stop  NAME [--data DIR]   ends it in order, and it stays away
  npm run awards -- replicas start NAME [--data DIR]   brings it back

NAME is database, storage, simulators, proxy or api-1, api-2, …`

/** What a part of the topology is told by us alone. */
const OWN = ['PORT', 'DATA_DIR', 'HOST', 'DATABASE_URL', 'STORAGE_URL', 'METRICS_PORT']

async function run() {
  if (process.argv.some((one) => one === '--help' || one === '-h')) return console.log(USAGE)
  const { values, positionals } = read()
  const [action, name, ...rest] = positionals
  const dataDir = resolve(process.env['INIT_CWD'] ?? '.', values.data)
  if (!action) throw wrong('Say what to do.')
  if (rest.length > 0) throw wrong(`"${rest.join(' ')}" is too much.`)
  if (action === 'start' && !name) return start(dataDir, values)
  if (action === 'status' && !name) return console.log(await order(dataDir))
  if (!ACTIONS.some((one) => one === action)) throw wrong(`There is no "replicas ${action}".`)
  if (!name) throw wrong(`Name the part: replicas ${action} api-1`)
  console.log(await order(dataDir, action as Action, name))
}

const wrong = (reason: string) => new StartError(`${reason}\n\n${USAGE}`)

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        data: { type: 'string', default: '.data/replicas' },
        port: { type: 'string', default: '8080' },
        replicas: { type: 'string', default: '3' },
      },
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    throw wrong(message.replace(/\. To specify .*/, '.'))
  }
}

async function start(dataDir: string, given: { port: string; replicas: string }) {
  const port = whole('--port', given.port, 65_534)
  const replicas = whole('--replicas', given.replicas, 20)
  const env = { ...process.env }
  // Each part gets its own.
  for (const name of OWN) delete env[name]
  const topology = await startTopology({
    dataDir,
    port,
    replicas,
    env,
    say: (line) => console.log(line),
  })
  const silence = await takeOrders(dataDir, topology)
  console.log(`\nThe site is ready at ${topology.site}/home, on ${replicas} processes.\n`)
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    silence()
    await topology.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
    process.on(signal, () => void stop())
  }
}

function whole(name: string, text: string, most: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new StartError(`${name} has to be a whole number from 1 to ${most} (given: ${text})`)
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
})
