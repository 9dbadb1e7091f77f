import { rmSync } from 'node:fs'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { tokenOf } from '../e2e/src/harness/browser.ts'
import { benchSite } from './common/load.ts'
import { round, isQuick, keep, numbers } from './common/results.ts'
import { memoryWhileRead, plantJuryList, runPeriodicJobs, slope, told } from './common/soak.ts'

// Whether the server's process grows with 100,000 entries while it is read from at an even pace for half an hour;
// a number gives other minutes.
const ENTRIES = isQuick ? 5_000 : 100_000
const MINUTES = Number(numbers[0] ?? (isQuick ? 0.3 : 30))
const PER_SECOND = 8
const MB_A_MINUTE = 1

const site = await benchSite()
try {
  const token = await tokenOf(site, ACCOUNTS[1])
  await plantJuryList(site, token, ENTRIES)
  await runPeriodicJobs(site)
  const samples = await memoryWhileRead(site, token, { minutes: MINUTES, perSecond: PER_SECOND })
  // A site that has just been filled fills its memories: growth is told from the last two thirds.
  const later = samples.filter(({ minutes }) => minutes >= MINUTES / 3)
  const part = `${round((MINUTES * 2) / 3)} of ${MINUTES} minutes`
  keep(
    'soak',
    [
      {
        bar: 'P11',
        name: `growth over the last ${part}`,
        value: slope(later),
        unit: 'MB a minute',
        limit: MB_A_MINUTE,
      },
    ],
    { reads_per_second: PER_SECOND, memory_mb: told(samples) },
  )
} finally {
  await site.stop()
  rmSync(site.dataDir, { recursive: true, force: true })
}
