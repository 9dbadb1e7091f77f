import { createRequire, enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { folderOf, ROOT } from '../workspace.ts'

type Configuration = Record<string, unknown> & { devServer: Record<string, unknown> }
type Compiler = { close(done: () => void): void }
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

/** The version under which a working copy appears in the shell of a deployed site. */
export const LOCAL_VERSION = '0.0.0-local'

/** Where the page listens for edits; below the folder of the release, so that nothing else meets it. */
export const socketPathOf = (name: string) => `/mfe/${name}/${LOCAL_VERSION}/socket`

/** Starts the development server of a remote, built as a container for a shell. */
export async function startLocalBuild(name: string): Promise<LocalBuild> {
  // To compile webpack and its plugins anew takes as long as to start from what was built the last time.
  enableCompileCache(join(ROOT, '.cache/node'))
  const fromRemote = createRequire(join(folderOf(name), 'package.json'))
  const webpack = fromRemote('webpack') as (configuration: Configuration) => Compiler
  const Server = fromRemote('webpack-dev-server') as new (
    options: Record<string, unknown>,
    compiler: unknown,
  ) => DevServer
  const { againstConfig } = fromRemote('@awards/shared/build') as {
    againstConfig(name: string, place: Record<string, string>): Configuration
  }
  const configuration = againstConfig(name, {
    version: LOCAL_VERSION,
    socketPath: socketPathOf(name),
  })
  const compiler = webpack(configuration)
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
