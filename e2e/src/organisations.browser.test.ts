import type { Browser, Page } from '@playwright/test'
import { ACCOUNTS } from './harness/accounts.ts'
import { findings } from './harness/axe.ts'
import { DEMO_PASSWORD, launchBrowser, openTab, PHONE, settled, visit } from './harness/browser.ts'
import { mailsTo, mailTo } from './harness/mailbox.ts'
import { demoData, startSite, type Site } from './harness/site.ts'
import { CHAIR } from './journey/judge.ts'
import { fullOnly } from './harness/scale.ts'
import { expect, proves, test } from './harness/test.ts'

let site: Site
let browser: Browser
test.beforeAll(async () => {
  site = await startSite({ dataDir: await demoData(), env: { STEP_UP: 'on' } })
  browser = await launchBrowser()
})
test.afterAll(async () => {
  await browser?.close()
  await site?.discard()
})

const WAY_IN = 'Sign in with Demo University'

/** At the organisation: says who is there. */
async function say(page: Page, who: { name?: string; email: string; isVerified?: boolean }) {
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
  if (who.name) await page.getByLabel('Name', { exact: true }).fill(who.name)
  await page.getByLabel('E-mail address').fill(who.email)
  await page.getByRole('checkbox').setChecked(who.isVerified ?? true)
  await page.getByRole('button', { name: 'Sign in to the site' }).click()
}

async function signOut(page: Page) {
  await settled(page)
  await page.getByLabel(/^Account of/).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/home')
  await page.goto('/login')
  await settled(page)
}

const wayIn = (page: Page) => page.getByRole('link', { name: WAY_IN, exact: true })

test(
  'somebody opens an account by way of an organisation, another links theirs, a chair is asked for a code still @full',
  proves(
    'story T04',
    'call oidc/begin',
    'call oidc/register',
    'call oidc/link',
    'call oidc/confirm',
  ),
  async () => {
    const context = await visit(browser, site)
    const { page, watch } = await openTab(context)

    // Stopped there: back with a sentence, and nothing is lost.
    await page.goto('/login?redirect=/account')
    await wayIn(page).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('alert').getByText('The organisation has not let you in').waitFor()
    await settled(page)
    expect(await findings(page)).toEqual([])

    await wayIn(page).click()
    await say(page, { name: 'Noor Haddad', email: 'noor@university.example' })
    await page.getByText('Your address: noor@university.example').waitFor()
    await settled(page)
    expect(await findings(page)).toEqual([])
    expect(await page.getByLabel('First name').inputValue()).toBe('Noor')
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
    await page.getByLabel('Country').selectOption('FR')
    await page.getByRole('button', { name: 'Create my account' }).click()
    await page.getByText('Accept the terms of entry to register').waitFor()
    await page.getByRole('checkbox', { name: /^I accept/ }).check()
    await page.getByRole('button', { name: 'Create my account' }).click()
    await page.waitForURL('**/account')

    // The only way in stays.
    await page.goto('/changepassword')
    await page.getByText('Your account has no password').waitFor()
    await page.getByRole('button', { name: 'Unlink: Demo University' }).click()
    await page.getByRole('button', { name: 'Unlink the organisation' }).click()
    await page.getByRole('alert').getByText('This is your only way in.').waitFor()
    expect(await findings(page)).toEqual([])
    await signOut(page)
    await wayIn(page).click()
    await say(page, { email: 'noor@university.example' })
    await page.waitForURL('**/account')
    await signOut(page)

    // An account with the address of the organisation: signed in to once, it is linked; then it is unlinked.
    await wayIn(page).click()
    await say(page, { email: ACCOUNTS[0] })
    await page.getByText('There is an account with this address').waitFor()
    await settled(page)
    expect(await findings(page)).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/account')
    await mailTo(site, ACCOUNTS[0], ({ subject }) => /organisation/i.test(subject))
    await signOut(page)
    await wayIn(page).click()
    await say(page, { email: ACCOUNTS[0], isVerified: false })
    await page.waitForURL('**/account')
    await page.goto('/changepassword')
    await page.getByRole('button', { name: 'Unlink: Demo University' }).click()
    await page.getByRole('button', { name: 'Unlink the organisation' }).click()
    await page.getByRole('button', { name: 'Link Demo University' }).waitFor()
    await page
      .getByRole('button', { name: 'Unlink: Demo University' })
      .waitFor({ state: 'detached' })
    await signOut(page)

    // A chair links in the account; the organisation stands for the password, not for the second factor.
    await page.getByLabel('E-mail address').fill(CHAIR)
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const code = page.getByLabel('Code from the e-mail')
    await code.waitFor()
    await page.getByRole('checkbox', { name: /^Trust/ }).uncheck()
    const first = await mailTo(site, CHAIR, (mail) => mail.code !== null)
    await code.fill(first.code ?? '')
    await page.waitForURL('**/juryreview')
    await page.goto('/changepassword')
    await page.getByRole('button', { name: 'Link Demo University' }).click()
    await say(page, { email: 'chair@university.example', isVerified: false })
    await page.getByRole('button', { name: 'Unlink: Demo University' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    const before = new Set((await mailsTo(site, CHAIR)).map(({ id }) => id))
    await signOut(page)
    await wayIn(page).click()
    await say(page, { email: 'chair@university.example' })
    await page.getByText('Your role needs a second factor on this device').waitFor()
    await settled(page)
    expect(await findings(page)).toEqual([])
    const next = await mailTo(site, CHAIR, (mail) => mail.code !== null && !before.has(mail.id))
    await code.fill(next.code ?? '')
    await page.waitForURL('**/juryreview')
    expect(watch.violations).toEqual([])
    await context.close()
  },
)

for (const [locale, wayOf, create, terms] of [
  ['en-GB', /^Sign in with Demo/, 'Create my account', /^I accept/],
  ['fr-FR', /^Se connecter avec Université/, 'Créer mon compte', /^J’accepte/],
  ['zh-CN', /^通过演示大学登录/, '创建账户', /^我/],
] as const) {
  test(
    `somebody comes in by an organisation before the application runs (${locale})`,
    fullOnly,
    async () => {
      const context = await browser.newContext({ locale, baseURL: site.url, viewport: PHONE })
      let isBlocked = true
      await context.route(/\/(?:assets|mfe)\/.*\.js(?:\?|$)/, (route) =>
        isBlocked ? route.abort() : route.continue(),
      )
      const { page, watch } = await openTab(context)
      await page.goto('/login?redirect=/account')
      await page.getByRole('link', { name: wayOf }).click()
      const email = `${locale.toLowerCase()}@university.example`
      await say(page, { email })
      await page.getByText(email).waitFor()
      expect(await findings(page)).toEqual([])
      const send = page.getByRole('button', { name: create })
      await send.click()
      await page.locator('[aria-invalid="true"]').first().waitFor()
      await page.locator('select[name="country"]').selectOption('FR')
      await page.getByRole('checkbox', { name: terms }).check()
      isBlocked = false
      await send.click()
      await page.waitForURL(({ pathname }) => pathname === '/account')
      expect(watch.violations).toEqual([])
      await context.close()
    },
  )
}
