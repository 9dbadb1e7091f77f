import { spawn } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../..')
const LIMIT = 120_000

export type Ended = { code: number | null; said: string }

/** Runs a script of the server until it ends by itself, and gives what it said. */
export function runToEnd(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  limit = LIMIT,
): Promise<Ended> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', join(ROOT, script), ...args],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  const impatient = setTimeout(() => child.kill('SIGKILL'), limit)
  return new Promise((done) => {
    child.once('close', (code) => {
      clearTimeout(impatient)
      done({ code, said })
    })
  })
}

/** A start that is expected to be refused. */
export const startToEnd = (env: Record<string, string>) => runToEnd('api/src/main.ts', [], env)

/** Processes that work inside a folder: a database that was left behind, for instance. */
export function processesIn(folder: string): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids.map(Number).filter((id) => {
    try {
      return readlinkSync(`/proc/${id}/cwd`).startsWith(folder)
    } catch {
      return false
    }
  })
}
