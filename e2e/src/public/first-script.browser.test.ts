import type { Browser, BrowserContext, Page } from '@playwright/test'
import { DESK, openTab, PHONE } from '../harness/browser.ts'
import { untilRendered } from '../harness/rendered.ts'
import type { Site } from '../harness/site.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, test, useDesk } from '../harness/test.ts'

let site: Site
let browser: Browser
/** Somebody who comes for the first time, and does nothing by herself. */
let context: BrowserContext

useDesk((desk) => {
  ;({ site, browser } = desk)
})
test.beforeEach(async () => {
  context = await browser.newContext({ viewport: DESK, locale: 'en-GB', baseURL: site.url })
})
test.afterEach(() => context.close())

/** The longest that the first script leaves a page alone (shell/src/start). */
const UNTOUCHED_MS = 10_000
const APPLICATION = /\/assets\/js\/main\.\w+\.js$/

async function open(address: string) {
  await untilRendered(site.url + address)
  const tab = await openTab(context)
  await tab.page.goto(address)
  return tab
}

const isTakenOver = (page: Page) =>
  page.evaluate(() => document.querySelector('[data-rendered]') === null)

/** When the page is taken over, in milliseconds since it was asked for. */
async function takenOver(page: Page): Promise<number> {
  await page.waitForFunction(() => !document.querySelector('[data-rendered]'))
  return page.evaluate(() => performance.now())
}

test(
  'who reads is left alone: the application is fetched, and runs when somebody acts',
  fullOnly,
  async () => {
    const { page, watch } = await open('/fees')
    await page.waitForLoadState('networkidle')
    const fetched = () => watch.requests.filter((address) => APPLICATION.test(address)).length
    await page.waitForTimeout(3_000)
    expect([await isTakenOver(page), fetched()]).toEqual([false, 1])

    await page.mouse.move(200, 200)
    await takenOver(page)
    expect(watch.errors).toEqual([])
    expect(watch.violations).toEqual([])

    // Who was here before does not have to act again.
    for (const address of ['/faq', '/no/such/page']) {
      const again = await open(address)
      expect(await takenOver(again.page)).toBeLessThan(UNTOUCHED_MS)
    }
  },
)

test('what counts by itself does so for those too who only look', fullOnly, async () => {
  const { page } = await open('/home')
  expect(await takenOver(page)).toBeGreaterThan(UNTOUCHED_MS)
  expect(await page.getByRole('img', { name: /days/ }).first().isVisible()).toBe(true)
})

test.describe('before the application listens', () => {
  test.beforeEach(() =>
    context.route(APPLICATION, async (route) => {
      await new Promise((later) => setTimeout(later, 2_000))
      await route.continue()
    }),
  )

  test('what is chosen for an estimate is what is reckoned', fullOnly, async () => {
    const { page } = await open('/fees')
    await page.getByLabel('Section', { exact: true }).selectOption('concept')
    await page.getByLabel('Works', { exact: true }).fill('3')
    await page.getByLabel('A private person').check({ force: true })
    expect(await isTakenOver(page)).toBe(false)
    await takenOver(page)

    // 3 works of a concept in the standard period, with French VAT.
    await page.locator('#estimate').getByText('€648', { exact: true }).first().waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      section: 'concept',
      works: '3',
      buyer: 'consumer',
    })
  })

  test('several filters at once are all applied', async () => {
    const { page } = await open('/winners')
    await page.getByLabel('Category', { exact: true }).selectOption('LUM')
    await page.getByLabel('Section', { exact: true }).selectOption('professional')
    await page.getByRole('searchbox').fill('a')
    expect(await isTakenOver(page)).toBe(false)
    await takenOver(page)

    await page.waitForURL(/keyword=a/)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      category: 'LUM',
      section: 'professional',
      keyword: 'a',
    })
  })

  test(
    'a search that was written is searched for, and goes on where it was',
    fullOnly,
    async () => {
      const { page } = await open('/faq')
      const search = page.getByRole('searchbox')
      await search.click()
      await page.keyboard.type('refund')
      await page.keyboard.press('ArrowLeft')
      expect(await isTakenOver(page)).toBe(false)
      await takenOver(page)

      await page.waitForURL(/q=refund$/)
      await page.keyboard.type('e')
      await page.waitForURL(/q=refuned$/)
      expect(await search.inputValue()).toBe('refuned')
    },
  )

  test(
    'E36: the menu of a phone opens and leads on before the application runs',
    fullOnly,
    async () => {
      const { page } = await open('/fees')
      await page.setViewportSize(PHONE)
      await page.getByRole('button', { name: 'Open the menu' }).click()
      const menu = page.getByRole('dialog', { name: 'Menu' })
      await expect(menu.getByRole('link', { name: 'Jury' })).toBeVisible()
      expect(await isTakenOver(page)).toBe(false)
      await takenOver(page)
      await expect(menu).toBeVisible()
      await menu.getByRole('link', { name: 'Jury' }).click()
      await page.waitForURL('**/jury')
      await expect(menu).toBeHidden()
    },
  )

  test('a button that was pressed does what it says', async () => {
    const { page } = await open('/fees')
    await page.getByRole('button', { name: 'One more' }).first().click()
    expect(await isTakenOver(page)).toBe(false)
    await takenOver(page)
    await page.waitForURL(/works=2/)
  })
})
