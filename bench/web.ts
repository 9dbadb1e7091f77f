import { rmSync } from 'node:fs'
import { loadDemoData, startSite } from '../e2e/src/harness/site.ts'
import { addressesOf } from '../e2e/src/public/sitemap.ts'
import {
  round,
  spread as spreadOf,
  type Spread,
  isQuick,
  keep,
  numbers,
  type Figure,
} from './common/results.ts'
import { rewritingProxy, withoutScripts } from './common/proxy.ts'
import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromiumProgram } from '../e2e/src/harness/browser.ts'

// Lighthouse of public pages and of the way in (in three languages) against the same HTML without scripts from the same
// server, mobile preset, in turns; medians with range. Then the score of the desktop preset.

/** Only measuring needs it, so it is not among the site's dependencies; npm keeps it in its cache. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const CHROME_FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

/** What Lighthouse says of one load; times in milliseconds, scores of 100. */
type Report = {
  readonly first_paint_ms: number
  readonly largest_paint_ms: number
  readonly shift: number
  readonly blocking_ms: number
  readonly performance: number
  readonly accessibility: number
  readonly best_practices: number
  readonly seo: number
  readonly script_bytes: number
  readonly bytes: number
  readonly requests: number
  /** Audits that did not get everything, beside those of speed. */
  readonly faults: readonly string[]
}

type Audit = { score: number | null; numericValue?: number; details?: { items?: unknown[] } }
type Category = { score: number | null; auditRefs: { id: string }[] }
type Result = { audits: Record<string, Audit>; categories: Record<string, Category> }
type Request = { transferSize: number; resourceType?: string }

const run = promisify(execFile)
/** Now and then a new Chromium records no trace; Lighthouse says so, and asks to be run again. */
const NO_TRACE = /NO_NAVSTART|NO_TRACING_STARTED/

/**
 * Loads an address once with an empty cache, on the telephone or the desk, and network, that Lighthouse simulates; in a
 * `language` that a visitor chose.
 */
async function lighthouse(
  url: string,
  {
    device = 'telephone',
    language,
  }: { device?: 'telephone' | 'desk'; language?: string | undefined } = {},
): Promise<Report> {
  const file = join(tmpdir(), `lighthouse-${process.pid}-${performance.now()}.json`)
  const args = [
    '--yes',
    LIGHTHOUSE,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    '--max-wait-for-load=45000',
    `--chrome-flags=${CHROME_FLAGS}`,
    ...(device === 'desk' ? ['--preset=desktop'] : []),
    ...(language ? [`--extra-headers={"Cookie":"language=${language}"}`] : []),
  ]
  try {
    const load = () => run('npx', args, { env: { ...process.env, CHROME_PATH: chromiumProgram() } })
    await load().catch((error: Error) => {
      if (!NO_TRACE.test(error.message)) throw error
      return load()
    })
    return reportOf(JSON.parse(await readFile(file, 'utf8')) as Result)
  } finally {
    await rm(file, { force: true })
  }
}

function reportOf({ audits, categories }: Result): Report {
  const value = (id: string) => audits[id]?.numericValue ?? NaN
  const score = (id: string) => Math.round((categories[id]?.score ?? NaN) * 100)
  const requests = (audits['network-requests']?.details?.items ?? []) as Request[]
  const sum = (list: readonly Request[]) => list.reduce((all, one) => all + one.transferSize, 0)
  const faults = ['accessibility', 'best-practices', 'seo'].flatMap((id) =>
    (categories[id]?.auditRefs ?? [])
      .map((reference) => reference.id)
      .filter((audit) => (audits[audit]?.score ?? 1) < 1),
  )
  return {
    first_paint_ms: value('first-contentful-paint'),
    largest_paint_ms: value('largest-contentful-paint'),
    shift: value('cumulative-layout-shift'),
    blocking_ms: value('total-blocking-time'),
    performance: score('performance'),
    accessibility: score('accessibility'),
    best_practices: score('best-practices'),
    seo: score('seo'),
    script_bytes: sum(requests.filter(({ resourceType }) => resourceType === 'Script')),
    bytes: sum(requests),
    requests: requests.length,
    faults,
  }
}

const ROUNDS = Number(numbers[0] ?? (isQuick ? 1 : 5))
const WANTED = [
  /^\/home$/,
  /^\/winners$/,
  /^\/winners\/\d+$/,
  /^\/news\/.+$/,
  /^\/fees$/,
  /^\/verify$/,
]
/** Search engines are asked to leave these out, so that their score for them means nothing. Their language is the visitor's. */
const SIGN_IN = ['/login', '/login (fr)', '/login (zh)', '/forget']
const addressOf = (page: string) => page.split(' ')[0] ?? page
const languageOf = (page: string) => /\((\w+)\)/.exec(page)?.[1]
const FIGURES = ['first_paint_ms', 'largest_paint_ms', 'shift', 'blocking_ms'] as const
const SCORES = ['performance', 'accessibility', 'best_practices', 'seo'] as const
const BARS = { FCP: 1.25, LCP: 1.5, shift: 0.01, performance: 97, desk: 100, other: 100 }
const SIDES = ['site', 'floor'] as const
type Side = (typeof SIDES)[number]

/** Median and range of one figure, for instance `940 [906..960]`. */
const spread = (reports: readonly Report[], figure: keyof Omit<Report, 'faults'>) =>
  spreadOf(reports.map((report) => report[figure]))

function summary({ site, floor }: Record<Side, Report[]>, desk: readonly Report[]) {
  const ratio = (figure: keyof Omit<Report, 'faults'>) =>
    round(spread(site, figure).median / spread(floor, figure).median)
  const times = FIGURES.map((figure) => [
    figure,
    { site: spread(site, figure), floor: spread(floor, figure) },
  ])
  return {
    ...(Object.fromEntries(times) as Record<(typeof FIGURES)[number], Record<Side, Spread>>),
    ...(Object.fromEntries(SCORES.map((score) => [score, spread(site, score)])) as Record<
      (typeof SCORES)[number],
      Spread
    >),
    desk: spread(desk, 'performance'),
    script_kilobytes: round(spread(site, 'script_bytes').median / 1024),
    kilobytes: round(spread(site, 'bytes').median / 1024),
    requests: spread(site, 'requests').median,
    ratios: { FCP: ratio('first_paint_ms'), LCP: ratio('largest_paint_ms') },
    faults: [...new Set(site.flatMap(({ faults }) => faults))],
  }
}

function figuresOf([page, one]: [string, ReturnType<typeof summary>]): Figure[] {
  const bar = 'P1'
  const times = '× the page without scripts'
  const least = (name: string, value: number, limit: number): Figure => ({
    bar,
    name: `${page}: ${name}`,
    value,
    unit: 'of 100',
    limit,
    isLeast: true,
  })
  return [
    { bar, name: `${page}: LCP`, value: one.ratios.LCP, unit: times, limit: BARS.LCP },
    { bar, name: `${page}: FCP`, value: one.ratios.FCP, unit: times, limit: BARS.FCP },
    { bar, name: `${page}: CLS`, value: one.shift.site.median, unit: '', limit: BARS.shift },
    least('performance', one.performance.median, BARS.performance),
    least('performance on a desk', one.desk.median, BARS.desk),
    least('accessibility', one.accessibility.median, BARS.other),
    least('best practices', one.best_practices.median, BARS.other),
    ...(SIGN_IN.includes(page) ? [] : [least('search engines', one.seo.median, BARS.other)]),
  ]
}

const dataDir = await loadDemoData()
const site = await startSite({ dataDir })
// Both go through a proxy, so that both have its overhead.
const sides = {
  site: await rewritingProxy(site.url, (html) => html),
  floor: await rewritingProxy(site.url, withoutScripts),
}
try {
  const addresses = (await addressesOf(site.url)).map(({ en }) => en)
  const publicPages = WANTED.map((wanted) => addresses.find((address) => wanted.test(address)))
  const pages = isQuick
    ? [...publicPages.slice(0, 1), ...SIGN_IN.slice(0, 1)]
    : [...publicPages, ...SIGN_IN]
  const results: Record<string, ReturnType<typeof summary>> = {}
  for (const page of pages) {
    if (!page) throw new Error('The sitemap lacks one of the pages that are measured.')
    const language = languageOf(page)
    const reports: Record<Side, Report[]> = { site: [], floor: [] }
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      for (const side of turn % 2 ? SIDES.toReversed() : SIDES) {
        reports[side].push(await lighthouse(sides[side].url + addressOf(page), { language }))
      }
    }
    const desk: Report[] = []
    while (desk.length < ROUNDS) {
      desk.push(await lighthouse(sides.site.url + addressOf(page), { device: 'desk', language }))
    }
    results[page] = summary(reports, desk)
    console.log(page, JSON.stringify(results[page], null, 1))
  }
  keep('web', Object.entries(results).flatMap(figuresOf), { rounds: ROUNDS, results })
} finally {
  await Promise.all(Object.values(sides).map(({ close }) => close()))
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
