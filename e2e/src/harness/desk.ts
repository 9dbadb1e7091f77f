import { rm } from 'node:fs/promises'
import type { Browser } from '@playwright/test'
import { siteClock, type SiteClock } from './clock.ts'
import { faultProxy, type FaultProxy } from './fault-proxy.ts'
import { newFolder } from './folders.ts'
import { demoData, freePort, startSite, type Site } from './site.ts'

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

/** Starts a site on a copy of the demo programme. */
export async function openDesk(browser: Browser): Promise<Desk> {
  const dataDir = await demoData()
  const clock = siteClock(dataDir)
  // Receivers of webhooks listen beside the tests.
  const env = { ...clock.env, WEBHOOKS_LOCAL: 'on' }
  const options = { dataDir, env, port: await freePort() }
  const site = await startSite(options)
  const proxy = await faultProxy(site.url)
  const desk: Desk = {
    site,
    clock,
    proxy,
    browser,
    folder: await newFolder(),
    kill: () => desk.site.kill(),
    start: async () => {
      desk.site = await startSite(options)
    },
    stop: async () => {
      await proxy.close()
      await desk.site.discard()
      await rm(desk.folder, {
        recursive: true,
        force: true,
      })
    },
  }
  return desk
}
