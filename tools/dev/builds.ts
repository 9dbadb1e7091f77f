import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { NODE } from '../run/processes.mjs'
import { ROOT } from '../mfe/workspace.ts'
import type { BuilderMessage } from './builder.ts'
import { seconds } from './watched-process.ts'

const BUILDER = new URL('builder.ts', import.meta.url)

type Options = {
  /** Packages of each process: as many processes build at once. */
  readonly processes: readonly (readonly string[])[]
  readonly say: (line: string) => void
  /** A process ended by itself. */
  readonly failed: (why: string) => void
}

type Build = {
  readonly origin: PromiseWithResolvers<string>
  readonly first: PromiseWithResolvers<void>
  isBuilt: boolean
}

/** The builds of shell and remotes under development, in processes of their own. */
export function startBuilds({ processes, say, failed }: Options) {
  const builds = new Map<string, Build>(
    processes.flat().map((name) => {
      const [origin, first] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
      return [name, { origin, first, isBuilt: false }]
    }),
  )
  let isStopping = false

  function hear(message: BuilderMessage) {
    const build = builds.get(message.name)
    if (!build) return
    if ('origin' in message) return build.origin.resolve(message.origin)
    const { name, hasErrors, milliseconds } = message
    const done = build.isBuilt ? 'renewed' : 'built'
    if (hasErrors) say(`${name} does not compile, see above; correct it, and it is built again.`)
    else say(`${name} is ${done} in ${seconds(milliseconds)}.`)
    build.isBuilt = true
    build.first.resolve()
  }

  function start(names: readonly string[]): ChildProcess {
    const child = fork(BUILDER, names, {
      cwd: ROOT,
      execPath: NODE,
      execArgv: [
        '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
        '--disable-warning=ExperimentalWarning',
      ],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    })
    child.on('message', (message) => hear(message as BuilderMessage))
    child.once('exit', (code) => {
      if (!isStopping) failed(`The build of ${names.join(', ')} ended (${code ?? 'killed'}).`)
    })
    return child
  }

  const children = processes.map(start)
  return {
    /** Where the files of a package come from; a request there waits for the build. */
    origin: async (name: string) => builds.get(name)?.origin.promise,
    /** Every package is built, well or not. */
    all: () => Promise.all([...builds.values()].map(({ first }) => first.promise)),
    built: (name: string) => builds.get(name)?.first.promise,
    /** Each keeps what it has compiled for the next start. */
    async stop() {
      isStopping = true
      const running = children.filter(
        ({ exitCode, signalCode }) => exitCode === null && !signalCode,
      )
      await Promise.all(
        running.map((child) => {
          const ended = once(child, 'exit')
          child.disconnect()
          return ended
        }),
      )
    },
  }
}
export type Builds = ReturnType<typeof startBuilds>
