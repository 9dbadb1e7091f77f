import { rmSync } from 'node:fs'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { launchBrowser, tokenOf, visit } from '../e2e/src/harness/browser.ts'
import { newFolder, startSite } from '../e2e/src/harness/site.ts'
import { keep, type Figure } from './common/results.ts'
import { markContent, contentMark } from './page-load.ts'

// What has to be transferred as scripts until the first heading of a page stands, with an empty cache, and
// what remains of it afterwards: a package of which two versions run is there twice.
const KILO = 1_024
const PAGES = [
  { path: '/home', who: undefined, limit: 170 },
  { path: '/winners', who: undefined, limit: 170 },
  { path: '/login', who: undefined, limit: 200 },
  { path: '/subjuryreview', who: ACCOUNTS[2], limit: 330 },
  { path: '/juryreview', who: ACCOUNTS[1], limit: 330 },
] as const

type Shared = Record<string, Record<string, Record<string, { loaded?: boolean; lib?: unknown }>>>
type Runtime = { __FEDERATION__?: { __SHARE__?: Record<string, Shared> } }

const dataDir = await newFolder()
const site = await startSite({ dataDir, env: { PREPARE_AVIF: 'off' } })
const browser = await launchBrowser()

async function look({ path, who }: (typeof PAGES)[number]) {
  const context = await visit(browser, site, who && (await tokenOf(site, who)))
  const page = await context.newPage()
  await markContent(page)
  await page.goto(path)
  const content = await contentMark(page)
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(
    (until) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .map((entry) => {
          const { name, startTime, encodedBodySize } = entry as PerformanceResourceTiming
          return {
            name: new URL(name).pathname,
            bytes: encodedBodySize,
            isEarly: startTime < until,
          }
        }),
    content,
  )
  const versions = await page.evaluate(sharedVersions)
  await context.close()
  return { scripts, versions }
}

/** Versions of each shared package of which the code has run. */
function sharedVersions() {
  const found = new Map<string, Set<string>>()
  const { __FEDERATION__: runtime } = globalThis as Runtime
  for (const scopes of Object.values(runtime?.__SHARE__ ?? {})) {
    for (const packages of Object.values(scopes)) {
      for (const [name, versions] of Object.entries(packages)) {
        for (const [version, { loaded, lib }] of Object.entries(versions)) {
          if (!loaded && !lib) continue
          found.set(name, (found.get(name) ?? new Set()).add(version))
        }
      }
    }
  }
  return [...found].map(([name, set]) => ({ name, versions: [...set] }))
}

try {
  const figures: Figure[] = []
  const details: Record<string, object> = {}
  const twice = new Set<string>()
  for (const page of PAGES) {
    const { scripts, versions } = await look(page)
    const early = scripts.filter(({ isEarly }) => isEarly)
    const bytes = early.reduce((sum, one) => sum + one.bytes, 0)
    figures.push({
      ...{ bar: 'P3', name: page.path, value: bytes / KILO, unit: 'KB as transferred' },
      limit: page.limit,
    })
    for (const one of versions) if (one.versions.length > 1) twice.add(one.name)
    details[page.path] = { scripts: early, shared: versions.length }
  }
  const unit = 'packages'
  figures.push({
    bar: 'P3',
    name: 'shared packages that run twice',
    value: twice.size,
    unit,
    limit: 0,
  })
  keep('bytes', figures, { ...details, twice: [...twice] })
} finally {
  await browser.close()
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
