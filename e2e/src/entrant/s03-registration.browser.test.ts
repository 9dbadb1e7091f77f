import { session } from '@awards/shared/contract'
import { TOKEN_KEY } from '@awards/shared/domain'
import type { BrowserContext, Page } from '@playwright/test'
import { ACCOUNTS } from '../harness/accounts.ts'
import { openTab, settled, visit, type Watch } from '../harness/browser.ts'
import { SECOND } from '../harness/clock.ts'
import { query } from '../harness/database.ts'
import { codeFor, mailTo } from '../harness/mailbox.ts'
import { until } from '../harness/until.ts'
import { type Desk } from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'

const EMAIL = 'ines.aubert@example.org'
const PASSWORD = 'Lanterne-Horse-8-Staple'
const RESEND_MS = 61 * SECOND

let desk: Desk
let context: BrowserContext
let page: Page
let watch: Watch
useDesk((opened) => {
  desk = opened
})
test.beforeEach(async () => {
  context = await visit(desk.browser, desk.site)
  ;({ page, watch } = await openTab(context))
})
test.afterEach(() => context.close())

const submit = () => page.getByRole('button', { name: 'Create my account' }).click()
const toast = (text: RegExp) => page.locator('.ant-message').getByText(text).first().waitFor()
const answerTo = async (email: string) => {
  const answer = page.waitForResponse((one) => one.url().endsWith(session.verifyCode.path))
  await page.goto('/login?tab=register')
  // Sent before the application runs, the form is answered with a document.
  await settled(page)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  return (await (await answer).json()) as { code: number; msg: string; data: unknown }
}

/** The page's clock goes on at once; the counter of the server, which counts in real time, began earlier. */
async function passMinute() {
  await query(desk.site, 'update rate_limits set expire = expire - $1 where key like $2', [
    RESEND_MS,
    `code_resend:%${EMAIL}`,
  ])
  await page.clock.fastForward(RESEND_MS)
}

test(
  'S03: five wrong codes, a sixth try, a new code, and the account',
  proves('call user/register', 'call email/verifyCode', 'story S03'),
  async () => {
    await page.clock.install()
    const sent = await answerTo(EMAIL)
    expect(sent).toMatchObject({ code: 200, data: { resend_after: 60 } })
    const first = await codeFor(desk.site, EMAIL)
    const wrong = first === '000000' ? '111111' : '000000'
    const code = page.getByLabel('Code from the e-mail')
    await page.getByLabel('First name').fill('Inès')
    await page.getByLabel('Family name').fill('Aubert')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('checkbox', { name: /terms of entry/ }).check()
    for (let tries = 1; tries <= 5; tries += 1) {
      await code.fill(wrong)
      const refused = page.waitForResponse((one) => one.url().endsWith(session.register.path))
      const told = toast(/^code: /)
      await submit()
      expect(await (await refused).json()).toMatchObject({ code: 422, msg: { code: [/./] } })
      await told
    }
    await page
      .locator('form [id$="-error"]')
      .getByText(/not right/)
      .waitFor()
    await code.fill(first)
    const told = toast(/Too many tries/)
    await submit()
    await told

    // Nothing of what was written is lost, and after a minute another code may be asked for.
    await passMinute()
    await page.getByRole('button', { name: 'Send again' }).click()
    const fresh = await mailTo(
      desk.site,
      EMAIL,
      (mail) => mail.code !== null && mail.code !== first,
    )
    expect(await page.getByLabel('First name').inputValue()).toBe('Inès')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD)
    // As people paste it: the whole line.
    await code.fill(fresh.subject)
    await until(() => code.inputValue(), fresh.code)
    await submit()
    await page.waitForURL('**/account')
    const token = await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY)
    expect(token).toMatch(/^[\w-]{43}$/)
    await mailTo(desk.site, EMAIL, ({ subject }) => subject.startsWith('Welcome'))
    expect(watch.violations).toEqual([])
  },
)

test('a known and an unknown address get the same answer', fullOnly, async () => {
  const unknown = await answerTo('nobody.yet@example.org')
  const known = await answerTo(ACCOUNTS[0])
  expect({ ...known, trace_id: '' }).toEqual({ ...unknown, trace_id: '' })
  // Others may write to this address at the same time, for instance about a sign-in on a new device.
  await mailTo(desk.site, ACCOUNTS[0], ({ subject }) => subject === 'You already have an account')
})

test(
  'a page that is thrown away while the mail is read comes back as it was, without the password',
  fullOnly,
  async () => {
    await answerTo('reload@example.org')
    await page.getByLabel('First name').fill('Inès')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await settled(page)
    await until(() => page.getByLabel('E-mail address').inputValue(), 'reload@example.org')
    await until(() => page.getByLabel('First name').inputValue(), 'Inès')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('Code from the e-mail').waitFor()
  },
)

test('the country is guessed, the password is judged and can be looked at', fullOnly, async () => {
  await answerTo('meter@example.org')
  await until(() => page.getByLabel('Country').inputValue(), 'FR')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('Password1234!')
  await page
    .getByRole('status')
    .getByText(/first that get guessed/)
    .waitFor()
  await password.fill('Meter-and-more-2027!')
  await page
    .getByRole('status')
    .getByText(/Leave your name/)
    .waitFor()
  await password.fill(PASSWORD)
  await page
    .getByRole('status')
    .getByText(/excellent/)
    .waitFor()
  await page.getByRole('button', { name: 'Show password' }).click()
  await until(() => password.getAttribute('type'), 'text')
})
