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
import { z } from 'zod'

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

/** As root: an unprivileged account that owns no files, other than that of the database. */
function unprivilegedAccount(): PostgresAccount | undefined {
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

const isAvailable = ([command = '', ...args]: readonly string[]) =>
  spawnSync(command, [...args, process.execPath, '--version'], { stdio: 'ignore' }).status === 0

let sandbox: readonly string[] | undefined

/** The strictest sandbox command that this system supports (`unshare`, `setpriv`); empty if none works. */
function sandboxCommand(): readonly string[] {
  if (sandbox) return sandbox
  const account = unprivilegedAccount()
  const dropPrivileges = account && [
    '--reuid',
    `${account.uid}`,
    '--regid',
    `${account.gid}`,
    '--clear-groups',
  ]
  const setpriv = ['setpriv', ...(dropPrivileges ?? []), '--no-new-privs', '--pdeathsig', 'KILL']
  const unshareNetwork =
    process.getuid?.() === 0 ? ['unshare', '--net'] : ['unshare', '--map-current-user', '--net']
  const candidates = [[...unshareNetwork, ...setpriv], setpriv]
  sandbox = candidates.find(isAvailable) ?? []
  return sandbox
}

/**
 * Starts the renderer process without file access (Node's permission model) and environment; if the system supports it
 * also without network and as an unprivileged account.
 */
function startProcess(): ChildProcess {
  const [command = '', ...args] = [...sandboxCommand(), process.execPath, ...NODE_ARGUMENTS]
  return spawn(command, args, {
    cwd: '/',
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

/** Timeout of a page; it is then sent without content. */
const PAGE_TIMEOUT_MS = 2_000
/** Timeout of the first page after a start, which includes evaluating the code. */
const START_TIMEOUT_MS = 6_000
/** How long a process may evaluate its code: pages are sent without content meanwhile, and it goes on for the next ones. */
const START_LIMIT_MS = 30_000
/** Concurrent pages per process; the timeout of a page starts when it leaves the queue. */
const MAX_CONCURRENT = 4
/** Queue limit; further pages are sent without content. */
const MAX_QUEUED = 60
/** Limit of API calls per page, which needs only a few. */
const MAX_CALLS = 100
const MAX_STARTS = 6
const STARTS_WITHIN_MS = 60_000
const MAX_OUTPUT_LENGTH = 2_000

/** Code with a content-based key: equal keys mean equal bytes. */
export type Code = { readonly key: string; readonly text: string }

/** Answers an API call of a page; `url` is relative to `/api`. */
export type CallPublic = (url: string, input: unknown) => Promise<unknown>

type RenderRequest = {
  readonly shell: Code
  readonly remote: { readonly name: string; readonly code: Code } | undefined
  readonly page: PageJob['page']
  readonly call: CallPublic
}

/** An exception in the code of a page, as opposed to a failure of the renderer or a timeout. */
export class PageError extends Error {}

type PendingPage = {
  readonly call: CallPublic
  readonly resolve: (page: unknown) => void
  readonly reject: (error: Error) => void
  calls: number
  unanswered: number
}

/**
 * Client of one renderer process, which it starts on demand and restarts after a crash (at most six times a minute).
 * `render` rejects with a PageError if the page's code throws, and with an Error on timeout, crash or a full queue.
 */
export function rendererClient(log: Log) {
  const limited = concurrencyLimit(MAX_CONCURRENT)
  const pending = new Map<number, PendingPage>()
  let child: ChildProcess | undefined
  let sent = new Set<string>()
  let isWarm = false
  let jobs = 0
  let queued = 0
  let starts: number[] = []
  let startedAt = 0

  /** Kills the process and rejects its pending pages. */
  function kill(reason: string) {
    const killed = child
    child = undefined
    sent = new Set()
    isWarm = false
    killed?.removeAllListeners()
    killed?.on('error', () => undefined)
    killed?.kill('SIGKILL')
    for (const { reject } of pending.values()) reject(new Error(reason))
    pending.clear()
  }

  const send = (message: ToRenderer) => child?.send(message, () => undefined)

  async function answerCall({ job, call, url, input }: CallOfPage) {
    const caller = child
    const page = pending.get(job)
    if (!page || page.calls >= MAX_CALLS) return
    page.calls += 1
    page.unanswered += 1
    const body = await page.call(url, input).catch(() => undefined)
    page.unanswered -= 1
    if (child === caller) send({ kind: 'answer', call, body })
  }

  /** Ignores invalid messages: the code of a page may have found a way to send. */
  function onMessage(raw: unknown) {
    const { data: message } = FromRenderer.safeParse(raw)
    if (!message || message.kind === 'ready') return
    if (message.kind === 'call') return void answerCall(message)
    isWarm = true
    const found = pending.get(message.job)
    pending.delete(message.job)
    if (message.kind === 'done') found?.resolve(message.page)
    else found?.reject(new PageError(message.reason))
  }

  function start() {
    const now = Date.now()
    starts = starts.filter((at) => now - at < STARTS_WITHIN_MS)
    if (starts.length >= MAX_STARTS) throw new Error('The renderer rests.')
    starts.push(now)
    startedAt = now
    const started = startProcess()
    child = started
    started.on('message', onMessage)
    const end = (reason: string) => child === started && kill(`The renderer ended: ${reason}`)
    started.on('error', (error) => end(error.message))
    started.on('exit', (code, signal) => end(String(signal ?? code)))
    started.stderr?.on('data', (text: Buffer) =>
      log.warn('render.output', { text: text.toString().slice(0, MAX_OUTPUT_LENGTH) }),
    )
  }

  function loadCode({ key, text }: Code) {
    if (sent.has(key)) return
    sent.add(key)
    send({ kind: 'code', key, code: text })
  }

  const pageTimeout = () => (isWarm ? PAGE_TIMEOUT_MS : START_TIMEOUT_MS)

  function onTimeout(job: number, limit: number) {
    const page = pending.get(job)
    const reason = `A page took longer than ${limit} ms.`
    if (!page) return
    const isStarting = !isWarm && Date.now() - startedAt < START_LIMIT_MS
    // No pending call: the code may be in an endless loop, which blocks all pages. Otherwise the API is slow.
    if (page.unanswered === 0 && !isStarting) return kill(reason)
    pending.delete(job)
    page.reject(new Error(reason))
  }

  async function renderNow({ shell, remote, page, call }: RenderRequest): Promise<unknown> {
    if (!child) start()
    loadCode(shell)
    if (remote) loadCode(remote.code)
    const job = ++jobs
    const done = new Promise<unknown>((resolve, reject) => {
      pending.set(job, { call, resolve, reject, calls: 0, unanswered: 0 })
    })
    const limit = pageTimeout()
    const timer = setTimeout(() => onTimeout(job, limit), limit)
    const ofRemote = remote && { name: remote.name, key: remote.code.key }
    send({ kind: 'render', job, shell: shell.key, remote: ofRemote, page })
    try {
      return await done
    } finally {
      clearTimeout(timer)
    }
  }

  /** Renders when the queue allows; rejects if it waits longer than the timeout. */
  async function render(request: RenderRequest): Promise<unknown> {
    if (queued >= MAX_QUEUED) throw new Error('Too many pages wait to be rendered.')
    queued += 1
    const tooLong = new AbortController()
    const timer = setTimeout(() => tooLong.abort(), pageTimeout())
    const late = new Promise<never>((_, reject) => {
      const error = new Error('A page waited too long for its turn.')
      tooLong.signal.addEventListener('abort', () => reject(error))
    })
    const done = limited(async () => {
      clearTimeout(timer)
      return tooLong.signal.aborted ? undefined : renderNow(request)
    })
    return Promise.race([done, late]).finally(() => (queued -= 1))
  }

  return {
    render,
    isIdle: () => queued === 0,
    pid: () => child?.pid,
    close: () => kill('The renderer is not needed any more.'),
  }
}
type RendererClient = ReturnType<typeof rendererClient>

/** A canary needs two processes, a promotion two for a short time. */
const MAX_PROCESSES = 3
/** Idle processes are closed after this time when another is needed. */
const IDLE_MS = 5 * 60_000

type RendererSlot = {
  readonly renderer: RendererClient
  readonly shell: string
  /** Key of the evaluated code by remote. */
  readonly remotes: Map<string, string>
  usedAt: number
}

/**
 * Pool of renderer processes. Message catalogs and API calls are registered by the name of the remote, as in a browser,
 * so one process never loads two versions of a remote.
 */
export function rendererPool(log: Log) {
  let slots: RendererSlot[] = []
  let last: RendererSlot | undefined
  let isClosed = false

  function closeSlot(gone: RendererSlot) {
    slots = slots.filter((slot) => slot !== gone)
    gone.renderer.close()
  }

  function evictIdle(now: number) {
    const idle = slots
      .filter(({ renderer }) => renderer.isIdle())
      .toSorted((a, b) => a.usedAt - b.usedAt)
    for (const slot of idle) {
      if (slots.length >= MAX_PROCESSES || now - slot.usedAt > IDLE_MS) closeSlot(slot)
    }
    if (slots.length >= MAX_PROCESSES) throw new Error('Too many versions are rendered at once.')
  }

  function slotFor({ shell, remote }: RenderRequest): RendererSlot {
    const now = Date.now()
    const isCompatible = (slot: RendererSlot) => {
      if (slot.shell !== shell.key) return false
      const known = remote && slot.remotes.get(remote.name)
      return known === undefined || known === remote?.code.key
    }
    const knows = (slot: RendererSlot) => remote !== undefined && slot.remotes.has(remote.name)
    const compatible = slots.filter(isCompatible)
    let slot = compatible.find(knows) ?? compatible[0]
    if (!slot) {
      evictIdle(now)
      slot = { renderer: rendererClient(log), shell: shell.key, remotes: new Map(), usedAt: now }
      slots.push(slot)
    }
    if (remote) slot.remotes.set(remote.name, remote.code.key)
    slot.usedAt = now
    return slot
  }

  return {
    async render(request: RenderRequest): Promise<unknown> {
      if (isClosed) throw new Error('The server stops.')
      last = slotFor(request)
      return last.renderer.render(request)
    },
    /** Process id of the last used renderer, for tests. */
    pid: () => last?.renderer.pid(),
    close() {
      isClosed = true
      for (const slot of slots) slot.renderer.close()
    },
  }
}
export type RendererPool = ReturnType<typeof rendererPool>

/** A page to render; `shell` and `remote.key` refer to code sent earlier. */
export type PageJob = {
  readonly kind: 'render'
  readonly job: number
  readonly shell: string
  readonly remote: { readonly name: string; readonly key: string } | undefined
  readonly page: {
    readonly path: string
    readonly search: string
    readonly language: string
    readonly configuration: unknown
    /** The answer to a form that was sent natively, without token and password. */
    readonly submitted?: unknown
    readonly discovery: unknown
  }
}

/** Messages from the server to the renderer process. */
export type ToRenderer =
  | PageJob
  | { readonly kind: 'code'; readonly key: string; readonly code: string }
  | { readonly kind: 'answer'; readonly call: number; readonly body: unknown }

const Id = z.int().positive()

const CallOfPage = z.object({
  kind: z.literal('call'),
  job: Id,
  call: Id,
  url: z.string().max(200),
  input: z.unknown(),
})
type CallOfPage = z.infer<typeof CallOfPage>

/** Messages from the renderer process. Validated, since it runs code of remotes. */
export const FromRenderer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  CallOfPage,
  z.object({ kind: z.literal('done'), job: Id, page: z.unknown() }),
  z.object({ kind: z.literal('failed'), job: Id, reason: z.string() }),
])
export type FromRenderer = z.infer<typeof FromRenderer>
