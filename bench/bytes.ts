import { type openTab, launchBrowser, tokenOf, visit } from '../e2e/src/harness/browser.ts'
import { moduleShares } from '../tools/script-budget.ts'
import { benchSite } from './common/load.ts'
import { measuredPages, routeOf, type MeasuredPage } from './common/pages.ts'
import { keep, round, type Figure } from './common/results.ts'

const HELP = `npm run bench -- bytes            measures each page, prints its chunks, writes bench/results/bytes.json
node bench/bytes.ts [route …]     measures these routes only (/account, /steps …) with the modules of each chunk`
if (process.argv.includes('--help')) {
  console.log(HELP)
  process.exit(0)
}

const LIMIT_MS = 60_000

type Page = Awaited<ReturnType<typeof openTab>>['page']

/** Sets a performance mark when the first heading is in the document. */
export const markContent = (page: Page) =>
  page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('main h1')) return
      performance.mark('content')
      watch.disconnect()
    })
    watch.observe(document, { childList: true, subtree: true })
  })

/** Time of the mark in milliseconds since navigation start. */
async function contentMark(page: Page): Promise<number> {
  const read = () => performance.getEntriesByName('content')[0]?.startTime ?? 0
  await page.waitForFunction(read, undefined, { timeout: LIMIT_MS })
  return page.evaluate(read)
}

/** Network idle time. */
const QUIET_MS = 1_500

/** Waits until the page is hydrated and the network is idle. */
async function untilQuiet(page: Page) {
  const isOurs = () => document.querySelector('#root[data-rendered]') === null
  await page.waitForFunction(isOurs, undefined, { timeout: LIMIT_MS })
  await page.waitForFunction(
    (quietMs) => {
      const ends = performance
        .getEntriesByType('resource')
        .map((entry) => entry.startTime + entry.duration)
      return performance.now() - Math.max(0, ...ends) > quietMs
    },
    QUIET_MS,
    { timeout: LIMIT_MS },
  )
}

// Script bytes of the first page with an empty cache: those requested before its first heading, and all until the
// network is idle, both against the same bar. A shared package with two loaded versions is a duplicate.
const KILO = 1_024

type Shared = Record<string, Record<string, Record<string, { loaded?: boolean; lib?: unknown }>>>
type Runtime = { __FEDERATION__?: { __INSTANCES__?: { shareScopeMap: Shared }[] } }

const site = await benchSite()
const browser = await launchBrowser()

async function look({ path, who }: MeasuredPage) {
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
        // A file that was prefetched has a second entry when it is loaded from the cache, which transfers nothing.
        .filter(
          (entry) =>
            new URL(entry.name).pathname.endsWith('.js') &&
            (entry as PerformanceResourceTiming).transferSize > 0,
        )
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

/** Loaded versions of each shared package. */
function sharedVersions() {
  const found = new Map<string, Set<string>>()
  const { __FEDERATION__: runtime } = globalThis as Runtime
  // Each remote has its own share scope with what it consumed; the shell only provides.
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

/** Prints the chunks of a page, largest first; with routes on the command line also what each is made of. */
function printChunks(route: string, scripts: Awaited<ReturnType<typeof look>>['scripts']) {
  console.log(`\n${route}`)
  for (const { name, bytes } of scripts.toSorted((a, b) => b.bytes - a.bytes)) {
    console.log(`${(bytes / KILO).toFixed(1).padStart(7)} KB  ${name}`)
    if (asked.length === 0) continue
    for (const one of moduleShares(name, bytes).slice(0, MOST_MODULES)) {
      console.log(`${(one.bytes / KILO).toFixed(1).padStart(15)} KB  ${one.name}`)
    }
  }
}

const MOST_MODULES = 12

/** What a script is made of, by the first group whose pattern fits the name of a module. */
const PARTS = {
  'React, router, Redux': /^(react|scheduler|redux|@reduxjs|immer|reselect|cookie|use-sync)/,
  'Module Federation': /^@module-federation/,
  antd: /^(antd|@ant-design|@rc-component|rc-|dayjs|@emotion|stylis|scroll-into|compute-scroll|throttle)/,
  axios: /^axios/,
  zod: /^zod/,
  'shell and shared': /^(shell|shared)\/src/,
  'the remote': /^mf-[a-z]+\/src/,
}
const OTHERS = 'others'

/** Kilobytes of each part in the scripts of a page. */
function partsOf(scripts: Awaited<ReturnType<typeof look>>['scripts']) {
  const parts = new Map([...Object.keys(PARTS), OTHERS].map((part) => [part, 0]))
  for (const { name, bytes } of scripts) {
    const shares = moduleShares(name, bytes)
    for (const module of shares.length > 0 ? shares : [{ name, bytes }]) {
      const found = Object.entries(PARTS).find(([, pattern]) => pattern.test(module.name))
      const part = found?.[0] ?? OTHERS
      parts.set(part, (parts.get(part) ?? 0) + module.bytes / KILO)
    }
  }
  return Object.fromEntries([...parts].map(([part, size]) => [part, round(size)]))
}
const asked = process.argv.slice(2).filter((one) => one.startsWith('/'))

try {
  const figures: Figure[] = []
  const details: Record<string, object> = {}
  const twice = new Set<string>()
  const all = await measuredPages(site)
  for (const page of all.filter((one) => asked.length === 0 || asked.includes(routeOf(one)))) {
    const route = routeOf(page)
    const { scripts, versions } = await look(page)
    printChunks(route, scripts)
    const sum = (some: typeof scripts) => some.reduce((total, one) => total + one.bytes, 0) / KILO
    const early = sum(scripts.filter(({ isEarly }) => isEarly))
    const bar = { bar: 'P3', unit: 'KB as transferred', limit: page.limit }
    figures.push(
      { ...bar, name: `${route}: to the first view`, value: early },
      { ...bar, name: `${route}: until nothing more is loaded`, value: sum(scripts) },
    )
    for (const one of versions) if (one.versions.length > 1) twice.add(one.name)
    details[route] = {
      kilobytes_before_content: early,
      parts: partsOf(scripts),
      scripts,
      shared: versions.length,
    }
  }
  const unit = 'packages'
  figures.push({
    bar: 'P3',
    name: 'shared packages that run twice',
    value: twice.size,
    unit,
    limit: 0,
  })
  keep('bytes', figures, { ...details, twice: [...twice] }, { isPart: asked.length > 0 })
} finally {
  await browser.close()
  await site.stop()
}
