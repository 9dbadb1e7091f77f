import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { RemoteRoute } from '@awards/shared/releases'
import { NODE, run } from '../run/processes.mjs'
import { startLocalBuild } from './against/local-build.ts'
import { startProxy } from './against/proxy.ts'
import { type Command, UsageError } from './command.ts'
import { originOf } from './registry.ts'
import { folderOf } from './workspace.ts'

/*
 * dev mf-jury                      the remote alone, on its own port, in front of a site on localhost:8080
 * dev mf-jury --against <site>     the deployed site with this remote from the working copy. It prints
 *                                  the address to open (http://localhost:<port>) when it can be opened.
 *                                  An edit of a page, a style or a text shows without a reload, and what has
 *                                  been typed stays; Ctrl-C or SIGTERM ends everything.
 */

const PROXY_PORTS_AFTER = 1000

const require = createRequire(import.meta.url)
const { installedFolder, packageJson } = require('../../shared/build/workspace.cjs') as {
  installedFolder(from: string, name: string): string
  packageJson(package_: string): { version: string }
}

async function alone(name: string): Promise<number> {
  const folder = folderOf(name)
  const cli = join(installedFolder(folder, 'webpack-cli'), 'bin/cli.js')
  return run(NODE, [cli, 'serve', '--mode', 'development'], { cwd: folder })
}

function portOf(text: string | undefined, name: string): number {
  const { devPort } = require('../../shared/build/dev/dev-server.cjs') as {
    devPort(package_: string): number
  }
  if (text === undefined) return devPort(name) + PROXY_PORTS_AFTER
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port > 0 && port < 65_536) return port
  throw new UsageError(`--port ${text}: give a whole number from 1 to 65535.`)
}

async function against(name: string, target: string, port: number): Promise<number> {
  folderOf(name)
  const { remoteRoutes } = require('../../shared/build/release-facts.cjs') as {
    remoteRoutes(remote: string): RemoteRoute[]
  }
  const facts = { routes: remoteRoutes(name), contract: `^${packageJson('shared').version}` }
  const build = await startLocalBuild(name)
  const proxy = await startProxy({ name, target, build: build.origin, port, facts })
  console.log(`${name} of this checkout, everything else of ${target}:\n\n  ${proxy.url}\n`)
  await stopped()
  await Promise.all([proxy.close(), build.stop()])
  return 0
}

/** Until somebody ends this; one Ctrl-C comes several ways, and none of them breaks off what is left to do. */
function stopped(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      // Other commands end at once.
      process.removeAllListeners(signal)
      process.on(signal, () => done())
    }
  })
}

export const dev: Command = {
  usage: '<name> [--against https://staging.example.org] [--port 4004]',
  about: 'work on a remote: alone, or inside of a deployed site',
  shape: { name: 'required', texts: ['against', 'port'] },
  run(given) {
    const site = given.text('against')
    if (site === undefined) return alone(given.name)
    return against(given.name, originOf(site, '--against'), portOf(given.text('port'), given.name))
  },
}
