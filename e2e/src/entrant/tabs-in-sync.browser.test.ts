import { account } from '@awards/shared/contract'
import type { BrowserContext, Page } from '@playwright/test'
import { ACCOUNTS } from '../harness/accounts.ts'
import { DEMO_PASSWORD, openTab, settled, tokenOf, visit } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { until } from '../harness/until.ts'
import { type Desk } from './setup.ts'
import { fullBeyond, fullOnly } from '../harness/scale.ts'
import { proves, test, useDesk } from '../harness/test.ts'

let desk: Desk
let context: BrowserContext
useDesk((opened) => {
  desk = opened
})
test.beforeEach(async () => {
  context = await visit(desk.browser, desk.site)
})
test.afterEach(() => context.close())

const tab = async () => (await openTab(context)).page

async function signIn(page: Page) {
  await page.getByLabel('E-mail address').fill(ACCOUNTS[0])
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.locator('button[type=submit]').click()
}

test(
  'signing in here goes on there; signing out here signs out there',
  proves('security 54'),
  async () => {
    const [here, there] = [await tab(), await tab()]
    await there.goto('/account?tab=invoices')
    await there.waitForURL('**/login?redirect=*')
    await settled(there)
    await here.goto('/login')
    await signIn(here)
    await here.waitForURL('**/account')
    await there.waitForURL('**/account?tab=invoices')

    await settled(here)
    await here.getByLabel(/^Account of/).click()
    await here.getByRole('button', { name: 'Sign out' }).click()
    // E31: it is said, and not only to be seen by what is gone.
    await here.getByText('You are signed out.').waitFor()
    await here.waitForURL('**/home')
    await there.waitForURL('**/login?redirect=*')
  },
)

test('a session that was ended elsewhere ends in every tab at the next call of one', async () => {
  const token = await tokenOf(desk.site, ACCOUNTS[0])
  const other = await tokenOf(desk.site, ACCOUNTS[0])
  await context.addInitScript((value) => {
    if (!sessionStorage.getItem('begun')) localStorage.setItem('token', value)
    sessionStorage.setItem('begun', '1')
  }, token)
  const [here, there] = [await tab(), await tab()]
  await there.goto('/changepassword')
  await settled(there)
  await here.goto('/account')
  await settled(here)
  await call(desk.site, other, account.endSessions, {})
  await here.reload()
  await here.waitForURL('**/login?redirect=*')
  await there.waitForURL('**/login?redirect=%2Fchangepassword')
})

for (const [index, [wanted, arrived]] of (
  [
    ['/changepassword', '/changepassword'],
    ['//evil.example/', '/account'],
    ['https://evil.example/', '/account'],
    ['/juryreview', '/account'],
  ] as const
).entries()) {
  test(
    `with redirect=${wanted} one arrives at ${arrived}, in the language one reads`,
    fullBeyond(index),
    async () => {
      await context.addCookies([{ name: 'language', value: 'fr', url: desk.site.url }])
      const page = await tab()
      await page.goto(`/login?redirect=${encodeURIComponent(wanted)}`)
      await page.getByLabel('Adresse e-mail').fill(ACCOUNTS[0])
      await page.getByLabel('Mot de passe', { exact: true }).fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
      await page.waitForURL((url) => url.pathname === arrived)
      await settled(page)
      await page.waitForFunction(() => document.documentElement.lang.startsWith('fr'))
    },
  )
}

test(
  'a look at the other way in loses nothing, and keeps where one wanted to go',
  fullOnly,
  async () => {
    const page = await tab()
    await page.goto('/login?redirect=%2Fchangepassword')
    await page.getByLabel('E-mail address').fill(ACCOUNTS[0])
    await page.getByRole('link', { name: 'Register', exact: true }).click()
    await page.getByRole('button', { name: 'Send code' }).waitFor()
    await page.waitForURL((url) => url.searchParams.get('redirect') === '/changepassword')
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await until(() => page.locator('#login_email').inputValue(), ACCOUNTS[0])
  },
)
