import { setTimeout as pause } from 'node:timers/promises'
import { judge, juryDesk } from '@awards/shared/contract'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { DEMO_PASSWORD, tokenOf } from '../e2e/src/harness/browser.ts'
import { call } from '../e2e/src/harness/call.ts'
import { plantEntries } from '../e2e/src/jury/plant-entries.ts'
import { quantile, round } from './common/figures.ts'
import { benchSite } from './common/bench-site.ts'
import { isQuick, keep, type Figure } from './common/results.ts'

// What others wait while a table of 100,000 entries is exported, archives are sent and people sign in, twenty
// in a second: the very short read of /healthz, and that of a signed-in user.
const ENTRIES = isQuick ? 5_000 : 100_000
const SECONDS = isQuick ? 5 : 60
const LOGINS_PER_SECOND = 20
const EVERY_MS = 20
// A juror may ask for 120 archives in an hour.
const ARCHIVE_EVERY_MS = 600
const BARS = { health_p99_ms: 50, health_most_ms: 150, user_p99_ms: 100 }

const site = await benchSite()
const NONE = { whole: 0, broken: 0 }
let isOver = false

async function repeat(once: () => Promise<unknown>) {
  const count = { whole: 0, broken: 0 }
  while (!isOver) {
    const isWhole = await once().then(
      () => true,
      () => false,
    )
    count[isWhole ? 'whole' : 'broken'] += 1
  }
  return count
}

async function wholeFile({ url }: { url: string }) {
  const answer = await fetch(site.url + url)
  for await (const _ of answer.body ?? []) if (isOver) break
}

/** Waits of one read, again and again; those of the first second are not counted. */
async function waits(path: string, token: string): Promise<number[]> {
  const all: number[] = []
  const counted = performance.now() + 1_000
  while (!isOver) {
    const begin = performance.now()
    const answer = await fetch(site.url + path, { headers: { token } })
    await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    if (begin >= counted) all.push(performance.now() - begin)
    await pause(EVERY_MS)
  }
  return all
}

async function logins(): Promise<Record<number, number>> {
  const answers: Record<number, number> = {}
  const people = Object.values(ACCOUNTS)
  const all: Promise<void>[] = []
  for (let turn = 0; !isOver; turn += 1) {
    const body = JSON.stringify({ email: people[turn % people.length], password: DEMO_PASSWORD })
    const headers = { 'content-type': 'application/json' }
    const one = fetch(`${site.url}/api/user/login`, { method: 'POST', headers, body })
    all.push(
      one.then(async (answer) => {
        const { code } = (await answer.json()) as { code: number }
        answers[code] = (answers[code] ?? 0) + 1
      }),
    )
    await pause(1_000 / LOGINS_PER_SECOND)
  }
  await Promise.all(all)
  return answers
}

try {
  const token = await tokenOf(site, 'president@jury.example.org')
  const { list } = await call(site, token, judge.judgeEntryList, { pageSize: 24 })
  const demo = await call(site, token, judge.judgeEntryList, { pageSize: 100 })
  const model = demo.list.find(({ first_level }) => first_level.votes > 0)
  if (demo.total < ENTRIES) await plantEntries(site, ENTRIES, model?.apply_order_id ?? '')
  const ids = list.map(({ apply_order_id }) => apply_order_id).join(',')
  const work = [
    repeat(async () =>
      wholeFile(await call(site, token, juryDesk.exportTable, { format: 'xlsx' })),
    ),
    repeat(async () => {
      const next = pause(ARCHIVE_EVERY_MS)
      await wholeFile(await call(site, token, judge.batchDownloadZip, { ids }))
      await next
    }),
  ]
  const people = logins()
  const health = waits('/healthz', '')
  const reads = waits('/api/user/getUserInfo', token)
  await pause(SECONDS * 1_000)
  isOver = true
  const [healthWaits, userWaits, answers] = [await health, await reads, await people]
  const [exports = NONE, archives = NONE] = await Promise.all(work)
  const one = (name: string, value: number, limit: number): Figure => ({
    ...{ bar: 'P7', name, value, unit: 'ms', limit },
  })
  keep(
    'isolation',
    [
      one('/healthz, 99 of 100', quantile(healthWaits, 0.99), BARS.health_p99_ms),
      one('/healthz, longest', Math.max(...healthWaits), BARS.health_most_ms),
      one('getUserInfo, 99 of 100', quantile(userWaits, 0.99), BARS.user_p99_ms),
      {
        ...{ bar: 'P7', name: 'exports and archives that broke off', unit: '', limit: 0 },
        value: exports.broken + archives.broken,
      },
    ],
    {
      ...{ entries: ENTRIES, seconds: SECONDS, exports, archives, logins: answers },
      health: { asked: healthWaits.length, median_ms: round(quantile(healthWaits, 0.5)) },
      user: { asked: userWaits.length, median_ms: round(quantile(userWaits, 0.5)) },
    },
  )
} finally {
  isOver = true
  await site.stop()
}
