import type { Browser, BrowserContext, Page } from '@playwright/test'
import { ACCOUNTS } from './harness/accounts.ts'
import { openTab, settled, tokenOf, visit } from './harness/browser.ts'
import type { FaultProxy } from './harness/fault-proxy.ts'
import type { Site } from './harness/site.ts'
import { until } from './harness/until.ts'
import { fullOnly } from './harness/scale.ts'
import { expect, proves, test, useDesk } from './harness/test.ts'

/*
 * Every sentence of the specification's error catalogue (§8), provoked as networks and servers
 * provoke it. The call is the one that sends a code by e-mail: a button that anybody can press.
 */
const CALL = '/api/email/verifyCode'
let site: Site
let browser: Browser
let proxy: FaultProxy
let context: BrowserContext
let page: Page

useDesk((desk) => {
  ;({ site, browser, proxy } = desk)
})
test.beforeEach(async () => {
  context = await visit(browser, { ...site, url: proxy.url })
  page = (await openTab(context)).page
  await page.goto('/forget')
  await settled(page)
})
test.afterEach(() => context.close())

async function sendCode() {
  await page.getByLabel('E-mail address').fill('somebody@example.org')
  await page.getByRole('button', { name: 'Send code' }).click()
}
const toast = (text: string) => page.locator('.ant-message').getByText(text, { exact: true })

test('without a network', proves('error status-0'), async () => {
  await context.setOffline(true)
  await sendCode()
  // The form itself says it: without a network no toast can be loaded.
  await page
    .getByRole('alert')
    .getByText('Network unavailable. Check internet connection', { exact: true })
    .waitFor()
})

test('a gateway answers HTTP 502', proves('error response'), async () => {
  proxy.set(CALL, { kind: 'status', status: 502 })
  await sendCode()
  await toast('Request failed, please retry.').waitFor()
})

test('the connection is reset', proves('error no-response'), async () => {
  proxy.set(CALL, { kind: 'reset' })
  await sendCode()
  await toast('Network error. Check connection and retry.').waitFor()
})

test(
  'an answer that takes longer than 20 seconds is given up',
  { ...proves('constant REQUEST_TIMEOUT_MS'), ...fullOnly },
  async () => {
    proxy.set(CALL, { kind: 'hang' })
    const given = page.waitForEvent('requestfailed', (request) => request.url().endsWith(CALL))
    const began = Date.now()
    await sendCode()
    await given
    expect((Date.now() - began) / 1000).toBeGreaterThan(19)
    await toast('Network error. Check connection and retry.').waitFor()
  },
)

test('an answer that is no envelope', proves('error other'), async () => {
  proxy.set(CALL, { kind: 'envelope', code: Number.NaN, msg: 'x' })
  await sendCode()
  await toast('Request error, please retry.').waitFor()
})

test('a business error shows what the server says', proves('error business'), async () => {
  await sendCode()
  await page
    .getByText(/a code is on its way/)
    .first()
    .waitFor()
  await page.reload()
  await settled(page)
  await sendCode()
  await page
    .locator('.ant-message')
    .getByText(/try again in/i)
    .first()
    .waitFor()
})

test(
  'each refused field is a toast of its own, and stands beside its field',
  proves('error 422'),
  async () => {
    await page.getByLabel('E-mail address').fill('somebody@example.org')
    await page.getByLabel('Code from the e-mail').fill('123456')
    await page.getByLabel('New password').fill('Correct-Horse-7-Staple')
    const message = page.locator('.ant-message').getByText(/^code: .+/)
    const told = message.first().textContent()
    await page.getByRole('button', { name: 'Set the new password' }).click()
    // The toast goes by itself, so it is read in the moment in which it is there.
    const text = (await told)?.replace(/^code: /, '') ?? ''
    await page.locator('form [id$="-error"]').getByText(text).first().waitFor()
  },
)

test(
  'an ended session removes the token and leads to the login page and back',
  proves('error 401'),
  async () => {
    const token = await tokenOf(site, ACCOUNTS[0])
    const own = await visit(browser, { ...site, url: proxy.url }, token)
    const tab = (await openTab(own)).page
    await tab.goto('/account')
    await settled(tab)
    await fetch(`${site.url}/api/user/logout`, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: '{}',
    })
    await tab.getByRole('link', { name: 'Invoices' }).click()
    await tab.waitForURL('**/login?redirect=*')
    await until(() => tab.evaluate(() => localStorage.getItem('token')), null)
    await own.close()
  },
)

test('a refusal of the server leads to /403', proves('error 403'), async () => {
  const token = await tokenOf(site, ACCOUNTS[0])
  proxy.set('/api/apply/historyEntryList', { kind: 'envelope', code: 403, msg: 'no' })
  const own = await visit(browser, { ...site, url: proxy.url }, token)
  const tab = (await openTab(own)).page
  await tab.goto('/account?tab=history')
  await tab.waitForURL('**/403')
  await own.close()
})
