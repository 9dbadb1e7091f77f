import { spawn } from 'node:child_process'
import path from 'node:path'

export const ROOT = path.resolve(
  import.meta.dirname ?? new URL('.', import.meta.url).pathname,
  '../..',
)
/** Where the remotes and the installed packages are: here, or in the repository that uses the package @awards/mfe. */
const PROJECT = process.env.MFE_PROJECT ?? ROOT
const BIN = path.join(PROJECT, 'node_modules/.bin')

/** The Node that the workspace pins; everything but this folder runs with it. A team has its own. */
export const NODE = PROJECT === ROOT ? path.join(BIN, 'node') : process.execPath
// `shared` has no "type", since webpack builds it; Node would mention that at each start.
export const QUIET = [
  '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
  '--disable-warning=ExperimentalWarning',
]

/**
 * Bounds the memory of the server; deploy/Dockerfile says the same. On a large machine V8 lets young objects take 128 MB
 * and the old generation grow fourfold between two collections, and glibc keeps an arena per thread: 500 MB around 50
 * that are in use.
 */
export const SERVER = {
  flags: ['--max-semi-space-size=16', '--max-old-space-size=1024'],
  env: { MALLOC_ARENA_MAX: '2' },
}

const PARENT_POLL_MS = 250
const running = new Set()
/** Set by a signal to a run of several programs: it exits with the last of them and starts no other. */
let isEnding = false

/** Runs a program and resolves with its exit code. Signals are passed on to its whole group. */
export function run(command, args, { env = {}, cwd = PROJECT, stdio = 'inherit', onOutput } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : stdio,
      detached: true,
      env: { ...process.env, ...env, PATH: `${BIN}${path.delimiter}${process.env.PATH}` },
    })
    running.add(child)
    child.stdout?.on('data', (chunk) => onOutput?.(chunk))
    child.stderr?.on('data', (chunk) => onOutput?.(chunk))
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`)
      resolve(1)
    })
    child.on('close', (code) => {
      running.delete(child)
      if (isEnding && running.size === 0) process.exit(130)
      resolve(code ?? 1)
    })
  })
}

/** Runs a script with the pinned Node; `flags` are Node's own. */
export const runTool = (script, args = [], { flags = [], ...options } = {}) =>
  run(NODE, [...QUIET, ...flags, path.join(ROOT, script), ...args], options)

/**
 * A child is the leader of a group, so that whatever it started goes with it. A shell between npm
 * and us dies of a signal without passing it on, so losing the parent counts as one. With `endsRun` the run ends too;
 * else its exit code is that of the program.
 */
export function passSignals({ endsRun = false } = {}) {
  const stopAll = () => {
    if (running.size === 0) process.exit(130)
    isEnding = endsRun
    for (const child of running) stopGroup(child)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll)

  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stopAll()
  }, PARENT_POLL_MS)
  watch.unref()
}

function stopGroup(child) {
  try {
    process.kill(-child.pid, 'SIGTERM')
  } catch {
    child.kill('SIGTERM')
  }
}
