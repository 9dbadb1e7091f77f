import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askOf } from '../../e2e/src/crash/ask.ts'
import { people } from '../../e2e/src/crash/people.ts'
import type { Work } from '../../e2e/src/crash/entrant.ts'
import { newFolder, startSite } from '../../e2e/src/harness/site.ts'
import { processesIn } from '../../api/src/db/processes-in.ts'
import { demoFolder, QUIET } from './demo.ts'
import { pause } from './figures.ts'
import { numbers } from './options.ts'
import type { Drill } from './outcome.ts'
import { requireProgram } from './program.ts'
import { shift } from './work.ts'

/** How often PostgreSQL has its log written to the disk for each write that was confirmed. */
export const run: Drill = async (args) => {
  const { seconds: length } = numbers(args, { seconds: 15 })
  requireProgram('strace')
  const site = await startSite({ dataDir: await demoFolder(), env: QUIET })
  try {
    const { ask, begin, end } = shift(askOf(site))
    const { entrant, juror } = await people(site, ask)
    await pause(2_000)
    const idle = await counted(site.dataDir, () => pause(length * 1_000))

    const before = confirmed(entrant.works) + juror.confirmed.length
    const busy = await counted(site.dataDir, async () => {
      void begin([entrant, juror])
      await pause(length * 1_000)
      await end()
    })
    const writes = confirmed(entrant.works) + juror.confirmed.length - before
    const ratio = (busy - idle) / writes
    return {
      holds: writes > 0 && ratio >= 1,
      figures: {
        'confirmed writes (creations, edits, pictures, submissions, payments, scores)': writes,
        'fsync and fdatasync meanwhile': busy,
        'the same in as many seconds without writes': idle,
        'for each confirmed write': ratio.toFixed(2),
      },
    }
  } finally {
    await site.kill()
  }
}

const confirmed = (works: readonly Work[]) =>
  works.reduce((sum, work) => {
    const steps = [work.created, work.hasFiles, work.isSubmitted, work.order, work.isPaid]
    const edits = work.summary === work.triedSummary ? work.edits : work.edits - 1
    return sum + edits + steps.filter(Boolean).length
  }, 0)

/** Calls of fsync and fdatasync by every process of the database while `act` runs. */
async function counted(dataDir: string, act: () => Promise<unknown>): Promise<number> {
  const head = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const { ours } = processesIn(join(dataDir, 'postgres'), head)
  const file = join(await newFolder(), 'strace')
  const watched = ours.flatMap((pid) => ['-p', String(pid)])
  const strace = spawn('strace', ['-f', '-e', 'trace=fsync,fdatasync', '-o', file, ...watched], {
    stdio: 'ignore',
  })
  const ended = new Promise((done) => strace.once('exit', done))
  await pause(1_000)
  try {
    await act()
  } finally {
    strace.kill('SIGINT')
    await ended
  }
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => /\bf(data)?sync\(.*= 0|resumed>.*= 0/.test(line)).length
}
