import type { Browser, CDPSession, Page } from '@playwright/test'
import { findings } from './harness/axe.ts'
import { DEMO_PASSWORD, openTab, PHONE, settled, visit } from './harness/browser.ts'
import { query } from './harness/database.ts'
import { mailsTo, mailTo } from './harness/mailbox.ts'
import { fullOnly } from './harness/scale.ts'
import type { Site } from './harness/site.ts'
import { CHAIR } from './journey/judge.ts'
import { expect, proves, test, useStepUpSite } from './harness/test.ts'

let site: Site
let browser: Browser
useStepUpSite((opened) => {
  ;({ site, browser } = opened)
})

/** A device of Chromium that keeps passkeys, and whose owner always agrees. */
async function plugIn(cdp: CDPSession) {
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
}

async function signInByCode(page: Page) {
  const before = new Set((await mailsTo(site, CHAIR)).map(({ id }) => id))
  await page.getByLabel('E-mail address').fill(CHAIR)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const field = page.getByLabel('Code from the e-mail')
  await field.waitFor()
  const { code } = await mailTo(site, CHAIR, (mail) => mail.code !== null && !before.has(mail.id))
  await field.fill(code ?? '')
  await page.waitForURL('**/juryreview')
  // The next sign-in needs a code again.
  await query(site, 'delete from trusted_devices')
}

async function signOut(page: Page) {
  await settled(page)
  await page.getByLabel(/^Account of/).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/home')
  await page.goto('/login')
  await settled(page)
}

const passkeyButton = (page: Page) =>
  page.getByRole('button', { name: 'Sign in with a passkey', exact: true })

async function addPasskey(page: Page, name: string) {
  await page.getByLabel('Name of the passkey').fill(name)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: `Rename: ${name}` }).waitFor()
}

test(
  'a chair adds a passkey, signs in and confirms with it, loses the device and comes back by mail @full',
  proves(
    'story T02',
    'wcag 3.3.8',
    'call passkey/signIn',
    'call passkey/stepUp',
    'call passkey/register',
  ),
  async () => {
    const context = await visit(browser, site)
    const { page, watch } = await openTab(context)
    const cdp = await context.newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const lose = await plugIn(cdp)

    await page.goto('/login')
    await signInByCode(page)
    await page.goto('/changepassword')
    await addPasskey(page, 'Old telephone')
    expect(await findings(page)).toEqual([])
    await mailTo(site, CHAIR, ({ subject }) => /clé d’accès a été ajoutée/.test(subject))

    // Neither address, password nor code.
    await signOut(page)
    expect(await findings(page)).toEqual([])
    await passkeyButton(page).click()
    await page.waitForURL('**/juryreview')

    // Twelve hours later, in effect.
    await settled(page)
    await query(site, 'update sessions set proven_at = null')
    await page.getByRole('button', { name: 'Change phase' }).click()
    await page.getByRole('radio', { name: /^First-level awarding/ }).check()
    await page.getByRole('checkbox', { name: /^I have read/ }).check()
    await page.getByRole('dialog').getByRole('textbox').fill('The jury has asked for one more day.')
    await page.getByRole('dialog').getByRole('button', { name: 'Change phase' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByRole('button', { name: 'Send a code by e-mail' }).waitFor()
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('The phase has been changed').waitFor()

    await lose()
    await plugIn(cdp)
    await signOut(page)
    await passkeyButton(page).click()
    await page.getByText('The device has given no passkey.').waitFor()
    await signInByCode(page)
    await page.goto('/changepassword')
    await page.getByRole('button', { name: 'Remove: Old telephone' }).click()
    await page.getByRole('button', { name: 'Remove the passkey' }).click()
    await page.getByRole('alert').filter({ hasText: 'Add another one first' }).waitFor()
    await page.getByRole('button', { name: 'Leave it' }).click()
    await addPasskey(page, 'New telephone')
    await page.getByRole('button', { name: 'Remove: Old telephone' }).click()
    await page.getByRole('button', { name: 'Remove the passkey' }).click()
    await page.getByRole('button', { name: 'Remove: Old telephone' }).waitFor({ state: 'detached' })
    await signOut(page)
    await passkeyButton(page).click()
    await page.waitForURL('**/juryreview')
    expect(watch.violations).toEqual([])
    await context.close()
  },
)

test('a browser without passkeys says so and offers no button for them', fullOnly, async () => {
  const context = await visit(browser, site, undefined, { viewport: PHONE })
  await context.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  const { page } = await openTab(context)
  await page.goto('/login')
  await page.getByText('This browser cannot use passkeys.').waitFor()
  expect(await passkeyButton(page).count()).toBe(0)
  await signInByCode(page)
  await query(
    site,
    `insert into passkeys (user_id, credential_id, public_key, counter, may_back_up, is_backed_up, name, created_at)
     select id, 'id', 'key', 0, true, true, 'Elsewhere', now() from users where email = '${CHAIR}'`,
  )
  await page.goto('/changepassword')
  await page.getByText('This browser cannot use passkeys.').waitFor()
  await page.getByRole('button', { name: 'Remove: Elsewhere' }).waitFor()
  expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
  expect(await findings(page)).toEqual([])
  await context.close()
})
