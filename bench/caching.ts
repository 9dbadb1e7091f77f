import { launchBrowser, visit } from '../e2e/src/harness/browser.ts'
import { benchSite } from './common/bench-site.ts'
import { keep, type Figure } from './common/results.ts'

// What a visitor transfers who comes again, what the server says about keeping its files, and whether a page
// is still there on the way back.
const KILO = 1_024
const YEAR = 31_536_000
const PAGE = '/winners'
const NEXT = '/fees'

type Restored = PerformanceNavigationTiming & { notRestoredReasons?: unknown }

const site = await benchSite()
const browser = await launchBrowser()

/** Bytes of a page from the network, and what was asked for; what the cache had counts nothing. */
async function transferred(page: Awaited<ReturnType<typeof openPage>>) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await page.goto(PAGE)
  await page.waitForLoadState('networkidle')
  await session.detach()
  return bytes
}
const openPage = async () => (await visit(browser, site)).newPage()

async function headersOf(page: Awaited<ReturnType<typeof openPage>>) {
  const names = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )
  const hashed = names.filter((name) => /\.(js|css|woff2)$/.test(new URL(name).pathname))
  const kept = await Promise.all(
    hashed.map(async (name) => (await fetch(name)).headers.get('cache-control') ?? ''),
  )
  const document = (await fetch(site.url + PAGE)).headers
  return {
    files: hashed.length,
    unkept: hashed.filter((_, index) => {
      const control = kept[index] ?? ''
      return !control.includes('immutable') || !control.includes(`max-age=${YEAR}`)
    }),
    html: { 'cache-control': document.get('cache-control'), etag: document.get('etag') },
  }
}

try {
  const page = await openPage()
  const first = await transferred(page)
  const again = await transferred(page)
  const headers = await headersOf(page)
  await page.goto(NEXT)
  await page.waitForLoadState('networkidle')
  await page.goBack()
  const isKept = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as Restored[]
    return entry?.notRestoredReasons ?? null
  })
  const { 'cache-control': control, etag } = headers.html
  const isAsked = /no-cache|max-age=0/.test(control ?? '') && etag !== null
  const one = (name: string, value: number, unit: string, limit: number): Figure => ({
    ...{ bar: 'P13', name, value, unit, limit },
  })
  keep(
    'caching',
    [
      one('a page that was seen before', again / KILO, 'KB', 5),
      one('files with a hash that are not kept for a year', headers.unkept.length, 'files', 0),
      one('documents that are not asked for anew, with a tag', isAsked ? 0 : 1, 'documents', 0),
      one('reasons not to restore a page on the way back', isKept === null ? 0 : 1, '', 0),
    ],
    { first_kilobytes: Math.round(first / KILO), ...headers, not_restored: isKept },
  )
} finally {
  await browser.close()
  await site.stop()
}
