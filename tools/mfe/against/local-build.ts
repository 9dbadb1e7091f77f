import { createRequire, enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { folderOf, ROOT } from '../workspace.ts'

export type Configuration = Record<string, unknown> & { devServer: Record<string, unknown> }
type Stats = { hasErrors(): boolean; startTime?: number; endTime?: number }
type Hook = { tap(name: string, done: (stats: Stats) => void): void }
type Compiler = { hooks: { done: Hook }; close(done: () => void): void }
type DevServer = {
  start(): Promise<void>
  stop(): Promise<void>
  server: { address(): { port: number } } | undefined
}

export type LocalBuild = {
  /** Where the development server answers. */
  readonly origin: string
  stop(): Promise<void>
}

/** A build that came to its end: the first one, and that of each edit. */
export type Compiled = { readonly hasErrors: boolean; readonly milliseconds: number }

/** The version under which a working copy appears in the shell of a deployed site. */
export const LOCAL_VERSION = '0.0.0-local'

/** Where the page listens for edits; below the folder of the release, so that nothing else meets it. */
export const socketPathOf = (name: string) => `/mfe/${name}/${LOCAL_VERSION}/socket`

/** Where the files of a remote under development appear in a site. */
export const placeOf = (name: string) => ({
  version: LOCAL_VERSION,
  socketPath: socketPathOf(name),
})

/** Starts the development server of a package of this checkout. */
export async function startBuild(
  folder: string,
  configure: () => Configuration,
  onCompiled: (compiled: Compiled) => void = () => undefined,
): Promise<LocalBuild> {
  // To compile webpack and its plugins anew takes as long as to start from what was built the last time.
  enableCompileCache(join(ROOT, '.cache/node'))
  const fromPackage = createRequire(join(folder, 'package.json'))
  const webpack = fromPackage('webpack') as (configuration: Configuration) => Compiler
  const Server = fromPackage('webpack-dev-server') as new (
    options: Record<string, unknown>,
    compiler: unknown,
  ) => DevServer
  const configuration = configure()
  const compiler = webpack(configuration)
  compiler.hooks.done.tap('startBuild', (stats) =>
    onCompiled({
      hasErrors: stats.hasErrors(),
      milliseconds: (stats.endTime ?? 0) - (stats.startTime ?? 0),
    }),
  )
  const server = new Server(configuration.devServer, compiler)
  await server.start()
  const port = server.server?.address().port
  const stop = async () => {
    await server.stop()
    // Writes down what was compiled: the next start takes it from there.
    await new Promise<void>((done) => compiler.close(done))
  }
  return { origin: `http://127.0.0.1:${port}`, stop }
}

/** Starts the development server of a remote, built as a container for the shell of a deployed site. */
export function startLocalBuild(name: string): Promise<LocalBuild> {
  const folder = folderOf(name)
  const { againstConfig } = createRequire(join(folder, 'package.json'))('@awards/shared/build') as {
    againstConfig(name: string, place: ReturnType<typeof placeOf>): Configuration
  }
  return startBuild(folder, () => againstConfig(name, placeOf(name)))
}
