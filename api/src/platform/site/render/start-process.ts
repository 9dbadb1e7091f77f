import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  canReach,
  postgresAccount,
  type PostgresAccount,
} from '../../../db/embedded/postgres-account.ts'

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
export function startProcess(): ChildProcess {
  const [command = '', ...args] = [...wrapper(), process.execPath, ...NODE_ARGUMENTS]
  return spawn(command, args, {
    cwd: '/',
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}
