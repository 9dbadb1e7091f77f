import { createRequire } from 'node:module'
import { join } from 'node:path'
import { folderOf } from '../workspace.ts'

type Configuration = Record<string, unknown> & { devServer: Record<string, unknown> }
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
  const fromRemote = createRequire(join(folderOf(name), 'package.json'))
  const webpack = fromRemote('webpack') as (configuration: Configuration) => unknown
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
  const server = new Server(configuration.devServer, webpack(configuration))
  await server.start()
  const port = server.server?.address().port
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.stop() }
}
