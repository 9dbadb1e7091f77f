import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  placeOf,
  startBuild,
  type Compiled,
  type Configuration,
  type LocalBuild,
} from '../mfe/against/local-build.ts'
import { ROOT } from '../mfe/workspace.ts'

/*
 * A process of `npm run dev` that builds some of the packages: node tools/dev/builder.ts shell
 * It tells the process that started it where each answers and what became of each build, and ends with it.
 */

export type BuilderMessage =
  | { readonly name: string; readonly origin: string }
  | ({ readonly name: string } & Compiled)

type Configure = {
  devHostConfig(): Configuration
  devRemoteConfig(name: string, place: ReturnType<typeof placeOf>): Configuration
}

const { devHostConfig, devRemoteConfig } = createRequire(import.meta.url)(
  '../../shared/build/dev/dev-config.cjs',
) as Configure

/** Says nothing once the process that started this one is gone. */
const tell = (message: BuilderMessage) => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

const configurationOf = (name: string) => () =>
  name === 'shell' ? devHostConfig() : devRemoteConfig(name, placeOf(name))

const builds: LocalBuild[] = []
let isStopping = false

async function stop() {
  if (isStopping) return
  isStopping = true
  await Promise.all(builds.map((build) => build.stop()))
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
process.on('disconnect', () => void stop())

// One after the other: the first pages somebody opens are there before the last.
for (const name of process.argv.slice(2)) {
  if (isStopping) break
  const compiled = Promise.withResolvers<void>()
  const build = await startBuild(join(ROOT, name), configurationOf(name), (result) => {
    tell({ name, ...result })
    compiled.resolve()
  })
  builds.push(build)
  tell({ name, origin: build.origin })
  await compiled.promise
}
