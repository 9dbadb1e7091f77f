import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

const RESTART_MS = 500
const STOP_LIMIT = 12_000

/** A program of the topology. `ready` resolves when others may use it. */
export type Program = {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly ready: () => Promise<boolean>
  /** The process that a power cut would end, where it is not the one that is started here. */
  readonly heart?: () => number | undefined
}

export type MemberState = 'starting' | 'running' | 'restarting' | 'held'
type Listener = () => void

/** Keeps a program running: what dies by itself is started again, what was stopped stays stopped. */
export function startMember(program: Program, said: (line: string) => void, changed: Listener) {
  let child: ChildProcess | undefined
  let state: MemberState = 'held'
  let wanted = false
  let restarts = 0
  let ended: Promise<void> = Promise.resolve()

  const become = (next: MemberState) => {
    state = next
    changed()
  }

  function launch() {
    const mine = spawn(program.command, program.args, {
      cwd: program.cwd,
      env: program.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = mine
    become(restarts > 0 ? 'restarting' : 'starting')
    for (const stream of [mine.stdout, mine.stderr]) eachLine(stream, said)
    mine.on('error', (error) => said(error.message))
    ended = new Promise((done) => {
      mine.once('exit', (code, signal) => {
        child = undefined
        said(`ended with ${signal ?? code}`)
        done()
        become(wanted ? 'restarting' : 'held')
        if (wanted) setTimeout(() => wanted && !child && relaunch(), RESTART_MS)
      })
    })
    void untilReady(mine)
  }

  function relaunch() {
    restarts += 1
    launch()
  }

  async function untilReady(mine: ChildProcess) {
    while (child === mine) {
      if (await program.ready().catch(() => false)) return child === mine && become('running')
      await delay(50)
    }
  }

  return {
    name: program.name,
    /** What others may know of it. */
    view: () => ({ state, pid: child?.pid ?? null, restarts }),
    isRunning: () => state === 'running',
    start() {
      wanted = true
      if (!child) launch()
    },
    /** Ends it in its own time; it stays down until it is started again. */
    async stop() {
      wanted = false
      const mine = child
      mine?.kill('SIGTERM')
      const impatient = setTimeout(() => mine?.kill('SIGKILL'), STOP_LIMIT)
      await ended
      clearTimeout(impatient)
    },
    /** Ends it without a word; it is started again unless it is held. */
    async kill({ hold }: { hold: boolean }) {
      wanted = wanted && !hold
      const heart = program.heart?.()
      if (heart) process.kill(heart, 'SIGKILL')
      else child?.kill('SIGKILL')
      await ended
    },
  }
}

export type Member = ReturnType<typeof startMember>

function eachLine(stream: NodeJS.ReadableStream | null, said: (line: string) => void) {
  let rest = ''
  stream?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) said(line)
  })
  stream?.on('end', () => rest && said(rest))
}
