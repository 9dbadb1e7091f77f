import { documents, judge, money } from '@awards/shared/contract'
import { ENTRY_FEE_STATUS, ENTRY_STATUS, PAYMENT_STATUS } from '@awards/shared/domain'
import type { Page } from '@playwright/test'
import { findings } from '../harness/axe.ts'
import { DESK, openTab, PHONE, settled, tokenOf, visit } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { query } from '../harness/database.ts'
import { until } from '../harness/until.ts'
import * as screen from './screen.ts'
import {
  feeOf,
  ordersOf,
  payWhatIsShown,
  tabOf,
  unpaidEntry,
  untilOrders,
  untilPapers,
  useOwnTill,
  type Till,
} from './setup.ts'
import { someOf } from '../../../tools/testing/scale.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test } from '../harness/test.ts'

const CHAIR = 'president@jury.example.org'
const F = ENTRY_FEE_STATUS

let till: Till
useOwnTill('s14', (opened) => void (till = opened))

/** The chair's tab. */
async function chairTab(token: string) {
  const context = await visit(till.browser, till.site, token)
  return { ...(await openTab(context)), close: () => context.close() }
}
const versionOf = async (id: string) => {
  const sent = 'select version from apply_orders where id = $1'
  const [row] = await query<{ version: number }>(till.site, sent, [id])
  return row?.version ?? 0
}

/** Chooses the transfer on the screen; gives the number that is its reference. */
async function announceTransfer(page: Page, id: string): Promise<string> {
  await screen.openFee(page, id)
  await screen.choose(page, screen.TRANSFER)
  await screen.fillAddress(page)
  await screen.priced(page)
  await screen.submit(page).click()
  await screen.toTransfer(page).waitFor()
  const [order] = await ordersOf(till, id)
  const number = order?.order_no ?? ''
  await page.getByText(number).first().waitFor()
  return number
}

test(
  'S14: a transfer is announced with a reference, and confirmed with the proof of the bank',
  proves('call judge/changeEntryFeeStatus', 'call pdf/createEntryFeeInvoice', 'story S14'),
  async () => {
    const id = await unpaidEntry(till, 'By transfer')
    const { page, watch, close } = await tabOf(till)
    const reference = await announceTransfer(page, id)
    const { entrant, site } = till
    const paper = () =>
      call(site, entrant.token, documents.createEntryFeeInvoice, { apply_order_id: id })
    expect(await paper()).toMatchObject({ status: 'proforma' })
    expect(await feeOf(till, id)).toMatchObject({ entry_fee_status: F.offline_declared })

    const token = await tokenOf(site, CHAIR)
    const chair = await chairTab(token)
    await chair.page.goto(`/juryreviewdetails?id=${id}`)
    await chair.page.getByRole('button', { name: 'Change', exact: true }).first().click()
    const dialog = chair.page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'New status' }).press('Enter')
    // The list stands below the dialog's edge while it opens, so the mouse has to wait for nothing.
    await chair.page.locator('.ant-select-item-option[title="Paid"]').dispatchEvent('click')
    await dialog.getByText(reference).waitFor()
    const amount = dialog.getByLabel('Amount received, EUR')
    const [order] = await ordersOf(till, id)
    await until(async () => Number(await amount.inputValue()) * 100, order?.amount_minor)
    await dialog.getByLabel('Value date').fill(new Date().toISOString().slice(0, 10))
    await dialog.getByLabel('Reason').fill('Seen on the account')
    await dialog.getByRole('button', { name: 'Save the status' }).click()
    await dialog.getByText('Give the reference of the bank').waitFor()
    expect(await feeOf(till, id)).toMatchObject({ entry_fee_status: F.offline_declared })

    const version = await versionOf(id)
    const change = { apply_order_id: id, status: F.paid, version, reason: 'Seen on the account' }
    const bare = call(site, token, judge.changeEntryFeeStatus, change)
    await expect(bare).rejects.toThrow(/422.*evidence\.reference/s)

    await dialog.getByLabel('Reference of the bank').fill('VIR 2027 0042')
    await dialog.getByRole('button', { name: 'Save the status' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await feeOf(till, id)).toEqual({
      entry_status: ENTRY_STATUS.registered,
      entry_fee_status: F.paid,
    })
    await untilPapers(till, id, ['invoice'])
    expect(await paper()).toMatchObject({ status: 'invoice' })

    const again = { ...change, version: await versionOf(id) }
    expect(await call(site, token, judge.changeEntryFeeStatus, again)).toMatchObject({
      changed: false,
    })
    await page.reload()
    await screen.isPaid(page).waitFor()
    expect([...watch.violations, ...chair.watch.violations]).toEqual([])
    await chair.close()
    await close()
  },
)

test(
  'S14: what the wallet has confirmed is not set back by hand, but sent back from the desk',
  { ...proves('call judge/refundPayment', 'story S14'), ...fullOnly },
  async () => {
    const id = await unpaidEntry(till, 'By wallet')
    const { page, close } = await tabOf(till)
    await screen.askForCode(page, id)
    await payWhatIsShown(page, till)
    await screen.isPaid(page).waitFor()
    await untilPapers(till, id, ['invoice'])
    const token = await tokenOf(till.site, CHAIR)
    const back = {
      apply_order_id: id,
      status: F.unpaid,
      version: await versionOf(id),
      reason: 'A try to set it back',
    }
    await expect(call(till.site, token, judge.changeEntryFeeStatus, back)).rejects.toThrow(
      /409.*PROVIDER_PAID/s,
    )
    expect(await feeOf(till, id)).toMatchObject({ entry_fee_status: F.paid })

    const chair = await chairTab(token)
    const [order] = await ordersOf(till, id)
    await chair.page.goto(`/payments?keyword=${order?.order_no}`)
    await chair.page.getByRole('link', { name: order?.order_no ?? '' }).click()
    const drawer = chair.page.getByRole('dialog').first()
    await drawer.getByLabel('Amount in EUR').fill('100')
    await drawer.getByLabel('Reason').fill('A part was agreed on')
    await drawer.getByRole('button', { name: 'Send back…' }).click()
    await chair.page.getByRole('button', { name: 'Send €100 back' }).click()
    await untilPapers(till, id, ['invoice', 'credit_note'])
    await untilOrders(till, id, [PAYMENT_STATUS.paid])
    await chair.page.reload()
    await drawer.getByText('Refund done').waitFor()
    const seen = await call(till.site, token, money.payment, { order_no: order?.order_no ?? '' })
    expect(seen).toMatchObject({
      refunded: 10_000,
      refundable: (order?.amount_minor ?? 0) - 10_000,
      refunds: [{ status: 'succeeded', amount_minor: 10_000 }],
    })
    expect(chair.watch.violations).toEqual([])
    await chair.close()
    await close()
  },
)

test(
  'S14: a chair who does not look after the money is refused, and led to the page that says so',
  fullOnly,
  async () => {
    const id = await unpaidEntry(till, 'Not for everybody')
    const token = await tokenOf(till.site, CHAIR)
    const take = (sent: string) =>
      query(
        till.site,
        `update jurors set capabilities = ${sent}
       where user_id = (select id from users where email = $1)`,
        [CHAIR],
      )
    await take(`array_remove(capabilities, 'can_manage_fees')`)
    try {
      const waive = {
        apply_order_id: id,
        status: F.waived,
        version: await versionOf(id),
        reason: 'Guest of the jury',
      }
      await expect(call(till.site, token, judge.changeEntryFeeStatus, waive)).rejects.toThrow(/403/)
      await expect(call(till.site, token, money.paymentList, {})).rejects.toThrow(/403/)
      const chair = await chairTab(token)
      await chair.page.goto('/payments')
      await chair.page.waitForURL(/\/403$/)
      await chair.close()
    } finally {
      await take(`array_append(capabilities, 'can_manage_fees')`)
    }
  },
)

for (const language of someOf(['en', 'fr', 'zh'])) {
  test(`axe finds nothing on any part of the desk, in ${language}`, fullOnly, async () => {
    const { site, browser } = till
    const token = await tokenOf(site, CHAIR)
    await query(
      site,
      `insert into payment_alerts (code, order_no, detail)
       select 'DISPUTE', order_no, $1 from payment_orders where status = 2 limit 1
       on conflict do nothing`,
      [language],
    )
    const [paid] = await query<{ order_no: string }>(
      site,
      'select order_no from payment_orders where status = 2 order by order_no limit 1',
    )
    const context = await visit(browser, site, token)
    await context.addCookies([{ name: 'language', value: language, url: site.url }])
    const { page, watch } = await openTab(context)
    const found: Record<string, string[]> = {}
    for (const part of [
      '',
      '?view=days',
      '?view=reports',
      '?view=books',
      `?order=${paid?.order_no}`,
    ]) {
      await page.goto(`/payments${part}`)
      await settled(page)
      for (const size of [DESK, PHONE]) {
        await page.setViewportSize(size)
        const wrong = await findings(page)
        if (wrong.length > 0) found[`${part} ${size.width}`] = wrong
      }
    }
    expect(found).toEqual({})
    expect(watch.violations).toEqual([])
    await context.close()
  })
}
