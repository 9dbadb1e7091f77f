import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { addressesOf } from '../e2e/src/public/sitemap.ts'
import { loadDemoData, startSite } from '../e2e/src/harness/site.ts'
import { lighthouse } from './lighthouse.ts'
import type { Report } from './lighthouse.ts'
import { REWRITES, strippingProxy } from './stripping-proxy.ts'

// What the public pages cost above the same HTML without a script from the same server: five pages of
// the sitemap, Lighthouse on its telephone, in turns; medians with their range.
const ROUNDS = Number(process.argv[2] ?? 5)
const WANTED = [/^\/home$/, /^\/winners$/, /^\/winners\/\d+$/, /^\/news\/.+$/, /^\/fees$/]
const FIGURES = ['first_paint_ms', 'largest_paint_ms', 'shift', 'blocking_ms'] as const
const SCORES = ['performance', 'accessibility', 'best_practices', 'seo'] as const
const SIDES = ['site', 'floor'] as const
type Side = (typeof SIDES)[number]

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
const median = (values: readonly number[]) => sorted(values)[values.length >> 1] ?? NaN
const round = (value: number) => Number(value.toPrecision(3))

/** Median and range of one figure, for instance `940 [906..960]`. */
function spread(reports: readonly Report[], figure: keyof Omit<Report, 'faults'>) {
  const values = sorted(reports.map((report) => report[figure]))
  const [low, high] = [values[0] ?? NaN, values.at(-1) ?? NaN]
  return { median: round(median(values)), low: round(low), high: round(high) }
}

function summary({ site, floor }: Record<Side, Report[]>) {
  const ratio = (figure: keyof Omit<Report, 'faults'>) =>
    round(spread(site, figure).median / spread(floor, figure).median)
  return {
    ...Object.fromEntries(
      FIGURES.map((figure) => [
        figure,
        { site: spread(site, figure), floor: spread(floor, figure) },
      ]),
    ),
    ...Object.fromEntries(SCORES.map((score) => [score, spread(site, score)])),
    script_kilobytes: round(spread(site, 'script_bytes').median / 1024),
    kilobytes: round(spread(site, 'bytes').median / 1024),
    requests: spread(site, 'requests').median,
    ratios: { FCP: ratio('first_paint_ms'), LCP: ratio('largest_paint_ms') },
    faults: [...new Set(site.flatMap(({ faults }) => faults))],
  }
}

const dataDir = await loadDemoData()
const site = await startSite({ dataDir })
const sides = {
  site: await strippingProxy(site.url, REWRITES.nothing),
  floor: await strippingProxy(site.url, REWRITES.scripts),
}
try {
  const addresses = (await addressesOf(site.url)).map(({ en }) => en)
  const pages = WANTED.map((wanted) => addresses.find((address) => wanted.test(address)))
  const results: Record<string, unknown> = {}
  for (const page of pages) {
    if (!page) throw new Error('The sitemap lacks one of the pages that are measured.')
    const reports: Record<Side, Report[]> = { site: [], floor: [] }
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      for (const side of turn % 2 ? SIDES.toReversed() : SIDES) {
        reports[side].push(await lighthouse(sides[side].url + page))
      }
    }
    results[page] = summary(reports)
    console.log(page, JSON.stringify(results[page], null, 1))
  }
  const date = new Date().toISOString()
  const about = { date, node: process.version, cpu: cpus()[0]?.model, cores: cpus().length }
  const file = join(import.meta.dirname, 'results', `${date.slice(0, 10)}-web.json`)
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...about, rounds: ROUNDS, results }, null, 2)}\n`)
  console.log(`Written to ${file}`)
} finally {
  await Promise.all(Object.values(sides).map(({ close }) => close()))
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
