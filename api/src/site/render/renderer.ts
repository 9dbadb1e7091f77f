import type { ChildProcess } from 'node:child_process'
import type { Log } from '../../app/log.ts'
import type { FromRenderer, PageJob, ToRenderer } from './messages.ts'
import { startProcess } from './start-process.ts'

/** After this a page is sent without its content. */
const PAGE_MS = 2_000
/** The first page after a start waits for the code too. */
const START_MS = 6_000
/** Further pages are sent without their content rather than waiting in a long row. */
const MOST_AT_ONCE = 60
/** A process that has evaluated this many versions makes place for a new one. */
const MOST_VERSIONS = 12
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

type Waiting = {
  readonly call: CallPublic
  readonly resolve: (page: unknown) => void
  readonly reject: (error: Error) => void
}

/** The process that renders pages: started with the first, and again after it ended. */
export function pageRenderer(log: Log) {
  let child: ChildProcess | undefined
  let sent = new Set<string>()
  let isWarm = false
  let isClosed = false
  let jobs = 0
  let starts: number[] = []
  const waiting = new Map<number, Waiting>()

  function failAll(reason: string) {
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }

  /** Lets go of the process; who waits for it is told. */
  function drop(reason: string) {
    const dropped = child
    child = undefined
    sent = new Set()
    isWarm = false
    dropped?.removeAllListeners()
    dropped?.on('error', () => undefined)
    dropped?.kill('SIGKILL')
    failAll(reason)
  }

  const say = (message: ToRenderer) => child?.send(message, () => undefined)

  async function answer({ job, call, url, input }: FromRenderer & { kind: 'call' }) {
    const asking = child
    const body = await waiting
      .get(job)
      ?.call(url, input)
      .catch(() => undefined)
    if (child === asking) say({ kind: 'answer', call, body })
  }

  function hear(message: FromRenderer) {
    if (message.kind === 'ready') return
    if (message.kind === 'call') return void answer(message)
    isWarm = true
    const found = waiting.get(message.job)
    waiting.delete(message.job)
    if (message.kind === 'done') found?.resolve(message.page)
    else found?.reject(new Error(message.reason))
  }

  function start() {
    const now = Date.now()
    starts = starts.filter((at) => now - at < STARTS_WITHIN_MS)
    if (isClosed || starts.length >= MOST_STARTS) throw new Error('The renderer rests.')
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

  async function render({ shell, remote, page, call }: RenderRequest): Promise<unknown> {
    if (waiting.size >= MOST_AT_ONCE) throw new Error('Too many pages wait to be rendered.')
    if (sent.size >= MOST_VERSIONS && waiting.size === 0) drop('It knew too many versions.')
    if (!child) start()
    teach(shell)
    if (remote) teach(remote.code)
    const job = ++jobs
    const limit = isWarm ? PAGE_MS : START_MS
    const done = new Promise<unknown>((resolve, reject) => {
      waiting.set(job, { call, resolve, reject })
    })
    const timer = setTimeout(() => {
      // It may hang in a loop, so no other page can be waited for either.
      if (waiting.has(job)) drop(`A page took longer than ${limit} ms.`)
    }, limit)
    const ofRemote = remote && { name: remote.name, key: remote.code.key }
    say({ kind: 'render', job, shell: shell.key, remote: ofRemote, page })
    try {
      return await done
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    render,
    /** The process of the moment, if there is one. */
    pid: () => child?.pid,
    close() {
      isClosed = true
      drop('The server stops.')
    },
  }
}
export type PageRenderer = ReturnType<typeof pageRenderer>
