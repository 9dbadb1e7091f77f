import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { entries, publication, account, uploads, type Input } from '@awards/shared/contract'
import { errorCode } from '../../api/src/lib/errors.ts'
import { ACCOUNTS } from '../../e2e/src/harness/accounts.ts'
import { tokenOf } from '../../e2e/src/harness/browser.ts'
import { freePort, startSite } from '../../e2e/src/harness/site.ts'
import { proveNothingLost } from '../../ops/workload/proof.ts'
import { openConnection, type Answer, type Connection } from './connection.ts'
import type { Drill } from './report.ts'
import {
  demoFolder,
  QUIET_ENV,
  milliseconds,
  pause,
  seconds,
  until,
  numberOptions,
  targetOf,
  underLoad,
  UsageError,
  workloadOn,
} from './setup.ts'

const RESUME_BAR_MS = 5_000
const HANG_MS = 5_000
const EVERY_MS = 100
/** Default reserve below which the site refuses uploads. */
const UPLOADS_END = 128 * 1_024 * 1_024
const ROOM_FOR_UPLOADS = 8 * 1_024 * 1_024
const UPDATE = account.updateProfile
const UPLOAD = { filename: 'a.jpg', mime: 'image/jpeg', size: 2_000_000 }

/** Full disk: by uploads, then by another process down to the last byte; then space is freed. */
export const run: Drill = async (args) => {
  const { megabytes, seconds: full } = numberOptions(args, { megabytes: 300, seconds: 20 })
  const disk = await smallDisk(megabytes, await demoFolder())
  const start = { dataDir: disk.dataDir, port: await freePort(), env: QUIET_ENV }
  let site = await startSite(start)
  try {
    const token = await tokenOf(site, ACCOUNTS[0])
    const connection = openConnection(site.url)
    const { log, everybody, start: begin, stop } = await workloadOn(site)
    const { entrant, sessions, juror, uploader } = everybody
    void begin([entrant, sessions, juror, uploader])
    // Fills most of the disk; uploads alone would take too long.
    disk.fill(UPLOADS_END + ROOM_FOR_UPLOADS)
    const refusal = () =>
      connection.call(uploads.sign, { ...UPLOAD, purpose: 'entry_image' }, token)
    await until(async () => (await refusal()).code === 503, 'uploads are refused', 240_000)
    const told = await refusal()
    const byUploads = await watch(connection, token, full)

    disk.fill()
    const byOthers = await watch(connection, token, full)
    disk.fill()
    const toTheLast = await watch(connection, token, full)

    disk.free()
    const freed = performance.now()
    const saves = async () => (await write(connection, token)).code === 200
    await until(saves, 'a write succeeds')
    const takes = async () => (await refusal()).code === 200
    await until(takes, 'an upload is taken')
    const resumed = performance.now() - freed
    const isAlive = site.process.exitCode === null
    await underLoad(log)
    await stop()
    connection.close()

    await site.stop()
    site = await startSite(start)
    await proveNothingLost(targetOf(site), log)
    const phases = [byUploads, byOthers, toTheLast]
    const slowest = Math.max(...phases.map((phase) => phase.slowest))
    return {
      holds:
        isAlive &&
        phases.every(({ unclear, reads, readsServed }) => unclear === 0 && reads === readsServed) &&
        byUploads.writesServed === byUploads.writes &&
        slowest <= HANG_MS &&
        resumed <= RESUME_BAR_MS,
      figures: {
        'size of the disk': `${megabytes} MB`,
        'an upload is refused with': `${told.code}: ${String(told.msg)}`,
        'full of uploads': tell(byUploads),
        'filled from outside': tell(byOthers),
        'filled once more, reserve and all': tell(toTheLast),
        'slowest answer': milliseconds(slowest),
        'answers without a clear envelope': phases.reduce((sum, { unclear }) => sum + unclear, 0),
        'writes and uploads after space was freed': seconds(resumed),
        'confirmed writes lost after a restart': 0,
      },
    }
  } finally {
    await site.kill()
    disk.remove()
  }
}

const tell = ({ reads, readsServed, writes, writesServed }: Watched) =>
  `${readsServed} of ${reads} reads served, ${writesServed} of ${writes} writes`

/** A write without a change: saves the profile as it is. */
async function write(connection: Connection, token: string) {
  const { code, data, ...rest } = await connection.call(account.profile, {}, token)
  if (code !== 200) return { code, data, ...rest }
  return connection.call(UPDATE, data as Input<typeof UPDATE>, token)
}

type Watched = Awaited<ReturnType<typeof watch>>

/** Reads and writes in sequence for `length` seconds. */
async function watch(connection: Connection, token: string, length: number) {
  const [reads, writes]: [Answer[], Answer[]] = [[], []]
  const limit = performance.now() + length * 1_000
  while (performance.now() < limit) {
    reads.push(await connection.call(publication.winnerList, { pageSize: 12 }))
    reads.push(await connection.call(entries.entryList, {}, token))
    writes.push(await write(connection, token))
    await pause(EVERY_MS)
  }
  const served = (answers: Answer[]) => answers.filter(({ code }) => code === 200).length
  const all = [...reads, ...writes]
  return {
    reads: reads.length,
    readsServed: served(reads),
    writes: writes.length,
    writesServed: served(writes),
    unclear: all.filter(({ code }) => code !== 200 && code !== 503).length,
    slowest: Math.max(...all.map(({ ms }) => ms)),
  }
}

const PIECE = Buffer.alloc(64 * 1_024)

/** Mounts a tmpfs of `megabytes` with a copy of a folder; needs root. */
async function smallDisk(megabytes: number, from: string) {
  if (process.getuid?.() !== 0) {
    throw new UsageError('This drill mounts a small disk, which root alone may do. Run it as root.')
  }
  const place = await mkdtemp(join(tmpdir(), 'awards-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', place])
  let isThere = true
  const remove = () => {
    if (!isThere) return
    isThere = false
    execFileSync('umount', ['-l', place])
    rmSync(place, { recursive: true })
  }
  process.once('exit', remove)
  const dataDir = join(place, 'data')
  execFileSync('cp', ['-a', from, dataDir])
  const filler = join(place, 'filler')
  return {
    dataDir,
    /** Another writer fills the disk until `left` bytes are free. */
    fill(left = 0) {
      const file = openSync(filler, 'a')
      try {
        while (left === 0 || freeOn(place) > left) writeSync(file, PIECE)
      } catch (error) {
        if (errorCode(error) !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler),
    remove,
  }
}

function freeOn(place: string): number {
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize
}
