/*
 * The program of the process that renders pages. It stands alone: the server hands its text to a Node
 * that may read no file, and everything else comes as messages. Code of remotes is evaluated here, with
 * the shared modules as all it can require.
 */
import { compileFunction } from 'node:vm'
import type { FromRenderer, PageJob, ToRenderer } from './messages.ts'

type Remote = { readonly routes: unknown }
type Shell = {
  readonly ready: Promise<void>
  readonly provided: Readonly<Record<string, unknown>>
  render(request: object): Promise<unknown>
}

/** Parts of Node that React and the rendering itself need; none of them leads out of the process. */
const HARMLESS = new Set(['assert', 'async_hooks', 'buffer', 'crypto', 'events', 'stream', 'util'])
/** What leads out of the process, or around what is provided. */
const WAYS_OUT = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'BroadcastChannel']
const WAYS_OF_PROCESS = ['getBuiltinModule', 'binding', '_linkedBinding', 'dlopen', 'kill', 'send']

const send = process.send?.bind(process) as (message: FromRenderer) => void
const builtin = process.getBuiltinModule.bind(process)
for (const name of WAYS_OUT) Reflect.deleteProperty(globalThis, name)
for (const name of WAYS_OF_PROCESS) Reflect.set(process, name, undefined)

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
  if (HARMLESS.has(name)) return builtin(name)
  throw new Error(`${request} is not there while a page is rendered.`)
}

function remember<T>(kept: Map<string, T>, key: string, make: () => T): T {
  const known = kept.get(key) ?? make()
  kept.set(key, known)
  return known
}

const shellOf = (key: string) => remember(shells, key, () => evaluate<Shell>(key, builtinOf))

const remoteOf = (key: string, shellKey: string) =>
  remember(remotes, `${shellKey} ${key}`, () =>
    evaluate<Remote>(key, (name) => {
      const { provided } = shellOf(shellKey)
      if (Object.hasOwn(provided, name)) return provided[name]
      throw new Error(`The shell does not provide ${name} to ${key}.`)
    }),
  )

const ask = (job: number, { url, input }: { url: string; input: unknown }) =>
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
      call: (request: { url: string; input: unknown }) => ask(job, request),
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
// What somebody forgot to await belongs to no page; those that wait for it run into their time limit.
process.on('unhandledRejection', (error) => console.error(error))
send({ kind: 'ready' })
