import { createServer } from 'node:net'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { REMOTES as TABLE } from '@awards/shared/domain'
import { ConfigError, StartError } from '../../api/src/lib/errors.ts'
import { listen } from '../../api/src/start/ports.ts'
import { ROOT } from '../mfe/workspace.ts'
import { startBuilds } from './builds.ts'
import { localDocuments, startFront } from './front.ts'
import { readOptions, type DevOptions } from './options.ts'
import { seconds, watchedProcess } from './watched-process.ts'
import { startEmbeddedPostgres } from '../../api/src/db/embedded/embedded-postgres.ts'
import { lockDataDir, refuseUnfinishedRestore } from '../../api/src/db/embedded/data-dir.ts'

/*
 * npm run dev: the whole site under development on one port. PostgreSQL runs below this process; server,
 * simulators and builds are processes of their own, and end with it.
 */

const { DEV_FOLDER, REMOTES } = createRequire(import.meta.url)(
  '../../shared/build/workspace.cjs',
) as { DEV_FOLDER: string; REMOTES: string[] }

/** The remotes in the order of the site's table of pages; newer ones after them. */
const byTable = REMOTES.toSorted((one, other) => placeInTable(one) - placeInTable(other))
function placeInTable(name: string) {
  const place = TABLE.findIndex((known) => known === name)
  return place < 0 ? TABLE.length : place
}

const begin = performance.now()
const sinceStart = () => seconds(performance.now() - begin)
const say = (line: string) => console.log(`${new Date().toTimeString().slice(0, 8)}  ${line}`)

/** Names the first port that is taken, before anything is started. */
async function probe({ ports }: DevOptions) {
  for (const port of Object.values(ports)) {
    const server = createServer()
    const listening = new Promise<void>((done, fail) => {
      server.once('error', fail)
      server.listen(port, '127.0.0.1', done)
    })
    await listen(listening, port)
    await new Promise((done) => server.close(done))
  }
}

const answers = (address: string, good: (status: number) => boolean) => async () =>
  good((await fetch(address, { redirect: 'manual' })).status)

function environments({ ports, url, dataDir, secret }: DevOptions, databaseUrl: string) {
  const simulatorsUrl = `http://127.0.0.1:${ports.simulators}`
  const common = { ...process.env, HOST: '127.0.0.1', DATA_DIR: dataDir, SECRET: secret }
  return {
    simulators: {
      ...common,
      PORT: String(ports.simulators),
      SMTP_PORT: String(ports.mail),
      PAGES_URL: url,
      NOTIFY_URL: `http://127.0.0.1:${ports.api}`,
    },
    api: {
      LOG_LEVEL: 'warn',
      PREPARE_AVIF: 'off',
      ...common,
      PORT: String(ports.api),
      SITE_URL: url,
      DATABASE_URL: databaseUrl,
      SIMULATORS_URL: simulatorsUrl,
      MFE_DIR: DEV_FOLDER,
    },
  }
}

/** What the server says of itself at its first start is shown when everything is ready; later, nobody needs it. */
function announcement() {
  let kept = ''
  return {
    hear(text: string) {
      for (const line of text.split(/(?<=\n)/)) {
        if (line.startsWith('{')) process.stdout.write(line)
        else kept += line
      }
    },
    show: () => console.log(kept.trimEnd() + '\n'),
  }
}

const DATABASE = 'awards'
const NEVER = new Promise<never>(() => undefined)

export type DevDatabase = {
  readonly url: string
  /** Resolves with the reason when it ends by itself. */
  readonly crashed: Promise<string>
  stop(): Promise<void>
}

/** PostgreSQL for a site under development; it goes on while the server starts anew. */
export async function startDatabase(options: DevOptions): Promise<DevDatabase> {
  const { dataDir, databaseUrl } = options
  if (databaseUrl) return { url: databaseUrl, crashed: NEVER, stop: async () => undefined }
  process.on('exit', lockDataDir(dataDir))
  refuseUnfinishedRestore(dataDir)
  const { socketDir, user, crashed, createDatabase, stop } = await startEmbeddedPostgres({
    dataDir,
  })
  await createDatabase(DATABASE)
  const url = `postgres://${user}@localhost/${DATABASE}?host=${encodeURIComponent(socketDir)}`
  return { url, crashed, stop }
}

async function run() {
  const options = readOptions(process.argv.slice(2), process.env)
  await probe(options)
  const { ports, url, dataDir } = options
  const stops: (() => Promise<unknown>)[] = []
  const ended = Promise.withResolvers<number>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => ended.resolve(0))
  }
  // The command that started this one is gone.
  process.on('disconnect', () => ended.resolve(0))
  const failed = (why: string) => {
    console.error(why)
    ended.resolve(1)
  }
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }

  try {
    say(`Starting; data lie in ${dataDir}.`)
    const packages = ['shell', ...REMOTES]
    const builds = startBuilds({ processes: [['shell'], byTable], say, failed })
    stops.push(builds.stop)
    const database = await startDatabase(options)
    stops.push(database.stop)
    void database.crashed.then((why) => failed(`The database ended:\n${why}`))
    say(`PostgreSQL is ready (${sinceStart()}).`)

    const env = environments(options, database.url)
    const told = announcement()
    const simulators = watchedProcess({
      name: 'The simulators',
      script: join(ROOT, 'simulators/src/simulators.cli.ts'),
      say,
      env: env.simulators,
      heard: () => undefined,
      isReady: answers(
        `http://127.0.0.1:${ports.simulators}/credentials`,
        (status) => status === 401,
      ),
    })
    stops.push(simulators.stop)
    const api = watchedProcess({
      name: 'The API',
      script: join(ROOT, 'api/src/main.ts'),
      say,
      env: env.api,
      heard: told.hear,
      isReady: answers(`http://127.0.0.1:${ports.api}/readyz`, (status) => status === 200),
    })
    stops.push(api.stop)
    const documents = localDocuments(builds, REMOTES)
    const front = await startFront({
      ports,
      url,
      packages,
      builds,
      documents,
      api,
      simulators,
    })
    stops.push(front.close)

    const ready = [
      simulators.ready().then(() => say(`The simulators are ready (${sinceStart()}).`)),
    ]
    ready.push(api.ready().then(() => say(`The API is ready (${sinceStart()}).`)))
    void Promise.all([...ready, builds.all()]).then(
      () => {
        told.show()
        say(`Everything is ready (${sinceStart()}): open ${url}/home`)
      },
      // It has said so itself.
      () => undefined,
    )
    const code = await ended.promise
    say('Ending; what was compiled is kept for the next start.')
    return code
  } finally {
    await stop()
  }
}

try {
  process.exit(await run())
} catch (error) {
  const isTold = error instanceof ConfigError || error instanceof StartError
  console.error(isTold ? error.message : error)
  process.exit(error instanceof ConfigError ? 2 : 1)
}
