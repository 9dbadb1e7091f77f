import type { Browser, BrowserContext, Page } from '@playwright/test'
import { FORMAT_LOCALES } from '@awards/shared/i18n'
import type { Language } from '@awards/shared/domain'
import { findings } from '../harness/axe.ts'
import { actsSoon, DESK, openTab, PHONE, settled } from '../harness/browser.ts'
import { untilRendered } from '../harness/rendered.ts'

/** How a visitor may see a page. */
export const LOOKS = [
  { name: 'desk-light', viewport: DESK, colorScheme: 'light' },
  { name: 'phone-dark', viewport: PHONE, colorScheme: 'dark' },
  { name: 'desk-dark', viewport: DESK, colorScheme: 'dark' },
  { name: 'phone-light', viewport: PHONE, colorScheme: 'light' },
] as const
export type Look = (typeof LOOKS)[number]

/** What must be empty on every page, and how far its parts moved while it loaded. */
export type Inspection = {
  status: number
  language: string
  errors: string[]
  violations: string[]
  accessibility: string[]
  /** Sum of all layout shifts, also those after scrolling to the end. */
  shift: number
}

declare global {
  var shifted: number
}

/** A sum of layout shifts above this is seen (quality page, P1). */
export const SHIFT_LIMIT = 0.01

/** Adds up what moves in each tab of a context, from its first paint. */
export const watchShifts = (context: BrowserContext) =>
  context.addInitScript(() => {
    globalThis.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        globalThis.shifted += (entry as PerformanceEntry & { value: number }).value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** How far the parts of a page have moved so far: the sum of all layout shifts. */
export const shiftOf = (page: Page) => page.evaluate(() => globalThis.shifted)

/** A visitor of one language and look; `pictures` names the folder for a picture of each page. */
export async function visitorOf(
  browser: Browser,
  site: string,
  { language, look, pictures }: { language: Language; look: Look; pictures?: string | undefined },
) {
  const { name, viewport, colorScheme } = look
  const context = await browser.newContext({
    viewport,
    colorScheme,
    baseURL: site,
    locale: FORMAT_LOCALES[language],
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
  })
  await actsSoon(context)
  await watchShifts(context)
  const place = (address: string) =>
    `${pictures}/${address.replaceAll('/', '_')}-${language}-${name}.jpg`
  return {
    inspect: (address: string) => inspect({ context, site }, address, pictures && place(address)),
    close: () => context.close(),
  }
}

async function inspect(
  { context, site }: { context: BrowserContext; site: string },
  address: string,
  picture: string | undefined,
) {
  const { page, watch } = await openTab(context)
  try {
    await untilRendered(site + address)
    const answer = await page.goto(address)
    await settled(page)
    await scrollThrough()
    const shift = await shiftOf(page)
    const language = await page.evaluate(() => document.documentElement.lang)
    const accessibility = await findings(page)
    if (picture) await page.screenshot({ path: picture, fullPage: true, type: 'jpeg', quality: 60 })
    const { errors, violations } = watch
    const status = answer?.status() ?? 0
    return { status, language, errors, violations, accessibility, shift } satisfies Inspection
  } finally {
    await page.close()
  }

  /** Pictures further down are loaded as a reader comes to them; each screen is drawn before the next. */
  async function scrollThrough() {
    await page.evaluate(async () => {
      const drawn = () => new Promise((next) => requestAnimationFrame(() => setTimeout(next, 60)))
      for (let y = 0; y < document.body.scrollHeight; y += window.innerHeight) {
        window.scrollTo(0, y)
        await drawn()
      }
      window.scrollTo(0, 0)
      await drawn()
    })
    await page.waitForFunction(arePicturesThere)
  }
}

/** Whether all that a reader scrolls past is loaded; the rest of a row waits until it is drawn aside. */
function arePicturesThere() {
  return [...document.images].every((image) => {
    const [box] = image.getClientRects()
    return image.complete || !box || box.left >= window.innerWidth || box.right <= 0
  })
}
