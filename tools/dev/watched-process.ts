import { watch, type FSWatcher } from 'node:fs'
import { dirname, join } from 'node:path'
import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { NODE } from '../run/processes.mjs'
import { ROOT } from '../mfe/workspace.ts'

/** Editors write a file in several steps. */
const SETTLED_AFTER_MS = 20

export type FileWatch = { add(file: string): void; close(): void }

/**
 * Watches the folders of files that are added one by one, and tells of a change once it has settled. `isMeant`
 * says which of the files in these folders count.
 */
function watchFiles(isMeant: (file: string) => boolean, changed: (file: string) => void) {
  const folders = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined

  const notice = (file: string) => {
    if (!isMeant(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => changed(file), SETTLED_AFTER_MS)
  }
  return {
    add(file: string) {
      const folder = dirname(file)
      if (folders.has(folder)) return
      const watcher = watch(folder, (_event, name) => name && notice(join(folder, name)))
      // A folder that was removed is watched again when something in it is loaded.
      watcher.on('error', () => {
        watcher.close()
        folders.delete(folder)
      })
      folders.set(folder, watcher)
    },
    close() {
      clearTimeout(timer)
      for (const watcher of folders.values()) watcher.close()
      folders.clear()
    },
  } satisfies FileWatch
}

const PRELOAD = new URL('report-imports.mjs', import.meta.url)
const ASK_EVERY_MS = 15
/** A server that has more to end than this is ended; its work is safe against that. */
const GENTLE_MS = 250
const KEPT_WORDS = 4_000

type Options = {
  readonly name: string
  readonly script: string
  readonly env: NodeJS.ProcessEnv
  /** Whether it answers; asked until it does. */
  readonly isReady: () => Promise<boolean>
  /** What it prints on standard output. */
  readonly heard: (text: string) => void
  readonly say: (line: string) => void
}

type State =
  | { readonly is: 'starting' | 'ready' | 'stopped' }
  | { readonly is: 'broken'; readonly why: string }

/** It ended with an error; the message is what it said last. */
export class Broken extends Error {}

/**
 * Runs a server with Node's own type stripping, and starts it anew at an edit of a file that it has loaded. Who
 * wants something of it waits until it answers.
 */
export function watchedProcess(options: Options) {
  const { name, script, env, isReady, heard, say } = options
  const loaded = new Set<string>()
  const waiting = new Set<() => void>()
  let state: State = { is: 'starting' }
  let child: ChildProcess | undefined
  let renewal: Promise<void> = Promise.resolve()

  const become = (next: State) => {
    state = next
    for (const goOn of waiting) goOn()
    waiting.clear()
  }

  // While it is broken, what keeps it from loading may lie in a file that it never came to.
  const files = watchFiles(
    (file) => loaded.has(file) || (state.is === 'broken' && /\.(ts|json)$/.test(file)),
    () => {
      renewal = renewal.then(renew)
    },
  )

  function start() {
    const begin = performance.now()
    const isFirst = loaded.size === 0
    let words = ''
    become({ is: 'starting' })
    const own = fork(script, [], {
      cwd: ROOT,
      env,
      execPath: NODE,
      execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--import', PRELOAD.href],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C reaches us alone, and we end what others work with last.
      detached: true,
    })
    child = own
    own.on('message', (message) => {
      if (typeof message !== 'object' || message === null || !('loads' in message)) return
      const file = fileURLToPath(String(message.loads))
      loaded.add(file)
      files.add(file)
    })
    own.stdout?.on('data', (chunk) => heard(String(chunk)))
    own.stderr?.on('data', (chunk) => {
      words = (words + String(chunk)).slice(-KEPT_WORDS)
      process.stderr.write(chunk)
    })
    own.once('close', (code) => {
      if (child !== own) return
      child = undefined
      if (state.is === 'stopped') return
      say(`${name} ended (${code ?? 'killed'}), see above; it starts again at the next edit.`)
      become({ is: 'broken', why: words.trim() || `It ended with ${code}.` })
    })
    void untilReady(own).then((isThere) => {
      if (!isThere) return
      become({ is: 'ready' })
      if (!isFirst) say(`${name} is renewed in ${seconds(performance.now() - begin)}.`)
    })
  }

  async function untilReady(own: ChildProcess): Promise<boolean> {
    while (child === own) {
      if (await isReady().catch(() => false)) return child === own
      await pause(ASK_EVERY_MS)
    }
    return false
  }

  async function end() {
    const own = child
    child = undefined
    if (!own || own.exitCode !== null || own.signalCode !== null) return
    const ended = new Promise((done) => own.once('exit', done))
    own.kill('SIGTERM')
    const slow = setTimeout(() => own.kill('SIGKILL'), GENTLE_MS)
    await ended
    clearTimeout(slow)
  }

  async function renew() {
    if (state.is === 'stopped') return
    become({ is: 'starting' })
    await end()
    start()
  }

  start()
  return {
    /** Resolves when it answers; rejects with what it said where it is broken. */
    async ready(): Promise<void> {
      while (state.is === 'starting') await new Promise<void>((goOn) => waiting.add(goOn))
      if (state.is === 'broken') throw new Broken(state.why)
    },
    isReady: () => state.is === 'ready',
    async stop() {
      become({ is: 'stopped' })
      files.close()
      await renewal
      await end()
    },
  }
}
export type WatchedProcess = ReturnType<typeof watchedProcess>

export const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`
