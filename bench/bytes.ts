import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { launchBrowser, tokenOf, visit } from '../e2e/src/harness/browser.ts'
import { benchSite } from './common/bench-site.ts'
import { keep, type Figure } from './common/results.ts'
import { markContent, contentMark, untilQuiet } from './page-load.ts'

// What is transferred as scripts for the first page that somebody sees, with an empty cache: what was asked for
// before its first heading stood, which pages that come with their content hardly need, and, held against the
// same bar, everything until the page asks for nothing more. A shared package of which two versions run is there twice.
const KILO = 1_024
const PAGES = [
  { path: '/home', who: undefined, limit: 170 },
  { path: '/winners', who: undefined, limit: 170 },
  { path: '/login', who: undefined, limit: 200 },
  { path: '/subjuryreview', who: ACCOUNTS[2], limit: 330 },
  { path: '/juryreview', who: ACCOUNTS[1], limit: 330 },
] as const

type Shared = Record<string, Record<string, Record<string, { loaded?: boolean; lib?: unknown }>>>
type Runtime = { __FEDERATION__?: { __INSTANCES__?: { shareScopeMap: Shared }[] } }

const site = await benchSite()
const browser = await launchBrowser()

async function look({ path, who }: (typeof PAGES)[number]) {
  const context = await visit(browser, site, who && (await tokenOf(site, who)))
  const page = await context.newPage()
  await markContent(page)
  await page.goto(path)
  const content = await contentMark(page)
  await untilQuiet(page)
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
  // Each remote notes for itself what it has taken; the shell provides and takes nothing.
  for (const { shareScopeMap } of runtime?.__INSTANCES__ ?? []) {
    for (const packages of Object.values(shareScopeMap)) {
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
    const sum = (some: typeof scripts) => some.reduce((all, one) => all + one.bytes, 0) / KILO
    const early = sum(scripts.filter(({ isEarly }) => isEarly))
    const bar = { bar: 'P3', unit: 'KB as transferred', limit: page.limit }
    figures.push(
      { ...bar, name: `${page.path}: to the first view`, value: early },
      { ...bar, name: `${page.path}: until nothing more is loaded`, value: sum(scripts) },
    )
    for (const one of versions) if (one.versions.length > 1) twice.add(one.name)
    details[page.path] = { kilobytes_before_content: early, scripts, shared: versions.length }
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
}
