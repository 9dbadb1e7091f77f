import { PUBLIC_ROUTES } from '@awards/shared/domain'
import type { Browser } from '@playwright/test'
import { findings } from './harness/axe.ts'
import { DESK, openTab, PHONE, settled, tokenOf, visit } from './harness/browser.ts'
import type { Site } from './harness/site.ts'
import { findShown, screensOf, type Screen } from './journey/screens.ts'
import { someOf } from '../../tools/testing/scale.ts'
import { fullOnly } from './harness/scale.ts'
import { expect, proves, test, useDesk } from './harness/test.ts'

/** The criteria of WCAG for which axe has rules. */
const AXE_RULES = proves(
  'wcag 1.1.1',
  'wcag 1.3.1',
  'wcag 1.3.5',
  'wcag 1.4.1',
  'wcag 1.4.3',
  'wcag 2.4.1',
  'wcag 2.4.4',
  'wcag 2.4.6',
  'wcag 2.5.8',
  'wcag 3.1.1',
  'wcag 3.1.2',
  'wcag 3.3.2',
  'wcag 4.1.2',
)

let site: Site
let browser: Browser
let screens: Screen[] = []
const pages = new Map<string, Awaited<ReturnType<typeof openTab>>>()

useDesk(async (desk) => {
  ;({ site, browser } = desk)
  screens = screensOf(await findShown(site))
})

/** One tab for each person, who reads English. */
async function tabOf(who = '') {
  const open = pages.get(who)
  if (open) return open
  const context = await visit(browser, site, who && (await tokenOf(site, who)))
  const tab = await openTab(context)
  pages.set(who, tab)
  return tab
}

const NAMES = screensOf({
  winner: '',
  certificate: '',
  draft: '',
  submitted: '',
  awarded: '',
  chair: '',
  scored: '',
}).map(({ name }) => name)

test.describe('accessibility', () => {
  for (const [index, name] of NAMES.entries()) {
    test(`axe finds nothing on ${name}, at a desk and on a telephone`, AXE_RULES, async () => {
      const screen = screens.find((one) => one.name === name)
      if (!screen) throw new Error(`There is no screen ${name}`)
      const { page, watch } = await tabOf(screen.who)
      await page.setViewportSize(DESK)
      await page.goto(screen.address)
      await settled(page)
      await screen.act?.(page, site)

      const found: Record<number, string[]> = {}
      for (const size of someOf([DESK, PHONE], index)) {
        await page.setViewportSize(size)
        await settled(page)
        found[size.width] = await findings(page)
      }

      expect(Object.values(found).flat()).toEqual([])
      expect(watch.violations).toEqual([])
    })
  }
})

test.describe('content security policy', () => {
  const addresses = PUBLIC_ROUTES.map(({ path }) => path).filter((path) => !path.includes(':'))

  for (const address of addresses) {
    test(`nothing is refused at ${address}`, fullOnly, async () => {
      const { page, watch } = await tabOf()
      await page.goto(address)
      await settled(page)
      expect(watch.violations).toEqual([])
    })
  }
})
