import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromiumProgram } from '../../e2e/src/harness/browser.ts'

/** Only measuring needs it, so it is not among the site's dependencies; npm keeps it in its cache. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

/** What Lighthouse says of one load; times in milliseconds, scores of 100. */
export type Report = {
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

/** Loads an address once with an empty cache, on the telephone or the desk, and network, that Lighthouse simulates; in a `language` that a visitor chose. */
export async function lighthouse(
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
    `--chrome-flags=${FLAGS}`,
    ...(device === 'desk' ? ['--preset=desktop'] : []),
    ...(language ? [`--extra-headers={"Cookie":"language=${language}"}`] : []),
  ]
  try {
    const load = () => run('npx', args, { env: { ...process.env, CHROME_PATH: chromiumProgram() } })
    await load().catch((error: Error) => {
      if (!NO_TRACE.test(error.message)) throw error
      return load()
    })
    return read(JSON.parse(await readFile(file, 'utf8')) as Result)
  } finally {
    await rm(file, { force: true })
  }
}

function read({ audits, categories }: Result): Report {
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
