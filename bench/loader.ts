import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { launchBrowser, tokenOf } from '../e2e/src/harness/browser.ts'
import { loadDemoData, startSite } from '../e2e/src/harness/site.ts'
import { median, round } from './common/figures.ts'
import { isQuick, keep, numbers, type Figure } from './common/results.ts'
import { loadPage } from './page-load.ts'
import type { Load, Pace } from './page-load.ts'
import { REWRITES, strippingProxy } from './stripping-proxy.ts'

// What federation costs until somebody sees a remote's page: (a) federated as it is served, (b) the
// same without any announcement in the HTML, (c) one bundle of the same sources (npm run build -- --mono).
// Each load has an empty cache; the variants take turns; medians.
const MONO = resolve(import.meta.dirname, '../dist/mono')
const ROUNDS = Number(numbers[0] ?? (isQuick ? 1 : 7))
const BARS = { bytes: 1.2, content: 1.1, requests: 1.5 }
const PACES: Record<string, Pace | undefined> = {
  'mid phone': { cpu: 4, latency_ms: 150, down_kbps: 1_638, up_kbps: 750 },
  unthrottled: undefined,
}
const VARIANTS = ['a federated', 'b unannounced', 'c mono'] as const
type Variant = (typeof VARIANTS)[number]

if (!existsSync(join(MONO, 'shell/index.html'))) {
  console.error('dist/mono is missing. Run "npm run build -- --mono" first.')
  process.exit(2)
}

function summary(loads: readonly Load[]) {
  const of = (what: keyof Load) => median(loads.map((load) => load[what]))
  return {
    content_ms: Math.round(of('content_ms')),
    requests: of('requests'),
    kilobytes: round(of('bytes') / 1024),
    script_kilobytes: round(of('script_bytes') / 1024),
  }
}

const dataDir = await loadDemoData()
const monoData = await loadDemoData()
const site = await startSite({ dataDir })
const mono = await startSite({ dataDir: monoData, env: { MFE_DIR: MONO } })
const proxies = {
  'a federated': await strippingProxy(site.url, REWRITES.nothing),
  'b unannounced': await strippingProxy(site.url, REWRITES.announcements),
  'c mono': await strippingProxy(mono.url, REWRITES.nothing),
} satisfies Record<Variant, unknown>
const browser = await launchBrowser()
try {
  const tokens = { site: await tokenOf(site, ACCOUNTS[0]), mono: await tokenOf(mono, ACCOUNTS[0]) }
  const tokenFor = (variant: Variant) => (variant === 'c mono' ? tokens.mono : tokens.site)
  const results: Record<string, Record<string, unknown>> = {}
  const figures: Figure[] = []
  for (const [pace, settings] of Object.entries(PACES)) {
    for (const path of ['/home', '/account']) {
      const loads: Record<Variant, Load[]> = {
        'a federated': [],
        'b unannounced': [],
        'c mono': [],
      }
      for (let turn = 0; turn <= ROUNDS; turn += 1) {
        for (const variant of turn % 2 ? VARIANTS.toReversed() : VARIANTS) {
          const token = path === '/account' ? tokenFor(variant) : undefined
          const options = { url: proxies[variant].url, path, token, pace: settings }
          const load = await loadPage(browser, options)
          // The first turn fills the servers' caches.
          if (turn > 0) loads[variant].push(load)
        }
      }
      const [a, b, c] = [
        summary(loads['a federated']),
        summary(loads['b unannounced']),
        summary(loads['c mono']),
      ]
      const ratios = {
        'a / c': round(a.content_ms / c.content_ms),
        'b / c': round(b.content_ms / c.content_ms),
      }
      results[`${path}, ${pace}`] = { a, b, c, ...ratios }
      const one = (name: string, value: number, limit: number): Figure => ({
        ...{ bar: 'P2', name: `${path}, ${pace}: ${name}`, value, unit: '× one bundle', limit },
      })
      figures.push(one('content on screen', ratios['a / c'], BARS.content))
      if (!settings) {
        const scripts = a.script_kilobytes / c.script_kilobytes
        figures.push(one('bytes of scripts', scripts, BARS.bytes))
        figures.push(one('requests', a.requests / c.requests, BARS.requests))
      }
      console.log(`\n${path}, ${pace}: a / c = ${ratios['a / c']}, b / c = ${ratios['b / c']}`)
      console.table({ 'a federated': a, 'b unannounced': b, 'c mono': c })
    }
  }
  keep('loader', figures, { rounds: ROUNDS, paces: PACES, results })
} finally {
  await browser.close()
  await Promise.all(Object.values(proxies).map((proxy) => proxy.close()))
  await Promise.all([site.stop(), mono.stop()])
  for (const folder of [dataDir, monoData]) rmSync(folder, { recursive: true, force: true })
}
