import { query } from '../../e2e/src/harness/database.ts'
import type { Site } from '../../e2e/src/harness/site.ts'
import { eventually } from '../../e2e/src/harness/until.ts'
import { plantEntries } from '../../e2e/src/jury/plant-entries.ts'
import { round } from './results.ts'
import { generateLoad, memoryOf } from './load.ts'

const SAMPLE_MS = 1_000
/** So many samples are written down at most. */
const KEPT = 120
const READS = [
  '/api/index/winnerList?pageSize=12',
  '/api/judge/judgeEntryList?pageSize=100',
  '/api/user/getUserInfo',
  '/home',
]

/** What a process holds, and when. */
export type Sample = { minutes: number; megabytes: number }

/** Fills the list of the juror behind `token` with so many entries, made like one that has votes. */
export async function plantJuryList(site: Site, token: string, count: number) {
  const list = (await (
    await fetch(`${site.url}/api/judge/judgeEntryList?pageSize=100`, { headers: { token } })
  ).json()) as { data: { list: { apply_order_id: string; first_level: { votes: number } }[] } }
  const model = list.data.list.find(({ first_level }) => first_level.votes > 0)
  await plantEntries(site, count, model?.apply_order_id ?? '')
}

/**
 * Makes every periodic job due, and waits until each has run: its code stays in memory from the first time, which is no
 * growth. The rarest is due once a day.
 */
export async function runPeriodicJobs(site: Site) {
  const [due] = await query<{ at: string }>(
    site,
    `with due as (update jobs set run_at = now() where key = 'every' returning 1)
     select now()::text as at from due limit 1`,
  )
  const waiting = () =>
    query(site, `select 1 from jobs where key = 'every' and run_at <= $1::timestamptz`, [due?.at])
  await eventually(waiting, (rows) => rows.length === 0)
}

/**
 * Memory of the server second by second while a juror and visitors read over one connection, as fast as they are
 * answered or at most so often a second.
 */
export async function memoryWhileRead(
  { url, process }: Site,
  token: string,
  { minutes, perSecond }: { minutes: number; perSecond?: number },
): Promise<Sample[]> {
  const samples: Sample[] = []
  const begin = performance.now()
  const sampler = setInterval(
    () =>
      samples.push({
        minutes: (performance.now() - begin) / 60_000,
        megabytes: memoryOf(process.pid ?? 0),
      }),
    SAMPLE_MS,
  )
  try {
    await generateLoad({
      url,
      path: (request) => READS[request % READS.length] ?? '/',
      headers: { token },
      seconds: minutes * 60,
      connections: 1,
      ...(perSecond && { perSecond }),
    })
  } finally {
    clearInterval(sampler)
  }
  return samples
}

/** The samples as they are written down. */
export function told(samples: readonly Sample[]): number[] {
  const every = Math.ceil(samples.length / KEPT)
  return samples.filter((_, at) => at % every === 0).map(({ megabytes }) => round(megabytes))
}

/** How many megabytes a minute add: the straight line through all samples, by least squares. */
export function slope(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const middle = mean(samples.map(({ minutes }) => minutes))
  const level = mean(samples.map(({ megabytes }) => megabytes))
  const sum = (of: (sample: Sample) => number) => samples.reduce((all, one) => all + of(one), 0)
  return (
    sum(({ minutes, megabytes }) => (minutes - middle) * (megabytes - level)) /
    sum(({ minutes }) => (minutes - middle) ** 2)
  )
}
