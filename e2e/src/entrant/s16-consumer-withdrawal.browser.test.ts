import { entriesAdded } from '@awards/shared/contract'
import { ENTRY_STATUS } from '@awards/shared/domain'
import type { Page } from '@playwright/test'
import { call } from '../harness/call.ts'
import { DAY } from '../harness/clock.ts'
import { mailTo } from '../harness/mailbox.ts'
import { infoOf, newEntrant, PASSWORD } from './draft.ts'
import { entryPaidByWallet, expectMoneyBack } from './money-back.ts'
import { seatOf, SIZES, type Desk } from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'

let desk: Desk
useOwnDesk((opened) => {
  desk = opened
})

const inFrench = (page: Page) =>
  page.context().addCookies([{ name: 'language', value: 'fr', url: desk.proxy.url }])

const contractOn = (page: Page) => page.getByRole('article', { name: /Passerelle/ })

test(
  'S16: a consumer withdraws within 14 days: two buttons, a receipt with date and time, the refund',
  proves('call apply/withdrawals', 'call apply/withdrawal', 'story S16'),
  async () => {
    const entrant = await newEntrant(desk, 's16')
    const { page, watch, close } = await seatOf(desk, { email: entrant.email, password: PASSWORD })
    const id = await entryPaidByWallet(desk, page, entrant)

    // The public page leads there.
    await page.goto('/withdrawal')
    await page
      .getByRole('main')
      .getByRole('link', { name: /account/i })
      .first()
      .click()
    await page.waitForURL(/\/account\?.*tab=withdrawal/)
    await contractOn(page)
      .getByText(/You can withdraw until/)
      .waitFor()
    await contractOn(page)
      .getByRole('button', { name: /^Withdraw from contract here$/i })
      .click()
    await contractOn(page)
      .getByText(/I, Noémie Garel, withdraw from the contract/)
      .waitFor()
    await contractOn(page)
      .getByRole('button', { name: /^Confirm withdrawal$/i })
      .click()

    const receipt = contractOn(page).getByText(/was received on .*\d{2}:\d{2}/)
    await receipt.waitFor()
    expect(
      await contractOn(page)
        .getByRole('button', { name: /withdraw/i })
        .count(),
    ).toBe(0)
    const [contract] = (await call(desk.site, entrant.token, entriesAdded.withdrawals, {}))
      .contracts
    expect(contract).toMatchObject({ apply_order_id: id, refusal: 'withdrawn' })
    const reference = contract?.withdrawal?.reference ?? ''
    expect(await receipt.innerText()).toContain(reference)
    const file = await fetch(desk.site.url + (contract?.withdrawal?.receipt_url ?? ''))
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const { text } = await mailTo(desk.site, entrant.email, (mail) => mail.text.includes(reference))
    expect(text).toMatch(/reached us on .* at \d{2}:\d{2}:\d{2}/)
    expect(text).toContain('I, Noémie Garel, withdraw from my contract')

    const info = await infoOf(desk, entrant.token, id)
    expect(info.entry_status).toBe(ENTRY_STATUS.withdrawn)
    await expectMoneyBack(desk, page, { id, ...entrant })
    expect(watch.errors).toEqual([])
    await close()
  },
)

test(
  'S16: after the fourteen days the function is gone, and the call is refused',
  fullOnly,
  async () => {
    const entrant = await newEntrant(desk, 's16-late')
    const { page, close } = await seatOf(desk, {
      email: entrant.email,
      password: PASSWORD,
      size: SIZES.phone,
    })
    const id = await entryPaidByWallet(desk, page, entrant)
    await inFrench(page)
    await page.goto('/account?tab=withdrawal')
    await contractOn(page)
      .getByRole('button', { name: /^renoncer au contrat ici$/i })
      .click()
    await contractOn(page)
      .getByRole('button', { name: /^confirmer la rétractation$/i })
      .waitFor()
    await close()

    // An end at a weekend or on a holiday moves on by four days at most.
    desk.clock.moveBy(19 * DAY)
    const late = await seatOf(desk, { email: entrant.email, password: PASSWORD })
    const [contract] = (await call(desk.site, late.token, entriesAdded.withdrawals, {})).contracts
    const wish = {
      apply_order_id: id,
      order_no: contract?.order_no ?? '',
      confirmed: true as const,
    }
    expect(contract?.refusal).toBe('over')
    const refused = call(desk.site, late.token, entriesAdded.withdrawal, wish)
    await expect(refused).rejects.toThrow(/423.*OVER/)
    await inFrench(late.page)
    await late.page.goto('/account?tab=withdrawal')
    await contractOn(late.page)
      .getByText(/14 jours/)
      .waitFor()
    expect(await contractOn(late.page).getByRole('button').count()).toBe(0)
    expect((await infoOf(desk, late.token, id)).entry_status).toBe(ENTRY_STATUS.registered)
    await late.close()
  },
)
