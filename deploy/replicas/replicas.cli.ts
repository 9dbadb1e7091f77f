import { resolve, join } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '../../api/src/lib/errors.ts'
import { startTopology, type Topology } from './topology.ts'
import { rmSync } from 'node:fs'
import { createServer, request } from 'node:http'

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

const ACTIONS = ['kill', 'halt', 'stop', 'start'] as const
type Action = (typeof ACTIONS)[number]

const socketIn = (dataDir: string) => join(dataDir, 'control.sock')

/** Takes orders for a topology on a socket of its folder: `POST /kill/api-2`, `GET /`. */
async function takeOrders(dataDir: string, topology: Topology): Promise<() => void> {
  const file = socketIn(dataDir)
  rmSync(file, { force: true })
  const server = createServer((incoming, answer) => {
    const [, action = '', name = ''] = incoming.url?.split('/') ?? []
    const done = incoming.method === 'POST' ? obey(topology, action, name) : Promise.resolve('')
    void done.then((fault) => {
      answer.writeHead(fault ? 404 : 200, { 'content-type': 'application/json' })
      answer.end(JSON.stringify(fault ? { fault } : topology.view(), null, 2))
    })
  })
  await new Promise<void>((done) => server.listen(file, done))
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/** Empty when it was done, or why not. */
async function obey(topology: Topology, action: string, name: string): Promise<string> {
  const member = topology.member(name)
  if (!member) return `There is no ${name}. There are: ${topology.names.join(', ')}.`
  if (action === 'kill') await member.kill({ hold: false })
  else if (action === 'halt') await member.kill({ hold: true })
  else if (action === 'stop') await member.stop()
  else if (action === 'start') member.start()
  else return `There is no order ${action}. There are: ${ACTIONS.join(', ')}.`
  return ''
}

/** Gives one order to a topology that runs; without an order, asks how it is. */
function order(dataDir: string, action?: Action, name?: string): Promise<string> {
  return new Promise((done, fail) => {
    const asked = request(
      {
        socketPath: socketIn(dataDir),
        path: action ? `/${action}/${name}` : '/',
        method: action ? 'POST' : 'GET',
      },
      (answer) => {
        let text = ''
        answer.on('data', (chunk) => (text += String(chunk)))
        answer.on('end', () =>
          answer.statusCode === 200 ? done(text) : fail(new Error(JSON.parse(text).fault)),
        )
      },
    )
    asked.on('error', () => fail(new Error(`Nothing runs in ${dataDir}; start it first.`)))
    asked.end()
  })
}

// Runs last: a constant of this file cannot be read before its line has run.
await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
})
