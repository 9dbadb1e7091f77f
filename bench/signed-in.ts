import { spawn } from 'node:child_process'
import { prepareNginx, selfSigned } from '../deploy/replicas/nginx.ts'
import { listens } from '../deploy/replicas/programs.ts'
import {
  launchBrowser,
  openTab,
  PHONE,
  settled,
  tokenOf,
  visit,
} from '../e2e/src/harness/browser.ts'
import { freePort, newFolder } from '../e2e/src/harness/site.ts'
import { until } from '../e2e/src/harness/until.ts'
import { benchSite } from './common/load.ts'
import { measuredPages, routeOf } from './common/pages.ts'
import { rewritingProxy, withoutScripts } from './common/proxy.ts'
import { isQuick, keep, numbers, round, spread, type Figure } from './common/results.ts'

// Largest paint of signed-in pages with an empty cache, on a slow telephone, against the floor of the same view: what
// the browser had drawn, with its styles, as one document without scripts from the same server; both in turns.
const ROUNDS = Number(numbers[0] ?? (isQuick ? 1 : 5))
const WANTED = ['/account', '/steps', '/subjuryreview', '/juryreview']
const BARS = { LCP: 2, shift: 0.01 }
/** Chromium's own "slow 4G": milliseconds, and bytes a second. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_600_000 * 0.9) / 8,
  uploadThroughput: (750_000 * 0.9) / 8,
}
const SLOWER = 4
/** After the application has settled, for a late picture or shift. */
const REST_MS = 1_500

/** nginx with the production template, TLS and HTTP/2: many small files in turns would each wait for the line. */
async function startEdge(upstream: string) {
  const folder = await newFolder()
  const port = await freePort()
  const upstreams = [Number(new URL(upstream).port)]
  const { command, args } = prepareNginx({ folder, port, upstreams, tls: selfSigned(folder) })
  const child = spawn(command, args, { stdio: 'inherit' })
  await until(() => listens(port), true)
  return { url: `https://localhost:${port}`, stop: () => child.kill() }
}

const site = await benchSite({ TRUST_PROXY: '127.0.0.1' })
const browser = await launchBrowser()
/** The drawn documents, by address. */
const snapshots = new Map<string, string>()
const documents = await rewritingProxy(site.url, (html, address) => snapshots.get(address) ?? html)
const edges = { site: await startEdge(site.url), floor: await startEdge(documents.url) }

async function opened(who: string | undefined, url: string, options: object = {}) {
  const token = who ? await tokenOf(site, who) : undefined
  const context = await visit(browser, { url }, token, {
    viewport: PHONE,
    ignoreHTTPSErrors: true,
    ...options,
  })
  return { context, ...(await openTab(context)) }
}

async function drawn(path: string, who?: string): Promise<string> {
  const { context, page } = await opened(who, site.url)
  await page.goto(path)
  await settled(page)
  const html = await page.content()
  await context.close()
  return withoutScripts(html, path)
}

type Load = { readonly LCP: number; readonly shift: number }

async function load(side: keyof typeof edges, path: string, who?: string): Promise<Load> {
  // The drawn document has styles without the nonce of their policy.
  const { context, page } = await opened(who, edges[side].url, { bypassCSP: true })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript(watchPaints)
  await page.goto(path)
  if (side === 'site') await settled(page)
  await page.waitForTimeout(REST_MS)
  const found = await page.evaluate(() => (globalThis as unknown as { painted: Load }).painted)
  await context.close()
  return found
}

function watchPaints() {
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean }
  const painted = { LCP: 0, shift: 0 }
  Object.assign(globalThis, { painted })
  const watch = (type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(take)).observe({
      type,
      buffered: true,
    })
  watch('largest-contentful-paint', ({ startTime }) => (painted.LCP = startTime))
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) painted.shift += value
  })
}

try {
  const figures: Figure[] = []
  const details: Record<string, object> = {}
  const pages = (await measuredPages(site)).filter((page) => WANTED.includes(routeOf(page)))
  for (const page of isQuick ? pages.slice(0, 1) : pages) {
    const { path, who } = page
    snapshots.set(path, await drawn(path, who))
    const loads = { site: [] as Load[], floor: [] as Load[] }
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const order = turn % 2 ? (['floor', 'site'] as const) : (['site', 'floor'] as const)
      for (const side of order) {
        loads[side].push(await load(side, path, who))
      }
    }
    const LCP = {
      site: spread(loads.site.map((one) => one.LCP)),
      floor: spread(loads.floor.map((one) => one.LCP)),
    }
    const shift = spread(loads.site.map((one) => one.shift))
    const route = routeOf(page)
    details[route] = { LCP, shift }
    console.log(route, JSON.stringify(details[route]))
    figures.push(
      {
        bar: 'P1',
        name: `${route}: LCP`,
        value: round(LCP.site.median / LCP.floor.median),
        unit: '× the same view as one document',
        limit: BARS.LCP,
      },
      { bar: 'P1', name: `${route}: CLS`, value: shift.median, unit: '', limit: BARS.shift },
    )
  }
  keep('signed-in', figures, { rounds: ROUNDS, milliseconds: details })
} finally {
  await browser.close()
  edges.site.stop()
  edges.floor.stop()
  await documents.close()
  await site.stop()
}
