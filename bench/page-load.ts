import type { openTab } from '../e2e/src/harness/browser.ts'

const LIMIT_MS = 60_000

type Page = Awaited<ReturnType<typeof openTab>>['page']

/** Marks the moment at which the first heading of a page stands. */
export const markContent = (page: Page) =>
  page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('main h1')) return
      performance.mark('content')
      watch.disconnect()
    })
    watch.observe(document, { childList: true, subtree: true })
  })

/** The moment that was marked, in milliseconds since the navigation. */
export async function contentMark(page: Page): Promise<number> {
  const read = () => performance.getEntriesByName('content')[0]?.startTime ?? 0
  await page.waitForFunction(read, undefined, { timeout: LIMIT_MS })
  return page.evaluate(read)
}

/** How long nothing may have been loaded. */
const QUIET_MS = 1_500

/** Waits until the application has taken over what the server rendered, and nothing is loaded any more. */
export async function untilQuiet(page: Page) {
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
