import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  canReach,
  postgresAccount,
  type PostgresAccount,
} from '../../../../api/src/db/embedded/postgres-paths.ts'
import { concurrencyLimit } from '../../../../api/src/lib/concurrency.ts'
import type { Log } from '../../../../api/src/observability/log.ts'
import { FromRenderer, type CallOfPage, type PageJob, type ToRenderer } from './messages.ts'

const PROGRAM = readFileSync(join(import.meta.dirname, 'renderer-process.ts'), 'utf8')
const MEMORY_MB = 256
const NODE_ARGUMENTS = [
  '--permission',
  '--disallow-code-generation-from-strings',
  `--max-old-space-size=${MEMORY_MB}`,
  '--no-warnings',
  '--input-type=module-typescript',
  '--eval',
  PROGRAM,
]

/** An account that owns nothing: neither ours nor that of the database. */
function lentAccount(): PostgresAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const taken = postgresAccount().uid
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['nobody', 'daemon', 'games']) {
    const [, , id, group] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (!id || !group || Number(id) === taken) continue
    const account = { uid: Number(id), gid: Number(group), other: true }
    if (canReach(account, process.execPath)) return account
  }
  return undefined
}

const works = ([command = '', ...args]: readonly string[]) =>
  spawnSync(command, [...args, process.execPath, '--version'], { stdio: 'ignore' }).status === 0

let wrapping: readonly string[] | undefined

/** The strictest of the ways to start a program that this system knows. */
function wrapper(): readonly string[] {
  if (wrapping) return wrapping
  const account = lentAccount()
  const drop = account && [
    '--reuid',
    `${account.uid}`,
    '--regid',
    `${account.gid}`,
    '--clear-groups',
  ]
  const lend = ['setpriv', ...(drop ?? []), '--no-new-privs', '--pdeathsig', 'KILL']
  const withoutNetwork =
    process.getuid?.() === 0 ? ['unshare', '--net'] : ['unshare', '--map-current-user', '--net']
  const ways = [[...withoutNetwork, ...lend], lend]
  wrapping = ways.find(works) ?? []
  return wrapping
}

/**
 * Starts the process that renders: no files, no environment, where the system can do it no network, and
 * an account that owns nothing.
 */
function startProcess(): ChildProcess {
  const [command = '', ...args] = [...wrapper(), process.execPath, ...NODE_ARGUMENTS]
  return spawn(command, args, {
    cwd: '/',
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

/** After this a page is sent without its content. */
const PAGE_MS = 2_000
/** The first page after a start waits for the code too. */
const START_MS = 6_000
/** So many are on their way in the process; the time of a page begins when its turn comes. */
const MOST_AT_ONCE = 4
/** Further pages are sent without their content rather than waiting in a long row. */
const MOST_WAITING = 60
/** What a page shows is asked for in a handful of calls. */
const MOST_CALLS = 100
const MOST_STARTS = 6
const STARTS_WITHIN_MS = 60_000
const MOST_OUTPUT = 2_000

/** Code by a name that stands for these very bytes. */
export type Code = { readonly key: string; readonly text: string }

/** Answers a call that a page makes; `url` is below `/api`. */
export type CallPublic = (url: string, input: unknown) => Promise<unknown>

export type RenderRequest = {
  readonly shell: Code
  readonly remote: { readonly name: string; readonly code: Code } | undefined
  readonly page: PageJob['page']
  readonly call: CallPublic
}

/** The code of a page threw; other errors are of the renderer, or of a busy machine. */
export class PageError extends Error {}

type Waiting = {
  readonly call: CallPublic
  readonly resolve: (page: unknown) => void
  readonly reject: (error: Error) => void
  calls: number
  unanswered: number
}

/** One process that renders pages: started with the first, and again after it ended. */
export function oneRenderer(log: Log) {
  const turn = concurrencyLimit(MOST_AT_ONCE)
  const waiting = new Map<number, Waiting>()
  let child: ChildProcess | undefined
  let sent = new Set<string>()
  let isWarm = false
  let jobs = 0
  let inside = 0
  let starts: number[] = []

  /** Lets go of the process; who waits for it is told. */
  function drop(reason: string) {
    const dropped = child
    child = undefined
    sent = new Set()
    isWarm = false
    dropped?.removeAllListeners()
    dropped?.on('error', () => undefined)
    dropped?.kill('SIGKILL')
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }

  const say = (message: ToRenderer) => child?.send(message, () => undefined)

  async function answer({ job, call, url, input }: CallOfPage) {
    const asking = child
    const page = waiting.get(job)
    if (!page || page.calls >= MOST_CALLS) return
    page.calls += 1
    page.unanswered += 1
    const body = await page.call(url, input).catch(() => undefined)
    page.unanswered -= 1
    if (child === asking) say({ kind: 'answer', call, body })
  }

  /** Code of pages may have found a way to speak: what is no message of ours is not heard. */
  function hear(said: unknown) {
    const { data: message } = FromRenderer.safeParse(said)
    if (!message || message.kind === 'ready') return
    if (message.kind === 'call') return void answer(message)
    isWarm = true
    const found = waiting.get(message.job)
    waiting.delete(message.job)
    if (message.kind === 'done') found?.resolve(message.page)
    else found?.reject(new PageError(message.reason))
  }

  function start() {
    const now = Date.now()
    starts = starts.filter((at) => now - at < STARTS_WITHIN_MS)
    if (starts.length >= MOST_STARTS) throw new Error('The renderer rests.')
    starts.push(now)
    const started = startProcess()
    child = started
    started.on('message', hear)
    const end = (reason: string) => child === started && drop(`The renderer ended: ${reason}`)
    started.on('error', (error) => end(error.message))
    started.on('exit', (code, signal) => end(String(signal ?? code)))
    started.stderr?.on('data', (text: Buffer) =>
      log.warn('render.output', { text: text.toString().slice(0, MOST_OUTPUT) }),
    )
  }

  function teach({ key, text }: Code) {
    if (sent.has(key)) return
    sent.add(key)
    say({ kind: 'code', key, code: text })
  }

  const limitNow = () => (isWarm ? PAGE_MS : START_MS)

  function giveUp(job: number, limit: number) {
    const page = waiting.get(job)
    const reason = `A page took longer than ${limit} ms.`
    if (!page) return
    // It may hang in a loop, so no other page can be waited for either; a slow answer is ours.
    if (page.unanswered === 0) return drop(reason)
    waiting.delete(job)
    page.reject(new Error(reason))
  }

  async function renderNow({ shell, remote, page, call }: RenderRequest): Promise<unknown> {
    if (!child) start()
    teach(shell)
    if (remote) teach(remote.code)
    const job = ++jobs
    const done = new Promise<unknown>((resolve, reject) => {
      waiting.set(job, { call, resolve, reject, calls: 0, unanswered: 0 })
    })
    const limit = limitNow()
    const timer = setTimeout(() => giveUp(job, limit), limit)
    const ofRemote = remote && { name: remote.name, key: remote.code.key }
    say({ kind: 'render', job, shell: shell.key, remote: ofRemote, page })
    try {
      return await done
    } finally {
      clearTimeout(timer)
    }
  }

  /** Renders when its turn comes, unless that takes too long. */
  async function render(request: RenderRequest): Promise<unknown> {
    if (inside >= MOST_WAITING) throw new Error('Too many pages wait to be rendered.')
    inside += 1
    const tooLong = new AbortController()
    const timer = setTimeout(() => tooLong.abort(), limitNow())
    const late = new Promise<never>((_, reject) => {
      const error = new Error('A page waited too long for its turn.')
      tooLong.signal.addEventListener('abort', () => reject(error))
    })
    const done = turn(async () => {
      clearTimeout(timer)
      return tooLong.signal.aborted ? undefined : renderNow(request)
    })
    return Promise.race([done, late]).finally(() => (inside -= 1))
  }

  return {
    render,
    isIdle: () => inside === 0,
    pid: () => child?.pid,
    close: () => drop('The renderer is not needed any more.'),
  }
}
export type OneRenderer = ReturnType<typeof oneRenderer>
