import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { LoadEvent } from '@awards/shared/releases'
import { openTab, visit, type Watch } from '../harness/browser.ts'
import { query } from '../harness/database.ts'
import { faultProxy, type FaultProxy } from '../harness/fault-proxy.ts'
import { newToken, registryOf, type Registry } from '../harness/registry.ts'
import { localRelease, type Release } from '../harness/release.ts'
import { rerelease, SHOWS_VERSION, type Changes } from '../harness/rerelease.ts'
import { demoData, startSite, type Site } from '../harness/site.ts'
import { closeTabs, test } from '../harness/test.ts'

/** A site with its registry, a proxy that can break everything on the way, and a browser. */
export type Platform = {
  site: Site
  proxy: FaultProxy
  browser: Browser
  registry: Registry
  stop(): Promise<void>
}

/** Gives the tests of a file a platform of their own: whole again before each, gone after the last. */
export function usePlatform(
  env: Record<string, string>,
  take: (started: Platform) => void | Promise<void>,
) {
  let platform: Platform | undefined
  test.beforeAll(async ({ browser }) => {
    platform = await startPlatform(env, browser)
    await take(platform)
  })
  test.afterAll(async ({ browser }) => {
    await closeTabs(browser)
    await platform?.stop()
  })
  test.beforeEach(async () => {
    if (!platform) return
    platform.proxy.clear()
    await query(platform.site, 'delete from mfe_events')
  })
}

async function startPlatform(env: Record<string, string>, browser: Browser): Promise<Platform> {
  const site = await startSite({ dataDir: await demoData(), env })
  const proxy = await faultProxy(site.url)
  const channel = env['CHANNEL'] === 'staging' ? 'staging' : 'production'
  const registry = registryOf(site, await newToken(site, 'ana@example.org'), channel)
  return {
    site,
    proxy,
    browser,
    registry,
    stop: async () => {
      await proxy.close()
      await site.discard()
    },
  }
}

/** The release that is built here, under another version; each of its pages says which it is. */
export function marked(name: string, version: string, changes: Changes = {}): Release {
  return rerelease(localRelease(name), version, {
    ...changes,
    pages: changes.pages ?? SHOWS_VERSION,
  })
}

/** Publishes releases of one remote; the first is given to everybody, the last is the known good. */
export async function deployed({ registry }: Platform, ...releases: Release[]) {
  for (const release of releases) {
    const { status, body } = await registry.publish(release)
    if (status > 201) throw new Error(`${release.version}: ${status} ${JSON.stringify(body)}`)
  }
  await registry.deploy(
    releases[0]?.name ?? '',
    releases.map(({ version }, index) => ({
      version,
      traffic: index === 0 ? 100 : 0,
      default: index === releases.length - 1,
    })),
  )
}

export type Tab = { page: Page; watch: Watch; context: BrowserContext; close(): Promise<void> }

/** A tab with nothing in its cache, behind the proxy; it stands at `path` but may still load. */
export async function tabAt(
  { browser, site, proxy }: Platform,
  path: string,
  { token, url = proxy.url }: { token?: string; url?: string } = {},
): Promise<Tab> {
  const context = await visit(browser, { ...site, url }, token)
  const tab = await openTab(context)
  await tab.page.goto(path, { waitUntil: 'commit' })
  // A new document forgets it; that is how a reload shows.
  await tab.page.evaluate(() => Object.assign(window, { sameDocument: true }))
  return { ...tab, context, close: () => context.close() }
}

export const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window)

/** Goes to a page as a link of the site does, without a new document. */
export const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** The heading of a page that is there; one that is on its way has another. */
export const arrived = (page: Page) =>
  page
    .getByRole('heading', { level: 1 })
    .filter({ hasNotText: /^Loading/ })
    .first()
    .waitFor()

/** The line that every page of a marked release begins with. */
export const releaseLine = (page: Page, version: string) =>
  page.getByText(`Release ${version}`, { exact: true })

export const PANEL = 'This part of the site is not available right now'
export const panel = (page: Page) => page.getByRole('alert').filter({ hasText: PANEL })
export const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

/** What tabs have told about a remote, the oldest first. */
export async function eventsOf({ site }: Platform, remote: string): Promise<LoadEvent[]> {
  const text = 'select event from mfe_events where remote = $1 order by at, id'
  return (await query<{ event: LoadEvent }>(site, text, [remote])).map(({ event }) => event)
}
