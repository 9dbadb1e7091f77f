import { expect, test as base, type Browser } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { openDesk, type Desk } from './desk.ts'
import { demoData, startSite, type Site } from './site.ts'

export { expect }

type OfWorker = {
  /** The site of a worker, which its test files share: each makes people and entries of its own. */
  sharedDesk: Desk
}

export const test = base.extend<object, OfWorker>({
  sharedDesk: [
    async ({ browser }, use) => {
      const desk = await openDesk(browser)
      await use(desk)
      await desk.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** What a test proves of the specification; goes in front of its body. The report of the run names it. */
export const proves = (...ids: string[]) => ({
  annotation: ids.map((description) => ({ type: 'proves', description })),
})

/**
 * Gives the tests of a file the site of their worker. The way to it is whole, and its clock right, before each. A file
 * that moves the clock for long, ends the server, or changes what others read takes `useOwnDesk`.
 */
export function useDesk(take: (desk: Desk) => void | Promise<void>) {
  test.beforeAll(async ({ sharedDesk }) => take(sharedDesk))
  test.beforeEach(({ sharedDesk }) => reset(sharedDesk))
  test.afterAll(({ browser }) => closeTabs(browser))
}

/** Gives the tests of a file a site of their own. */
export function useOwnDesk(take: (desk: Desk) => void | Promise<void>) {
  let desk: Desk | undefined
  test.beforeAll(async ({ browser }) => {
    desk = await openDesk(browser)
    await take(desk)
  })
  test.afterAll(async ({ browser }) => {
    await closeTabs(browser)
    await desk?.stop()
  })
  test.beforeEach(() => {
    if (desk) reset(desk)
  })
}

/** Gives the tests of a file a site that asks for a second factor, as in production, with a browser of its own. */
export function useStepUpSite(take: (opened: { site: Site; browser: Browser }) => void) {
  let opened: { site: Site; browser: Browser } | undefined
  test.beforeAll(async () => {
    const site = await startSite({ dataDir: await demoData(), env: { STEP_UP: 'on' } })
    opened = { site, browser: await launchBrowser() }
    take(opened)
  })
  test.afterAll(async () => {
    await opened?.browser.close()
    await opened?.site.discard()
  })
}

function reset({ proxy, clock }: Desk) {
  proxy.clear()
  clock.moveBy(0)
}

/** Closes what the tests of a file left open: a page that is forgotten goes on asking. */
export const closeTabs = async (browser: Browser) =>
  void (await Promise.all(browser.contexts().map((context) => context.close())))
