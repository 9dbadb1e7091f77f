import { readFileSync, statSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { StartError } from '../../lib/start-error.ts'

/** The account that PostgreSQL runs under: our own, or another one when we are root. */
export type PostgresAccount = { uid: number; gid: number; other: boolean }

/** PostgreSQL refuses to run as root, so root lends it an account that owns nothing else. */
export function postgresAccount(): PostgresAccount {
  const uid = process.getuid?.() ?? -1
  const gid = process.getgid?.() ?? -1
  if (uid !== 0) return { uid, gid, other: false }
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const [, , id, group] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (id && group) return { uid: Number(id), gid: Number(group), other: true }
  }
  throw new StartError(
    'PostgreSQL does not run as root and no account postgres or nobody exists. ' +
      'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** True when the account can walk down to `path`; a checkout may lie below a private folder. */
export function canReach({ uid, gid, other }: PostgresAccount, path: string): boolean {
  if (!other) return true
  for (let folder = path; ; folder = dirname(folder)) {
    const stat = statSync(folder)
    const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
    if (stat.isDirectory() && (stat.mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

let hasSetpriv: boolean | undefined

/**
 * Command line that runs `program` under the account. With setpriv the kernel stops PostgreSQL when
 * this process is killed, so that no server is left behind.
 */
export function asAccount(
  account: PostgresAccount,
  program: string,
  args: string[],
  options: { dieWithUs?: boolean } = {},
): { command: string; args: string[]; identity: { uid?: number; gid?: number } } {
  hasSetpriv ??= spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0
  const { uid, gid, other } = account
  if (!hasSetpriv) return { command: program, args, identity: other ? { uid, gid } : {} }
  const drop = other ? ['--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups'] : []
  const die = options.dieWithUs ? ['--pdeathsig', 'INT'] : []
  if (drop.length + die.length === 0) return { command: program, args, identity: {} }
  return { command: 'setpriv', args: [...drop, ...die, program, ...args], identity: {} }
}
