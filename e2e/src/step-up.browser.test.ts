import type { Browser } from '@playwright/test'
import { findings } from './harness/axe.ts'
import { DEMO_PASSWORD, focused, openTab, PHONE, settled, visit } from './harness/browser.ts'
import { query } from './harness/database.ts'
import { codeFor, mailTo } from './harness/mailbox.ts'
import type { Site } from './harness/site.ts'
import { CHAIR } from './journey/judge.ts'
import { expect, proves, test, useStepUpSite } from './harness/test.ts'

const REASON = 'The jury has asked for one more day.'

let site: Site
let browser: Browser
useStepUpSite((opened) => {
  ;({ site, browser } = opened)
})

test(
  'a chair signs in with a code on a telephone, and confirms a change of phase with another, which loses nothing',
  proves('call user/login', 'call user/requestStepUp'),
  async () => {
    const context = await visit(browser, site, undefined, { viewport: PHONE })
    const { page, watch } = await openTab(context)
    await page.goto('/login')
    await page.getByLabel('E-mail address').fill(CHAIR)
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()

    const code = page.getByLabel('Code from the e-mail')
    await code.waitFor()
    await focused(code)
    expect(await findings(page)).toEqual([])
    expect(await page.getByRole('button', { name: /^Again in/ }).isDisabled()).toBe(true)
    const right = await codeFor(site, CHAIR)
    const wrong = right === '000000' ? '111111' : '000000'
    await code.fill(wrong)
    await page.getByText('This code is not right.').first().waitFor()
    // As it is copied from a line of the mail; the sixth digit sends it.
    await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`)
    await page.waitForURL('**/juryreview')

    // Twelve hours later, in effect.
    await settled(page)
    await query(site, 'update sessions set proven_at = null')
    await page.getByRole('button', { name: 'Change phase' }).click()
    await page.getByRole('radio', { name: /^First-level awarding/ }).check()
    await page.getByRole('checkbox', { name: /^I have read/ }).check()
    await page.getByRole('textbox').fill(REASON)
    await page.getByRole('dialog').getByRole('button', { name: 'Change phase' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.waitFor()
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox').inputValue()).toBe(REASON)

    await page.getByRole('dialog').getByRole('button', { name: 'Change phase' }).click()
    await dialog.waitFor()
    // In the language of the account.
    const newest = await mailTo(site, CHAIR, ({ subject }) => /confirme votre action/.test(subject))
    await dialog.getByLabel('Code from the e-mail').fill(newest.code ?? '')
    await page.getByText('The phase has been changed').waitFor()

    // The device is trusted: the password is enough from now on, and it can be forgotten.
    await page.goto('/changepassword')
    await page.getByRole('button', { name: /^Forget:/ }).waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: /^Forget:/ }).click()
    await page.getByText('is asked for a code next time').waitFor()
    expect(watch.violations).toEqual([])
    await context.close()
  },
)
