import { ACCOUNTS } from '../harness/accounts.ts'
import { DEMO_PASSWORD, openTab } from '../harness/browser.ts'
import { openRendered, untilRendered } from '../harness/rendered.ts'
import { type Desk } from '../entrant/setup.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

const SCRIPTS = /\.js(\?|$)/

test(
  'who signs in before any script has run reads the same sentence, loses nothing, and arrives',
  proves('wcag 3.3.1', 'wcag 3.3.3'),
  async () => {
    const { browser, site } = desk
    const context = await browser.newContext({ locale: 'fr-FR', baseURL: site.url })
    let isBlocked = true
    await context.route(SCRIPTS, (route) => (isBlocked ? route.abort() : route.continue()))
    const { page, watch } = await openTab(context)
    await openRendered(page, '/login?redirect=/account')
    const email = page.getByLabel('Adresse e-mail')
    const password = page.getByLabel('Mot de passe', { exact: true })
    await email.fill(ACCOUNTS[0])
    await password.fill('not the password')
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click()

    await page.getByText('Cette adresse e-mail et ce mot de passe ne vont pas ensemble.').waitFor()
    expect(await email.inputValue()).toBe(ACCOUNTS[0])
    expect(new URL(page.url()).search).toBe('?redirect=/account')
    expect(await page.content()).not.toContain('not the password')

    isBlocked = false
    await password.fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
    await page.waitForURL(({ pathname }) => pathname === '/account')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^[\w-]{43}$/)
    expect(watch.violations).toEqual([])
    await context.close()
  },
)

test('/login works without antd', async () => {
  const { browser, site } = desk
  const context = await browser.newContext({ locale: 'en-GB', baseURL: site.url })
  await untilRendered(`${site.url}/login`)
  const { page } = await openTab(context)
  await page.goto('/login')
  const email = page.getByLabel('E-mail address')
  await email.fill('nobody')
  await page.waitForFunction(() => !document.querySelector('[data-rendered]'))
  expect(await email.inputValue()).toBe('nobody')
  await email.focus()
  await page.getByLabel('Password', { exact: true }).focus()
  await page.getByText('Give an e-mail address such as name@studio.com').waitFor()
  // antd writes its styles into the document.
  expect(await page.locator('style[data-css-hash]').count()).toBe(0)
  await context.close()
})
