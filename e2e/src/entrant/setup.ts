import { rm } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { launchBrowser, openTab, tokenOf, visit, type Watch } from '../harness/browser.ts'
import { siteClock, type SiteClock } from '../harness/clock.ts'
import { faultProxy, type FaultProxy } from '../harness/fault-proxy.ts'
import { demoData, freePort, newFolder, startSite, type Site } from '../harness/site.ts'
import { test } from '../harness/test.ts'

/** A site with a clock that can be moved, a proxy that can break the way to it, and a browser. */
export type Desk = {
  site: Site
  clock: SiteClock
  proxy: FaultProxy
  browser: Browser
  /** A folder for the entrant's own files. */
  folder: string
  /** Ends the server as a power cut does; what is asked for until `start` finds nobody. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Gives the tests of a file a site of their own; the way to it is whole again before each. */
export function useDesk(take: (desk: Desk) => void | Promise<void>) {
  let desk: Desk | undefined
  test.beforeAll(async () => {
    desk = await openDesk()
    await take(desk)
  })
  test.afterAll(() => desk?.stop())
  test.beforeEach(() => {
    desk?.proxy.clear()
    desk?.clock.moveBy(0)
  })
}

async function openDesk(): Promise<Desk> {
  const dataDir = await demoData()
  const clock = siteClock(dataDir)
  const options = { dataDir, env: clock.env, port: await freePort() }
  const site = await startSite(options)
  const proxy = await faultProxy(site.url)
  const browser = await launchBrowser()
  const desk: Desk = {
    ...{ site, clock, proxy, browser, folder: await newFolder() },
    kill: () => desk.site.kill(),
    start: async () => {
      desk.site = await startSite(options)
    },
    stop: async () => {
      await browser.close()
      await proxy.close()
      await desk.site.discard()
      await rm(desk.folder, { recursive: true, force: true })
    },
  }
  return desk
}

export type Seat = { page: Page; watch: Watch; token: string; close(): Promise<void> }

/** A signed-in entrant's tab in a browser of its own, behind the proxy. */
export async function seatOf(
  { site, proxy, browser }: Desk,
  { email, password, size }: { email: string; password?: string; size?: typeof SIZES.phone },
): Promise<Seat> {
  const token = await tokenOf(site, email, password)
  const options = size && { viewport: size }
  const context = await visit(browser, { ...site, url: proxy.url }, token, options)
  return { ...(await openTab(context)), token, close: () => context.close() }
}

export const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
