import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { findings } from '../../../e2e/src/harness/axe.ts'
import {
  DEMO_PASSWORD,
  launchBrowser,
  openTab,
  settled,
  tokenOf,
  visit,
} from '../../../e2e/src/harness/browser.ts'
import type { Look } from './comment.ts'

type Asked = {
  readonly site: string
  readonly name: string
  readonly version: string
  readonly beside: string | undefined
  readonly pages: readonly string[]
  /** Accounts that may see pages behind a sign-in; the first one that a page lets in is taken. */
  readonly accounts: readonly string[]
  readonly out: string
}

const WIDTHS = [390, 1440]
const HEIGHT = 900

type Seen = { readonly picture: Buffer; readonly lcp: number | undefined; readonly found: string[] }

/** Looks at pages of both releases, and leaves pictures of each and of what changed. */
export async function comparePages(asked: Asked): Promise<Look[]> {
  const browser = await launchBrowser()
  try {
    const { site, accounts } = asked
    const password = process.env['MFE_PASSWORD'] ?? DEMO_PASSWORD
    const tokens = await Promise.all(accounts.map((one) => tokenOf({ url: site }, one, password)))
    const looks: Look[] = []
    for (const path of asked.pages) {
      for (const width of WIDTHS) {
        looks.push(await compare(browser, asked, { path, width, tokens }))
      }
    }
    return looks
  } finally {
    await browser.close()
  }
}

type Place = { readonly path: string; readonly width: number; readonly tokens: readonly string[] }

async function compare(browser: Browser, asked: Asked, place: Place): Promise<Look> {
  const { out, version, beside } = asked
  const { path, width } = place
  const file = (what: string) =>
    `${path.slice(1).replaceAll('/', '-') || 'start'}-${width}-${what}.png`
  const none = { now: undefined, before: undefined }
  const now = await see(browser, asked, place, version)
  if (!now) {
    const problem = 'it leads elsewhere; --accounts names who may see it'
    return {
      path,
      width,
      changed: undefined,
      lcp: none,
      pictures: { now: '' },
      findings: [],
      problem,
    }
  }
  writeFileSync(join(out, file('now')), now.picture)
  const before = beside === undefined ? undefined : await see(browser, asked, place, beside)
  const lcp = { now: now.lcp, before: before?.lcp }
  if (!before) {
    const pictures = { now: file('now') }
    return { path, width, changed: undefined, lcp, pictures, findings: now.found }
  }
  const { share, picture } = await differenceOf(browser, before.picture, now.picture)
  writeFileSync(join(out, file('before')), before.picture)
  writeFileSync(join(out, file('changes')), picture)
  return {
    path,
    width,
    changed: share,
    lcp,
    pictures: { now: file('now'), before: file('before'), changes: file('changes') },
    findings: now.found.filter((one) => !before.found.includes(one)),
  }
}

/** A page of a pinned release, for the first account that may see it; undefined if it leads everybody elsewhere. */
async function see(
  browser: Browser,
  { site, name }: Asked,
  { path, width, tokens }: Place,
  version: string,
): Promise<Seen | undefined> {
  for (const token of [undefined, ...tokens]) {
    const viewport = { width, height: HEIGHT }
    const context = await visit(browser, { url: site }, token, { viewport })
    try {
      const { page } = await openTab(context)
      await page.goto(`${path}?mfe=${name}@${version}`)
      await settled(page)
      if (new URL(page.url()).pathname !== path) continue
      const lcp = await largestPaint(page)
      const found = await findings(page)
      // It names the version, which always differs.
      const mask = [page.getByRole('region', { name: 'Pinned releases' })]
      const picture = await page.screenshot({ fullPage: true, animations: 'disabled', mask })
      return { picture, lcp, found }
    } finally {
      await context.close()
    }
  }
  return undefined
}

const largestPaint = (page: Page): Promise<number | undefined> =>
  page.evaluate(
    () =>
      new Promise<number | undefined>((done) => {
        const observer = new PerformanceObserver((list) =>
          done(list.getEntries().at(-1)?.startTime),
        )
        observer.observe({ type: 'largest-contentful-paint', buffered: true })
        setTimeout(() => done(undefined), 1_000)
      }),
  )

/** The share of pixels that differ, and a picture of the second one, pale, with those in red. */
async function differenceOf(browser: Browser, before: Buffer, now: Buffer) {
  const page = await browser.newPage()
  try {
    const [share, picture] = await page.evaluate(drawDifference, [
      before.toString('base64'),
      now.toString('base64'),
    ])
    return { share, picture: Buffer.from(picture, 'base64') }
  } finally {
    await page.close()
  }
}

/** Runs in the page. */
async function drawDifference(pictures: string[]): Promise<[number, string]> {
  const images = await Promise.all(
    pictures.map(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      return createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    }),
  )
  const width = Math.max(...images.map((image) => image.width))
  const height = Math.max(...images.map((image) => image.height))
  const pixels = images.map((image) => {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    return context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
  })
  const [one, other] = pixels as [Uint8ClampedArray, Uint8ClampedArray]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  const drawn = new ImageData(width, height)
  let changed = 0
  for (let at = 0; at < drawn.data.length; at += 4) {
    const isSame = [0, 1, 2, 3].every((part) => one[at + part] === other[at + part])
    if (!isSame) changed += 1
    const grey = ((other[at] ?? 0) + (other[at + 1] ?? 0) + (other[at + 2] ?? 0)) / 3
    const pale = 200 + grey * 0.2
    drawn.data.set(isSame ? [pale, pale, pale, 255] : [220, 0, 40, 255], at)
  }
  context?.putImageData(drawn, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return [changed / (width * height), btoa(text)]
}
