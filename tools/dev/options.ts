import { parseArgs } from 'node:util'
import { ConfigError } from '../../api/src/lib/errors.ts'
import { parseConfig } from '../../api/src/start/parse-config.ts'

export const USAGE = `npm run dev [-- --port 8080]

Starts PostgreSQL, the API, the shell, the remotes and the simulators, and renews each at an edit.
Settings are those of npm start (PORT, DATA_DIR, …); data lie in .data/dev where DATA_DIR is not set.`

/** The site's port is the one that people open; the others are of this machine alone. */
const PARTS = ['site', 'api', 'simulators', 'mail'] as const
export type Ports = Readonly<Record<(typeof PARTS)[number], number>>

export type DevOptions = {
  readonly ports: Ports
  readonly url: string
  readonly dataDir: string
  readonly secret: string
  /** A database of one's own; without it the one that comes with the installation is started. */
  readonly databaseUrl: string | undefined
}

function readPort(args: readonly string[]): string | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { port: { type: 'string' } } })
    return values.port
  } catch (error) {
    throw new ConfigError([`${error instanceof Error ? error.message : error}\n\n${USAGE}`])
  }
}

/** Reads the command line and the environment, or throws a `ConfigError` that names what is wrong. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): DevOptions {
  if (env['MODE'] && env['MODE'] !== 'demo') {
    throw new ConfigError([`MODE is ${env['MODE']}; development works with the demo, so unset it`])
  }
  const PORT = readPort(args) ?? env['PORT']
  const config = parseConfig({ ...env, DATA_DIR: env['DATA_DIR'] || '.data/dev', PORT })
  const site = config.port
  if (site > 65_532) {
    throw new ConfigError([`PORT is ${site}; development needs the three ports after it too`])
  }
  return {
    ports: { site, api: site + 1, simulators: site + 2, mail: site + 3 },
    url: `http://localhost:${site}`,
    dataDir: config.dataDir,
    secret: config.secret,
    databaseUrl: config.databaseUrl,
  }
}
