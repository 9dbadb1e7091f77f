import type { Browser, BrowserContextOptions } from '@playwright/test'
import { ACCOUNTS } from './harness/accounts.ts'
import { openTab, settled, tokenOf, visit } from './harness/browser.ts'
import { untilRendered } from './harness/rendered.ts'
import type { Site } from './harness/site.ts'
import { until } from './harness/until.ts'
import { fullOnly } from './harness/scale.ts'
import { expect, test, useDesk } from './harness/test.ts'

/* Each public page has an address in each language; other pages have one, and follow the choice. */
let site: Site
let browser: Browser

useDesk((desk) => {
  ;({ site, browser } = desk)
})

/** A new visitor at an address, who has made no choice unless the test says so. */
async function start(address: string, options: BrowserContextOptions = {}, token?: string) {
  const context = await visit(browser, site, token, options)
  await context.clearCookies()
  const { page, watch } = await openTab(context)
  if (options.javaScriptEnabled === false) await untilRendered(site.url + address)
  await page.goto(address)
  if (options.javaScriptEnabled !== false) {
    await settled(page)
    // The place of notices is there once the browser has taken over what the server rendered.
    await page.locator('[class*="corner"]').first().waitFor({ state: 'attached' })
  }
  const place = () => {
    const { pathname, search } = new URL(page.url())
    return pathname + search
  }
  const lang = () => page.evaluate(() => document.documentElement.lang.slice(0, 2))
  const choose = async (name: string) => {
    await page.locator('header summary').first().click()
    await page.locator('header details[open]').getByText(name, { exact: true }).click()
  }
  const cookie = async () => (await context.cookies()).find((one) => one.name === 'language')?.value
  return { context, page, watch, place, lang, choose, cookie }
}

test('switching keeps the page and what is on it, and changes its address', async () => {
  const { context, page, watch, place, lang, choose, cookie } = await start('/winners?page=2')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await choose('Français')
  await page.waitForURL('**/fr/winners?page=2')
  await until(async () => [await lang(), await cookie()], ['fr', 'fr'])
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await until(async () => (await page.title()).includes('Winners'), false)

  const sections = page.getByRole('banner').getByRole('navigation')
  await until(() => sections.getByRole('link').nth(1).getAttribute('href'), '/fr/categories')
  await sections.getByRole('link').nth(1).click()
  await page.waitForURL('**/fr/categories')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)

  await page.reload()
  await settled(page)
  expect([place(), await lang()]).toEqual(['/fr/categories', 'fr'])
  expect(watch).toMatchObject({ errors: [], violations: [] })
  await context.close()
})

test(
  'going back over the border of a language shows the page in the one it was in',
  fullOnly,
  async () => {
    const { context, page, place, lang, choose } = await start('/jury')
    const sections = page.getByRole('banner').getByRole('navigation')
    await sections.getByRole('link', { name: 'Calendar' }).click()
    await page.waitForURL('**/calendar')
    await choose('中文')
    await page.waitForURL('**/zh/calendar')
    await page.goBack()
    await page.waitForFunction(() => document.documentElement.lang.startsWith('en'))
    await until(async () => place(), '/jury')
    await page.goForward()
    await page.waitForFunction(() => document.documentElement.lang.startsWith('zh'))
    await until(async () => [place(), await lang()], ['/zh/calendar', 'zh'])
    await context.close()
  },
)

test('the address decides what is shown, whatever was chosen before', async () => {
  const { context, page, lang, cookie } = await start('/zh/faq')
  expect(await lang()).toBe('zh')
  await context.addCookies([{ name: 'language', value: 'en', url: site.url }])
  await page.goto('/fr/faq')
  await settled(page)
  expect([await lang(), await cookie()]).toEqual(['fr', 'en'])
  await context.close()
})

test('without JavaScript the languages are links', fullOnly, async () => {
  const { context, page, place, cookie } = await start('/jury', { javaScriptEnabled: false })
  await page.getByRole('banner').locator('summary').first().click()
  const french = page.getByRole('banner').getByRole('link', { name: 'Français' })
  expect(await french.getAttribute('hreflang')).toMatch(/^fr/)
  await french.click()
  expect(place()).toBe('/fr/jury')
  expect(await page.locator('html').getAttribute('lang')).toMatch(/^fr/)

  await context.addCookies([{ name: 'language', value: 'fr', url: site.url }])
  await page.getByRole('banner').locator('summary').first().click()
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
  await until(async () => [place(), await cookie()], ['/jury', 'en'])
  expect(await page.locator('html').getAttribute('lang')).toMatch(/^en/)
  await context.close()
})

test('pages of an account have one address, and the choice is kept for them', async () => {
  const token = await tokenOf(site, ACCOUNTS[0])
  const { context, page, place, lang, choose, cookie } = await start('/account', {}, token)
  await choose('中文')
  await page.waitForFunction(() => document.documentElement.lang.startsWith('zh'))
  await until(async () => [place(), await cookie()], ['/account', 'zh'])
  await page.reload()
  await settled(page)
  expect([place(), await lang()]).toEqual(['/account', 'zh'])
  await context.close()
})

test('the look of the system is that of the page, until another is chosen', fullOnly, async () => {
  const { context, page } = await start('/home', { colorScheme: 'dark' })
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await ground()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.waitForFunction(
    (before) => getComputedStyle(document.body).backgroundColor !== before,
    dark,
  )
  await page.getByRole('button', { name: 'Switch to the dark look' }).click()
  // A button that is pressed before the page is taken over does its work then.
  await page.waitForFunction(
    (wanted) => getComputedStyle(document.body).backgroundColor === wanted,
    dark,
  )
  await page.reload()
  await until(ground, dark)
  await context.close()
})
