import { PHONE, visit, type openTab } from '../e2e/src/harness/browser.ts'
import type { Site } from '../e2e/src/harness/site.ts'

const LIMIT_MS = 60_000

/** How a machine and its network are slowed down; nothing for this machine as it is. */
export type Pace = {
  readonly cpu: number
  readonly latency_ms: number
  readonly down_kbps: number
  readonly up_kbps: number
}

export type Load = {
  /** From the navigation to the first heading of the page. */
  readonly content_ms: number
  readonly requests: number
  readonly bytes: number
  readonly script_bytes: number
}

type Browser = Parameters<typeof visit>[0]
type Options = { url: string; path: string; token: string | undefined; pace: Pace | undefined }

const bytesPerSecond = (kilobits: number) => (kilobits * 1024) / 8

/** Opens a page with an empty cache and waits for its first heading. */
export async function loadPage(browser: Browser, options: Options): Promise<Load> {
  const { url, path, token, pace } = options
  const context = await visit(browser, { url } as Site, token, { viewport: PHONE })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    if (pace) {
      await session.send('Emulation.setCPUThrottlingRate', { rate: pace.cpu })
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: pace.latency_ms,
        downloadThroughput: bytesPerSecond(pace.down_kbps),
        uploadThroughput: bytesPerSecond(pace.up_kbps),
      })
    }
    const addresses = new Map<string, string>()
    const sizes = new Map<string, number>()
    session.on('Network.requestWillBeSent', ({ requestId, request }) =>
      addresses.set(requestId, request.url),
    )
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      sizes.set(requestId, encodedDataLength),
    )
    await markContent(page)
    await page.goto(path, { waitUntil: 'commit', timeout: LIMIT_MS })
    const content_ms = await contentMark(page)
    await untilQuiet(page)
    const sum = (isCounted: (address: string) => boolean) =>
      [...sizes].reduce(
        (total, [id, size]) => total + (isCounted(addresses.get(id) ?? '') ? size : 0),
        0,
      )
    return {
      content_ms,
      requests: addresses.size,
      bytes: sum(() => true),
      script_bytes: sum((address) => new URL(address).pathname.endsWith('.js')),
    }
  } finally {
    await context.close()
  }
}

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
