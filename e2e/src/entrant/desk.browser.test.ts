import { account, entries, session } from '@awards/shared/contract'
import { LANGUAGES } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { Page } from '@playwright/test'
import { findings } from '../harness/axe.ts'
import { DESK, focused, PHONE, settled, tokenOf } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { codeFor } from '../harness/mailbox.ts'
import { until } from '../harness/until.ts'
import { payByWallet } from '../journey/pay.ts'
import { untilPapers } from '../payments/setup.ts'
import { infoOf, newDraft, newEntrant, PASSWORD, type Entrant } from './draft.ts'
import { seatOf, type Desk, type Seat } from './setup.ts'
import { someOf } from '../../../tools/testing/scale.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'

const TABS = ['current', 'profile', 'invoices', 'sessions', 'privacy', 'withdrawal']
let desk: Desk
let entrant: Entrant
let seat: Seat

useDesk(async (opened) => {
  desk = opened
  entrant = await newEntrant(desk, 'desk')
  seat = await seatOf(desk, entrant)
  entrant.token = seat.token
})

async function openedAt(tab: string): Promise<Page> {
  await seat.page.goto(paths.account(tab))
  await settled(seat.page)
  return seat.page
}
/** A page with a running clock is looked at twice: axe may read it between two seconds. */
async function lookedAt(page: Page): Promise<string[]> {
  const problems = await findings(page)
  return problems.length === 0 ? problems : findings(page)
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test(
  'the desk says what to do next; an entry tells its history, is copied and deleted',
  fullOnly,
  async () => {
    await newDraft(desk, entrant.token, { pictures: 1 })
    const page = await openedAt('current')
    const next = page.getByRole('region', { name: 'What to do next' })
    await next.getByText('Finish “Passerelle”').waitFor()
    await next.getByText(/^by \d+ \w+ \d{4} at 23:59/).waitFor()

    const card = page.getByRole('article', { name: 'Passerelle' })
    await card.getByText('History').click()
    await card.getByText('Begun').waitFor()

    await button(page, 'Use as a template: Passerelle').click()
    await page.waitForURL('**/steps?**')
    await openedAt('current')
    await until(() => card.count(), 2)

    await card.first().getByRole('button', { name: 'Delete: Passerelle' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/nothing is owed/).waitFor()
    await dialog.getByRole('button', { name: 'Delete the entry' }).click()
    await page.getByText('The entry is deleted.').waitFor()
    await page.waitForFunction(() => document.querySelectorAll('main article').length === 1)
  },
)

test(
  'profile and billing are changed in their place; what is wrong stands at its field',
  { ...proves('call user/profile', 'call user/updateProfile'), ...fullOnly },
  async () => {
    const page = await openedAt('profile')
    await button(page, 'Change your details').click()
    const first = page.getByLabel('First name')
    await focused(first)
    await first.fill('')
    await button(page, 'Save').click()
    await page.getByText('Give your first name').waitFor()
    await first.fill('Léonie')

    // Nothing typed is lost by a wrong step.
    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await button(page, 'Save').click()
    await page.getByText('Léonie Garel').first().waitFor()
    await page.getByRole('banner').getByText('Léonie').first().waitFor({ state: 'attached' })

    await button(page, 'Change the billing address').click()
    await page.getByLabel('A company or self-employed').check()
    await page.getByLabel('Street and number').fill('4 rue du Flon')
    await page.getByLabel('SIREN').fill('12')
    await button(page, 'Save').click()
    await page.getByText('A SIREN has nine digits').waitFor()
    await page.getByLabel('SIREN').fill('732829320')
    await button(page, 'Save').click()
    await page.getByText('732829320').waitFor()
    const { billing } = await call(desk.site, entrant.token, account.profile, {})
    expect(billing).toMatchObject({ kind: 'business', address: '4 rue du Flon', country: 'FR' })
  },
)

test(
  'a new address is taken with its code and the password',
  { ...proves('call user/changeEmail'), ...fullOnly },
  async () => {
    const page = await openedAt('profile')
    await button(page, 'Change the e-mail address').click()
    const email = 'desk-moved@desk.example.org'
    await page.getByLabel('New e-mail address').fill(email)
    await button(page, 'Send code').click()
    await page.getByLabel('Code from the e-mail').fill(await codeFor(desk.site, email))
    await page.getByLabel('Your password').fill('not the password')
    await button(page, 'Change the address').click()
    await page.getByText('This is not your present password').first().waitFor()
    await page.getByLabel('Your password').fill(PASSWORD)
    await button(page, 'Change the address').click()
    await page.getByText(`You now sign in with ${email}.`).waitFor()
    entrant.email = email
    expect(await tokenOf(desk.site, email, PASSWORD)).toBeTruthy()
  },
)

test(
  'a session elsewhere is ended from here, and all others at once',
  { ...proves('call user/sessions', 'call user/endSessions'), ...fullOnly },
  async () => {
    await call(desk.site, entrant.token, account.endSessions, {})
    const elsewhere = await tokenOf(desk.site, entrant.email, PASSWORD)
    const page = await openedAt('sessions')
    await page
      .getByText(/^Chrome \d+ on Linux/)
      .or(page.getByText('This device'))
      .first()
      .waitFor()
    await button(page, /^End session: /).click()
    await page.getByText('1 session has ended.').waitFor()
    await page.getByText('You are signed in nowhere else.').waitFor()
    await expect(call(desk.site, elsewhere, session.getUserInfo, {})).rejects.toThrow('401')

    for (let count = 0; count < 2; count += 1) await tokenOf(desk.site, entrant.email, PASSWORD)
    await openedAt('sessions')
    await button(page, 'Sign out everywhere else').click()
    await page.getByText('2 sessions have ended.').waitFor()
    await call(desk.site, entrant.token, session.getUserInfo, {})
  },
)

test(
  'an invoice is listed and opens as a PDF, and as a web page that reads alike',
  proves('call pdf/invoices', 'call pdf/printInvoice'),
  async () => {
    const [id = ''] = await newDraft(desk, entrant.token, { pictures: 3 })
    const { version, answers } = await infoOf(desk, entrant.token, id)
    const input = { apply_order_id: id, version, answers, submit: true }
    await call(desk.site, entrant.token, entries.edit, input)
    await payByWallet(seat.page, desk.site, id)
    await untilPapers(desk, id, ['invoice'])
    const page = await openedAt('invoices')
    const open = button(page, /^Open PDF: .+ \(new tab\)$/)
    const [file] = await Promise.all([
      page
        .context()
        .waitForEvent('response', (answer) => /pdf/.test(answer.headers()['content-type'] ?? '')),
      open.first().click(),
    ])
    expect(file.status()).toBe(200)

    const [answer] = await Promise.all([
      page
        .context()
        .waitForEvent('response', (one) => /\/files\/.*\.html/.test(new URL(one.url()).pathname)),
      button(page, /^Web page: .+ \(new tab\)$/)
        .first()
        .click(),
    ])
    // No script runs in its tab, so that it is looked at in another one.
    expect(answer.headers()['content-security-policy']).toMatch(/default-src 'none'.*; sandbox$/)
    const paper = await page.context().newPage()
    await paper.setContent(await answer.text())
    await paper.getByRole('heading', { level: 1, name: /^Facture Invoice / }).waitFor()
    await paper.getByRole('columnheader', { name: 'Montant HT Net amount' }).waitFor()
    expect(await findings(paper)).toEqual([])
    await paper.close()
  },
)

test.describe('every part of the account', () => {
  for (const [index, tab] of TABS.entries()) {
    test(
      `axe finds nothing on ${tab}, in three languages, at a desk and on a telephone`,
      fullOnly,
      async () => {
        const found: Record<string, string[]> = {}
        for (const language of someOf(LANGUAGES, index)) {
          await seat.page
            .context()
            .addCookies([{ name: 'language', value: language, url: desk.proxy.url }])
          const page = await openedAt(tab)
          for (const size of someOf([DESK, PHONE], index)) {
            await page.setViewportSize(size)
            await settled(page)
            const problems = await lookedAt(page)
            const width = await page.evaluate(() => document.documentElement.scrollWidth)
            if (width > size.width) problems.push(`the page is ${width} pixels wide`)
            if (problems.length > 0) found[`${language} ${size.width}`] = problems
          }
        }
        expect(found).toEqual({})
      },
    )
  }

  test('no policy was broken, and nothing went wrong unseen', () => {
    expect(seat.watch.violations).toEqual([])
    expect(seat.watch.errors.filter((text) => !/401|422/.test(text))).toEqual([])
  })
})
