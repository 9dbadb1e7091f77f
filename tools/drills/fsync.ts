import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder, startSite } from '../../e2e/src/harness/site.ts'
import { processesUsing } from '../../api/src/db/embedded/embedded-postgres.ts'
import {
  demoFolder,
  QUIET_ENV,
  pause,
  until,
  numberOptions,
  requireProgram,
  underLoad,
  workloadOn,
} from './setup.ts'
import type { Drill } from './report.ts'

/**
 * How often PostgreSQL has its log written to the disk for each write that was confirmed. Commits that wait at the same
 * moment share one flush, so at most as many as there are users, each of whom makes one request after the other.
 */
export const run: Drill = async (args) => {
  const { seconds: length } = numberOptions(args, { seconds: 15 })
  requireProgram('strace')
  const site = await startSite({ dataDir: await demoFolder(), env: QUIET_ENV })
  try {
    const idle = await counted(site.dataDir, () => pause(length * 1_000))

    const { log, everybody, start, stop } = await workloadOn(site)
    const { entrant, juror } = everybody
    const users = [entrant, juror]
    void start(users)
    await underLoad(log, 1)
    let writes = 0
    const busy = await counted(site.dataDir, async () => {
      const before = log.total()
      await pause(length * 1_000)
      writes = log.total() - before
    })
    await stop()
    const ratio = (busy - idle) / writes
    return {
      holds: writes > 0 && ratio >= 1 / users.length,
      figures: {
        'confirmed writes (drafts, edits, pictures, submissions, orders, payments, uploads, scores)':
          writes,
        'fsync and fdatasync meanwhile': busy,
        'the same in as many seconds without writes': idle,
        'for each confirmed write': ratio.toFixed(2),
        'users whose commits may share one': users.length,
      },
    }
  } finally {
    await site.kill()
  }
}

/** Calls of fsync and fdatasync by every process of the database while `act` runs. */
async function counted(dataDir: string, act: () => Promise<unknown>): Promise<number> {
  const head = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const { ours } = processesUsing(join(dataDir, 'postgres'), head)
  const file = join(await newFolder(), 'strace')
  const watched = ours.flatMap((pid) => ['-p', String(pid)])
  const strace = spawn('strace', ['-f', '-e', 'trace=fsync,fdatasync', '-o', file, ...watched], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((done) => strace.once('exit', done))
  let said = ''
  strace.stderr.on('data', (part) => (said += String(part)))
  const attached = () => (said.match(/attached/g) ?? []).length >= ours.length
  await until(attached, 'strace watches every process of the database')
  try {
    await act()
  } finally {
    strace.kill('SIGINT')
    await ended
  }
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => /\bf(data)?sync\(.*= 0|resumed>.*= 0/.test(line)).length
}
