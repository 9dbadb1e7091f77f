import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { Rollouts, registryPaths, type Rollout } from '@awards/shared/releases'
import { bucketOf } from '../../../platform/src/registry/discovery/discovery.ts'
import { openTab, settled, visit } from '../harness/browser.ts'
import { MINUTE, SECOND, siteClock } from '../harness/clock.ts'
import { query } from '../harness/database.ts'
import { newToken } from '../harness/registry.ts'
import { runToEnd } from '../harness/start.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test } from '../harness/test.ts'
import { eventually, until } from '../harness/until.ts'
import { deployed, follow, marked, releaseLine, usePlatform, type Platform } from './setup.ts'

/* Canaries that judge themselves, by what visitors with a browser meet. */
const clock = siteClock(mkdtempSync(join(tmpdir(), 'canary-clock-')))
let shift = 0
let platform: Platform
let token: string

usePlatform(clock.env, async (started) => {
  platform = started
  token = await newToken(platform.site, 'team@example.org')
})
test.beforeEach(async () => {
  await query(platform.site, 'delete from release_figures')
  await forgetNetworks()
})

/** Forgets what was told from which network: the next figures are judged as those of another one. */
const forgetNetworks = () => query(platform.site, 'delete from rate_limits')

/** Moves the clock of the site to `seconds` after the next whole minute, or one of those after it. */
function moveToMinute(seconds: number, minutes = 1) {
  const now = Date.now() + shift
  const to = (Math.floor(now / MINUTE) + minutes) * MINUTE + seconds * SECOND
  shift += to - now
  clock.moveBy(shift)
}

const good = marked('mf-public', '2.0.0')

/** A release whose pages throw once they are there; the page stays. */
const THROWS = `return routes.map((page) => page.lazy ? {
  ...page,
  lazy: () => page.lazy().then((screen) => ({
    ...screen,
    Component: () => {
      React.useEffect(() => void setTimeout(() => { throw new Error('A broken release') }), [])
      return React.createElement(React.Fragment, null,
        React.createElement('p', null, 'Release ' + version),
        React.createElement(screen.Component))
    },
  })),
} : page)`

/** Starts a canary as the command line does, in a whole minute of its own. */
async function startCanary(release: ReturnType<typeof marked>, minViews: number) {
  await deployed(platform, good)
  const { status } = await platform.registry.publish(release)
  expect(status).toBeLessThan(300)
  // A promotion names the revision that this machine saw last.
  await mfe(['status', 'mf-public'])
  const said = await mfe([
    'promote',
    'mf-public',
    release.version,
    '--channel',
    'production',
    '--views',
    String(minViews),
  ])
  expect(said).toContain('The canary judges itself')
  await untilEverywhere(release.version)
  moveToMinute(1)
}

/** The team's command line. */
async function mfe(args: readonly string[]): Promise<string> {
  const env = { MFE_SITE: platform.site.url, MFE_TOKEN: token }
  const { code, said } = await runToEnd('tools/mfe/mfe.ts', args, env)
  if (code !== 0) throw new Error(`mfe ${args.join(' ')}: ${code}\n${said}`)
  return said
}

/** The id of a visitor who gets the newest version of mf-public from the first percent on, or only at the end. */
function visitorOf(side: 'canary' | 'baseline', number: number): string {
  for (let index = number * 100_000; ; index += 1) {
    const bytes = Buffer.alloc(16)
    bytes.writeUInt32BE(index)
    const id = bytes.toString('base64url')
    const bucket = bucketOf('mf-public', id)
    if (side === 'canary' ? bucket < 100 : bucket > 9_000) return id
  }
}

let visitors = 0
async function tab(side: 'canary' | 'baseline', version?: string) {
  const context = await visit(platform.browser, platform.site)
  const value = visitorOf(side, (visitors += 1))
  await context.addCookies([{ name: 'mfe_uid', value, url: platform.site.url }])
  if (version) await untilEverywhere(version, value)
  const { page } = await openTab(context)
  await page.addInitScript(noteMeasures)
  await page.goto('/home')
  if (version) await releaseLine(page, version).waitFor()
  return { page, close: () => context.close() }
}

/** Waits until every machine of the site gives the visitor this version; others than the first need a second. */
async function untilEverywhere(version: string, visitor = visitorOf('canary', 0)) {
  const { url, replicas } = platform.site
  const cookie = `mfe_uid=${visitor}`
  // The page names the version beside it too, for a tab that cannot load the first; it links the entry of one.
  const entry = `href="/mfe/mf-public/${version}/remoteEntry.js"`
  const given = async (one: string) =>
    (await (await fetch(`${one}/home`, { headers: { cookie } })).text()).includes(entry)
  await eventually(
    () => Promise.all([url, ...replicas].map(given)),
    (answers) => answers.every(Boolean),
  )
}

const PAGES = ['/regulations', '/faq', '/contact', '/home']

/** Walks through pages of mf-public; each is a view. */
async function walk(page: Page, views: number) {
  for (let index = 0; index < views; index += 1) {
    await follow(page, PAGES[index % PAGES.length] ?? '/home')
    await settled(page)
  }
}

async function counted(version: string, figure: string): Promise<number> {
  const text = `select coalesce(sum(count), 0)::int as count from release_figures
    where name = 'mf-public' and version = $1 and figure = $2`
  const [row] = await query<{ count: number }>(platform.site, text, [version, figure])
  return row?.count ?? 0
}
const untilCounted = (version: string, figure: string, least: number) =>
  eventually(
    () => counted(version, figure),
    (count) => count >= least,
  ).then((count) => expect(count).toBeGreaterThanOrEqual(least))

async function rollout(): Promise<Rollout | undefined> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(platform.site.url + registryPaths.rollouts('production'), { headers })
  return Rollouts.parse(await answer.json()).find(({ name }) => name === 'mf-public')
}

async function known(): Promise<Rollout> {
  const found = await rollout()
  if (!found) throw new Error('There is no rollout')
  return found
}

/** Lets minutes pass until the judge has looked again. */
async function judged(minutes = 1): Promise<Rollout> {
  const before = (await rollout())?.judged_at
  moveToMinute(15, minutes)
  await eventually(rollout, (one) => one?.judged_at !== before)
  return known()
}

const lastOf = async (action: string) =>
  (await platform.registry.audit()).find((one) => one.action === action && one.name === 'mf-public')

/** Runs in the page: notes what the page measures. */
function noteMeasures() {
  const { observe } = PerformanceObserver.prototype
  const noted: string[] = []
  Object.assign(window, { noted })
  PerformanceObserver.prototype.observe = function (options) {
    noted.push(options?.type ?? '')
    observe.call(this, options)
  }
}

test(
  'scenario 29: a release that throws in the browser is stopped, and fresh tabs have the one before',
  { ...proves('scenario 29'), ...fullOnly },
  async () => {
    await startCanary(marked('mf-public', '2.1.0', { pages: THROWS }), 500)
    const beside = await tab('baseline', '2.0.0')
    const isRunning = async () => (await rollout())?.state === 'running'
    // The judge compares the same minutes, and may be faster than the last of them.
    for (let visits = 1; visits <= 8 && (await isRunning()); visits += 1) {
      await walk(beside.page, 3)
      const fresh = await tab('canary')
      await eventually(
        async () => (await counted('2.1.0', 'error_views')) >= visits || !(await isRunning()),
        Boolean,
      )
      await fresh.close()
    }
    expect(await counted('2.0.0', 'error_views')).toBe(0)

    const { state, verdict } = (await isRunning()) ? await judged() : await known()
    expect([state, verdict?.reason]).toEqual(['stopped', 'failures'])
    expect((await lastOf('stop'))?.reason).toMatch(/failed_views 100\.00 % beside 0\.00 %/)
    const again = await tab('canary', '2.0.0')
    await again.close()
    await beside.close()
    expect(await mfe(['status', 'mf-public'])).toMatch(/STOPPED at 1 %, 2\.0\.0 is back/)
  },
)

test(
  'scenario 30: an equal release goes to everybody, step by step',
  { ...proves('scenario 30'), ...fullOnly },
  async () => {
    await startCanary(marked('mf-public', '2.2.0'), 20)
    const fresh = await tab('canary', '2.2.0')
    const beside = await tab('baseline', '2.0.0')
    for (let round = 0; round < 6 && (await known()).state === 'running'; round += 1) {
      await Promise.all([walk(fresh.page, 24), walk(beside.page, 24)])
      await judged(2)
      moveToMinute(1)
    }
    expect((await known()).state).toBe('done')
    const advances = (await platform.registry.audit()).filter(
      (one) => one.action === 'advance' && one.name === 'mf-public',
    )
    const shares = advances.map(
      ({ detail }) => (detail['versions'] as { traffic: number }[])[0]?.traffic,
    )
    expect(shares.reverse()).toEqual([10, 50, 100])
    const latecomer = await tab('baseline', '2.2.0')
    for (const one of [fresh, beside, latecomer]) await one.close()
  },
)

test(
  'scenario 31: a slower release is stopped by its LCP',
  { ...proves('scenario 31'), ...fullOnly },
  async () => {
    await startCanary(marked('mf-public', '2.3.0'), 20)
    for (const [side, version] of [
      ['canary', '2.3.0'],
      ['baseline', '2.0.0'],
    ] as const) {
      const { page, close } = await tab(side, version)
      await walk(page, 4)
      await page.waitForFunction(() =>
        (Reflect.get(window, 'noted') as string[]).includes('largest-contentful-paint'),
      )
      await page.close({ runBeforeUnload: true })
      await untilCounted(version, 'LCP', 1)
      await close()
      // Other visits of the same minute tell theirs.
      const slow = side === 'canary' ? 3_000 : 1_800
      for (let one = 0; one < 60; one += 1) {
        await forgetNetworks()
        const report = {
          route: '/home',
          device: 'phone',
          remote: { name: 'mf-public', version },
          vitals: [{ name: 'LCP', value: slow * (0.7 + one / 100) }],
        }
        const { status } = await fetch(platform.site.url + registryPaths.vitals, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(report),
        })
        expect(status).toBe(204)
      }
    }
    const { state, verdict } = await judged(2)
    expect([state, verdict?.reason]).toEqual(['stopped', 'slower'])
    expect((await lastOf('stop'))?.reason).toMatch(/^LCP \d+ ms beside \d+ ms \(of 61 and 61\)$/)
    const { close } = await tab('canary', '2.0.0')
    await close()
  },
)

test(
  'scenario 32: with a handful of visitors the canary holds, and the command line says so',
  { ...proves('scenario 32'), ...fullOnly },
  async () => {
    await startCanary(marked('mf-public', '2.4.0'), 500)
    const fresh = await tab('canary', '2.4.0')
    await walk(fresh.page, 3)
    await untilCounted('2.4.0', 'views', 4)
    const { state, traffic, verdict } = await judged(10)
    expect([state, traffic, verdict?.reason]).toEqual(['running', 1, 'too_few_views'])
    expect(await mfe(['status', 'mf-public'])).toMatch(
      /canary of mf-public 2\.4\.0 in production: 1 % since .+, holds: \d+ of 50 views/,
    )
    await until(async () => (await rollout())?.traffic, 1)
    await fresh.close()
  },
)
