import type { Browser, Page } from '@playwright/test'
import { DESK, openTab, settled, tokenOf, visit } from './harness/browser.ts'
import { fullOnly } from './harness/scale.ts'
import type { Site } from './harness/site.ts'
import { expect, proves, test, useOwnDesk } from './harness/test.ts'
import { findShown, screensOf, type Screen } from './journey/screens.ts'

/* WCAG 2.2, 1.4.10 and 1.4.12: a window of 1280 pixels enlarged to 400 %, and text set as wide as a reader may want it. */
const NARROW = { width: 320, height: 640 }
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`

let site: Site
let browser: Browser
let screens: Screen[] = []
// Its screens need an entry that nobody has paid for, and one of them pays it.
useOwnDesk(async (desk) => {
  ;({ site, browser } = desk)
  screens = screensOf(await findShown(site))
})

/** What makes a page wider than its window: the parts that begin inside and end outside of it. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter(
        (box) =>
          box.getBoundingClientRect().right > clientWidth &&
          (box.parentElement?.getBoundingClientRect().right ?? 0) <= clientWidth,
      )
      .map((box) => `${box.tagName}.${box.className}: ${box.textContent?.slice(0, 40)}`)
  })

/** Text in a box that hides what does not fit, and is no line that ends in an ellipsis. */
const clippedText = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *, header *, [role=dialog] *')]
      .filter((box) => {
        const style = getComputedStyle(box)
        const isShort = box.clientWidth > 1 && box.clientHeight > 1
        return (
          isShort &&
          style.overflowY === 'hidden' &&
          style.textOverflow !== 'ellipsis' &&
          style.webkitLineClamp === 'none' &&
          [...box.childNodes].some((child) => child.nodeType === 3 && child.textContent?.trim()) &&
          box.scrollHeight > box.clientHeight + 2
        )
      })
      .map((box) => `${box.tagName}.${box.className}: ${box.textContent?.slice(0, 60)}`),
  )

const PROVEN = { ...proves('wcag 1.4.4', 'wcag 1.4.10', 'wcag 1.4.12'), ...fullOnly }
test('every screen fits 320 pixels, with wide spacing of its text as well', PROVEN, async () => {
  const wrong: Record<string, unknown> = {}
  for (const screen of screens) {
    const token = screen.who ? await tokenOf(site, screen.who) : undefined
    const context = await visit(browser, site, token, { viewport: DESK })
    const { page } = await openTab(context)
    await page.goto(screen.address)
    await settled(page)
    await screen.act?.(page, site)
    await page.setViewportSize(NARROW)
    await settled(page)
    const plain = await tooWide(page)
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
    }, SPACED)
    const spaced = await tooWide(page)
    const clipped = await clippedText(page)
    const found = { plain, spaced, clipped }
    if (Object.values(found).flat().length > 0) wrong[screen.name] = found
    await context.close()
  }
  expect(wrong).toEqual({})
})
