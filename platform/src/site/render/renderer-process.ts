/*
 * Program of the renderer process. It imports no files: the server passes its source with `--eval` to a Node process
 * without file access, and sends all code and data as messages. Code of remotes can require only the shared modules.
 */
import { compileFunction } from 'node:vm'
import type { FromRenderer, PageJob, ToRenderer } from './renderer-client.ts'

type Remote = { readonly routes: unknown }
type Shell = {
  readonly ready: Promise<void>
  readonly provided: Readonly<Record<string, unknown>>
  render(request: object): Promise<unknown>
}

/** Node modules that React and the renderer need; none gives access outside the process. */
const ALLOWED_BUILTINS = new Set([
  'assert',
  'async_hooks',
  'buffer',
  'crypto',
  'events',
  'stream',
  'util',
])
/** Globals and process functions with network, file or message access; removed before code of remotes runs. */
const REMOVED_GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'BroadcastChannel']
const REMOVED_PROCESS_FUNCTIONS = [
  'getBuiltinModule',
  'binding',
  '_linkedBinding',
  'dlopen',
  'kill',
  'send',
]

const send = process.send?.bind(process) as (message: FromRenderer) => void
const builtin = process.getBuiltinModule.bind(process)
for (const name of REMOVED_GLOBALS) Reflect.deleteProperty(globalThis, name)
for (const name of REMOVED_PROCESS_FUNCTIONS) Reflect.set(process, name, undefined)

const codes = new Map<string, string>()
const shells = new Map<string, Shell>()
const remotes = new Map<string, Remote>()
const waiting = new Map<number, (body: unknown) => void>()
let calls = 0

function evaluate<T>(key: string, require: (name: string) => unknown): T {
  const code = codes.get(key)
  if (code === undefined) throw new Error(`There is no code for ${key}.`)
  const module = { exports: {} }
  compileFunction(code, ['module', 'exports', 'require'], { filename: key })(
    module,
    module.exports,
    require,
  )
  return module.exports as T
}

function builtinOf(request: string): unknown {
  const name = request.replace(/^node:/, '')
  if (ALLOWED_BUILTINS.has(name)) return builtin(name)
  throw new Error(`${request} is not there while a page is rendered.`)
}

function memoize<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const known = cache.get(key) ?? make()
  cache.set(key, known)
  return known
}

const shellOf = (key: string) => memoize(shells, key, () => evaluate<Shell>(key, builtinOf))

const remoteOf = (key: string, shellKey: string) =>
  memoize(remotes, `${shellKey} ${key}`, () =>
    evaluate<Remote>(key, (name) => {
      const { provided } = shellOf(shellKey)
      if (Object.hasOwn(provided, name)) return provided[name]
      throw new Error(`The shell does not provide ${name} to ${key}.`)
    }),
  )

const callServer = (job: number, { url, input }: { url: string; input: unknown }) =>
  new Promise((resolve) => {
    const call = ++calls
    waiting.set(call, resolve)
    send({ kind: 'call', job, call, url, input })
  })

async function render({ job, shell, remote, page }: PageJob) {
  try {
    await shellOf(shell).ready
    const { name, key } = remote ?? {}
    const loaded = key && { name, routes: remoteOf(key, shell).routes }
    const rendered = await shellOf(shell).render({
      ...page,
      remote: loaded,
      call: (request: { url: string; input: unknown }) => callServer(job, request),
    })
    send({ kind: 'done', job, page: rendered })
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    send({ kind: 'failed', job, reason })
  }
}

process.on('message', (message: ToRenderer) => {
  if (message.kind === 'code') codes.set(message.key, message.code)
  else if (message.kind === 'render') void render(message)
  else {
    waiting.get(message.call)?.(message.body)
    waiting.delete(message.call)
  }
})
process.on('disconnect', () => process.exit(0))
// A floating rejection belongs to no page; only logged, and a page that depends on it times out.
process.on('unhandledRejection', (error) => console.error(error))
send({ kind: 'ready' })
