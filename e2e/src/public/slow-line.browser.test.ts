import type { Browser } from '@playwright/test'
import { openTab, visit } from '../harness/browser.ts'
import { untilRendered } from '../harness/rendered.ts'
import type { Site } from '../harness/site.ts'
import { SHIFT_LIMIT, shiftOf, watchShifts } from './inspect.ts'
import { addressesOf } from './sitemap.ts'
import { slowLine } from './slow-line.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, test, useDesk } from '../harness/test.ts'

let site: Site
let browser: Browser
let line: Awaited<ReturnType<typeof slowLine>>

useDesk(async (desk) => {
  ;({ site, browser } = desk)
  line = await slowLine(site.url)
})
test.afterAll(() => line?.close())

/** One page of each kind: those of one kind have one layout. */
async function pageOfEachKind() {
  const kinds = new Map<string, string>()
  for (const { en } of await addressesOf(site.url)) {
    const [, section = '', isOne] = en.split('/')
    const kind = `${section}${isOne ? '/one' : ''}`
    kinds.set(kind, kinds.get(kind) ?? en)
  }
  return [...kinds.values()]
}

test('nothing moves while a page comes in pieces and its letters last', fullOnly, async () => {
  const context = await visit(browser, { ...site, url: line.url })
  await watchShifts(context)
  const moved: string[] = []
  for (const address of await pageOfEachKind()) {
    const { page } = await openTab(context)
    await untilRendered(site.url + address)
    await page.goto(address)
    // The letters are there, and what they fill is laid out anew.
    await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    })
    const shift = await shiftOf(page)
    if (shift > SHIFT_LIMIT) moved.push(`${address}: ${shift.toFixed(4)}`)
    await page.close()
  }
  await context.close()
  expect(moved).toEqual([])
})
