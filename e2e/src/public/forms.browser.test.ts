import type { BrowserContext, Page } from '@playwright/test'
import { openTab, tokenOf, type Watch } from '../harness/browser.ts'
import { codeFor, mailTo } from '../harness/mailbox.ts'
import { untilRendered } from '../harness/rendered.ts'
import { until } from '../harness/until.ts'
import { newEntrant } from '../entrant/draft.ts'
import { type Desk } from '../entrant/setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, test, useDesk } from '../harness/test.ts'

const SCRIPTS = /\.js(\?|$)/
const APPLICATION = /\/assets\/js\/main\.\w+\.js$/
const PASSWORD = 'Lanterne-Horse-8-Staple'

let desk: Desk
let context: BrowserContext
let page: Page
let watch: Watch
let areScriptsBlocked = true

useDesk((opened) => {
  desk = opened
})
test.beforeEach(async () => {
  context = await desk.browser.newContext({ locale: 'en-GB', baseURL: desk.site.url })
  areScriptsBlocked = true
})
test.afterEach(() => context.close())

const blockScripts = () =>
  context.route(SCRIPTS, (route) => (areScriptsBlocked ? route.abort() : route.continue()))

async function open(address: string) {
  await untilRendered(desk.site.url + address)
  ;({ page, watch } = await openTab(context))
  await page.goto(address)
}

const email = () => page.getByRole('textbox', { name: 'E-mail address' })
const message = () => page.getByRole('textbox', { name: 'Message' })
const code = () => page.getByLabel('Code from the e-mail')
const press = (name: string) => page.getByRole('button', { name }).click()
const tokenHere = () => page.evaluate(() => localStorage.getItem('token'))
const isHydrated = () => page.evaluate(() => !document.querySelector('[data-rendered]'))

test(
  'who has forgotten the password sets a new one before any script has run',
  fullOnly,
  async () => {
    const { email: address } = await newEntrant(desk, 'forgetful')
    const used = await codeFor(desk.site, address)
    await blockScripts()
    await open('/forget?redirect=/steps')
    await email().fill(address)
    await press('Send code')
    await page.getByText('a code is on its way').waitFor()
    expect(await email().inputValue()).toBe(address)

    await code().fill('12345')
    await page.getByLabel('New password').fill(PASSWORD)
    await press('Set the new password')
    await page.getByText('Give the six digits from the e-mail').waitFor()
    expect(await code().inputValue()).toBe('12345')
    expect(await page.content()).not.toContain(PASSWORD)

    const mail = await mailTo(desk.site, address, (one) => one.code !== null && one.code !== used)
    await code().fill(mail.code ?? '')
    areScriptsBlocked = false
    await page.getByLabel('New password').fill(PASSWORD)
    await press('Set the new password')
    await page.waitForURL(({ pathname }) => pathname === '/steps')
    expect(await tokenHere()).toMatch(/^[\w-]{43}$/)
    expect(watch.violations).toEqual([])
    await tokenOf(desk.site, address, PASSWORD)
  },
)

test('somebody registers before any script has run: nothing is lost, and the account opens', async () => {
  const address = 'before.scripts@example.org'
  await blockScripts()
  await open('/login?tab=register')
  await email().fill(address)
  await press('Send code')
  await code().fill(await codeFor(desk.site, address))
  await page.getByRole('radio', { name: 'Student' }).check()
  await page.getByLabel('School').fill('École Boulle')
  await page.getByRole('radio', { name: 'Company' }).check()
  await page.getByLabel('First name').fill('Inès')
  await press('Create my account')

  await page.getByText('Give your family name').waitFor()
  await page.getByText('Give the name of the company').waitFor()
  await page.getByText('Accept the terms of entry to register').waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe('Inès')
  expect(await page.getByRole('radio', { name: 'Company' }).isChecked()).toBe(true)
  await page.getByLabel('Company or studio').fill('Atelier Aubert')
  await page.getByLabel('Family name').fill('Aubert')
  await page.getByLabel('Country').selectOption('FR')
  await page.getByRole('checkbox', { name: /terms of entry/ }).check()
  areScriptsBlocked = false
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press('Create my account')
  await page.waitForURL(({ pathname }) => pathname === '/account')
  expect(await tokenHere()).toMatch(/^[\w-]{43}$/)
  expect(watch.violations).toEqual([])
})

test('a message to the organiser is sent before any script has run', fullOnly, async () => {
  await blockScripts()
  await open('/contact')
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await email().fill('ada@example.org')
  await message().fill('May I enter a work that is two years old?')
  await press('Send the message')
  await page
    .getByRole('alert')
    .getByText(/Subject/)
    .waitFor()
  expect(await message().inputValue()).toContain('two years old')
  await page.getByRole('textbox', { name: 'Subject' }).fill('An old work')
  await press('Send the message')
  await page.getByText('Your message has arrived').waitFor()
  expect(watch.violations).toEqual([])
})

test.describe('while the application is on its way', () => {
  test.beforeEach(() =>
    context.route(APPLICATION, async (route) => {
      await new Promise((later) => setTimeout(later, 2_000))
      await route.continue()
    }),
  )

  test(
    'a pressed form looks busy and waits, and is answered without another document',
    fullOnly,
    async () => {
      await open('/forget')
      await email().fill('busy@example.org')
      await press('Send code')
      const button = page.getByRole('button', { name: 'Send code' })
      expect(await button.getAttribute('aria-busy')).toBe('true')
      const ring = await button.evaluate((element) => {
        const { content, animationName, width } = getComputedStyle(element, '::before')
        return { content, isTurning: animationName !== 'none', width }
      })
      expect(ring).toMatchObject({ content: '""', isTurning: true })
      expect(await isHydrated()).toBe(false)
      const documents: string[] = []
      page.on(
        'request',
        (request) => request.isNavigationRequest() && documents.push(request.url()),
      )
      await page.getByText('a code is on its way').waitFor()
      expect([await isHydrated(), documents]).toEqual([true, []])
      expect(await page.locator('[data-held]').count()).toBe(0)
      await expect(code()).toBeFocused()
    },
  )

  test(
    'a held link looks busy; with a key for another tab it is left to the browser',
    fullOnly,
    async () => {
      await open('/login')
      const register = page.getByRole('link', { name: 'Register' })
      const other = context.waitForEvent('page')
      await register.click({ modifiers: ['ControlOrMeta'] })
      await (await other).close()
      expect(await register.getAttribute('aria-busy')).toBeNull()
      await register.click()
      expect(await register.getAttribute('aria-busy')).toBe('true')
      expect(await isHydrated()).toBe(false)
      await page.waitForURL(/tab=register/)
      expect(await isHydrated()).toBe(true)
      expect(await register.getAttribute('aria-busy')).toBeNull()
    },
  )

  test('what is typed is what counts: the address goes along, and the password is judged', async () => {
    await open('/forget')
    await page.getByLabel('New password').fill('Password1234!')
    expect(await isHydrated()).toBe(false)
    await page.getByText(/first that get guessed/).waitFor()
    expect(await page.getByLabel('New password').inputValue()).toBe('Password1234!')
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    // The address changes a moment before the page does.
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await email().fill('typed@example.org')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await until(() => email().inputValue(), 'typed@example.org')
  })

  test('a message is not lost, whichever moment it is sent in', fullOnly, async () => {
    await open('/contact')
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
    await message().fill('Typed before hydration.')
    await press('Send the message')
    expect(await isHydrated()).toBe(false)
    await page
      .getByRole('alert')
      .getByText(/Subject/)
      .waitFor()
    expect(await isHydrated()).toBe(true)
    expect(await message().inputValue()).toBe('Typed before hydration.')
    await page.reload()
    await until(() => message().inputValue(), 'Typed before hydration.')
  })

  test('a refused measurement stays refused', fullOnly, async () => {
    await open('/cookies')
    const choice = page.getByRole('checkbox')
    await choice.uncheck()
    expect(await isHydrated()).toBe(false)
    await page.waitForFunction(() => !document.querySelector('[data-rendered]'))
    expect(await choice.isChecked()).toBe(false)
    await page.reload()
    await page.waitForFunction(() => !document.querySelector('[data-rendered]'))
    await until(() => choice.isChecked(), false)
  })
})
