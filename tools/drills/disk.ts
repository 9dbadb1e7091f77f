import { performance } from 'node:perf_hooks'
import { entries, publication, account, uploads, type Input } from '@awards/shared/contract'
import { ACCOUNTS } from '../../e2e/src/harness/accounts.ts'
import { tokenOf } from '../../e2e/src/harness/browser.ts'
import { freePort, startSite } from '../../e2e/src/harness/site.ts'
import { proveNothingLost } from '../../ops/workload/proof.ts'
import { demoFolder, QUIET } from './demo.ts'
import { milliseconds, phase, seconds, until } from './figures.ts'
import { openLine, type Answer, type Line } from './line.ts'
import { numbers } from './options.ts'
import type { Drill } from './outcome.ts'
import { smallDisk } from './small-disk.ts'
import { targetOf, underLoad, workloadOn } from './work.ts'

const RESUME_BAR_MS = 5_000
const HANG_MS = 5_000
const EVERY_MS = 100
/** What the site keeps free of uploads unless it is told otherwise. */
const UPLOADS_END = 128 * 1_024 * 1_024
const ROOM_FOR_UPLOADS = 8 * 1_024 * 1_024
const UPDATE = account.updateProfile
const UPLOAD = { filename: 'a.jpg', mime: 'image/jpeg', size: 2_000_000 }

/** The disk fills up: with uploads, then from outside to the last byte; and has room again. */
export const run: Drill = async (args) => {
  const { megabytes, seconds: full } = numbers(args, { megabytes: 300, seconds: 20 })
  const disk = await smallDisk(megabytes, await demoFolder())
  const start = { dataDir: disk.dataDir, port: await freePort(), env: QUIET }
  let site = await startSite(start)
  try {
    const token = await tokenOf(site, ACCOUNTS[0])
    const line = openLine(site.url)
    const { log, everybody, start: begin, stop } = await workloadOn(site)
    const { entrant, sessions, juror, uploader } = everybody
    void begin([entrant, sessions, juror, uploader])
    // Uploads alone would take their time to get this far.
    disk.fill(UPLOADS_END + ROOM_FOR_UPLOADS)
    const refusal = () => line.call(uploads.sign, { ...UPLOAD, purpose: 'entry_image' }, token)
    await until(async () => (await refusal()).code === 503, 'uploads are refused', 240_000)
    const told = await refusal()
    const byUploads = await watch(line, token, full)

    disk.fill()
    const byOthers = await watch(line, token, full)
    disk.fill()
    const toTheLast = await watch(line, token, full)

    disk.free()
    const freed = performance.now()
    const saves = async () => (await write(line, token)).code === 200
    await until(saves, 'a write succeeds')
    const takes = async () => (await refusal()).code === 200
    await until(takes, 'an upload is taken')
    const resumed = performance.now() - freed
    const isAlive = site.process.exitCode === null
    await underLoad(log)
    await stop()
    line.close()

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

/** A write that changes nothing: the profile as the account has it already. */
async function write(line: Line, token: string) {
  const { code, data, ...rest } = await line.call(account.profile, {}, token)
  if (code !== 200) return { code, data, ...rest }
  return line.call(UPDATE, data as Input<typeof UPDATE>, token)
}

type Watched = Awaited<ReturnType<typeof watch>>

/** Reads and writes for some seconds, one after the other. */
async function watch(line: Line, token: string, length: number) {
  const [reads, writes]: [Answer[], Answer[]] = [[], []]
  const limit = performance.now() + length * 1_000
  while (performance.now() < limit) {
    reads.push(await line.call(publication.winnerList, { pageSize: 12 }))
    reads.push(await line.call(entries.entryList, {}, token))
    writes.push(await write(line, token))
    await phase(EVERY_MS)
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
