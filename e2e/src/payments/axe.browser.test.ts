import { payments } from '@awards/shared/contract'
import { LANGUAGES, PAYMENT_STATUS } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { Page } from '@playwright/test'
import { findings } from '../harness/axe.ts'
import { DESK, PHONE, settled } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { query } from '../harness/database.ts'
import { tabOf, unpaidEntry, useOwnTill, type Till } from './setup.ts'
import { someOf } from '../../../tools/testing/scale.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, test } from '../harness/test.ts'

/*
 * The fee step, the basket and the page of an order in every state in which a payer can meet it, in three
 * languages, at a desk and on a telephone. Nothing here depends on words, which differ.
 */
const P = PAYMENT_STATUS

/** The states of an order, and how it comes there from the moment at which it waits for its money. */
const ENDS: Record<string, { steps: number[]; marks?: string }> = {
  waiting: { steps: [] },
  closed: { steps: [P.closing, P.closed] },
  paid: { steps: [P.paid], marks: 'paid_at = now()' },
  'paid late': { steps: [P.paid], marks: 'paid_at = now(), is_late = true' },
  review: { steps: [P.mismatch] },
  refunding: { steps: [P.paid, P.refunding], marks: 'paid_at = now()' },
  refunded: { steps: [P.paid, P.refunding, P.refunded], marks: 'paid_at = now()' },
  'duplicate on its way back': { steps: [P.refunding], marks: 'is_duplicate = true' },
  'duplicate sent back': { steps: [P.refunding, P.refunded], marks: 'is_duplicate = true' },
}

let till: Till
const addresses: Record<string, string> = {
  'no order': paths.payResult('000000000000'),
  nothing: '/pay-result',
}

useOwnTill('pay-axe', async (opened) => {
  till = opened
  addresses['fee step'] = paths.pay(await unpaidEntry(till, 'Fee'))
  await unpaidEntry(till, 'Beside it')
  addresses['basket'] = paths.payBasket()
  for (const [name, end] of Object.entries(ENDS)) addresses[name] = await orderIn(name, end)
  addresses['transfer'] = await transferOrder()
})

/** Opens an order by a call, and takes it through its states as the database allows them. */
async function orderIn(title: string, { steps, marks }: { steps: number[]; marks?: string }) {
  const { site, entrant } = till
  const apply_order_id = await unpaidEntry(till, title)
  const { order_no } = await call(site, entrant.token, payments.getEntryFeeQrcode, {
    apply_order_id,
  })
  for (const status of steps) {
    await query(
      site,
      `update payment_orders set status = $1, next_check_at = null where order_no = $2`,
      [status, order_no],
    )
  }
  if (marks) await query(site, `update payment_orders set ${marks} where order_no = $1`, [order_no])
  return paths.payResult(order_no)
}

async function transferOrder() {
  const { site, entrant } = till
  const apply_order_id = await unpaidEntry(till, 'Transfer')
  const { quote_id } = await call(site, entrant.token, payments.getEntryFee, { apply_order_id })
  const { order_no } = await call(site, entrant.token, payments.entryFeePayment, {
    apply_order_id,
    quote_id,
    channel: 'bank_transfer',
    billing: {
      kind: 'consumer',
      name: 'Noémie Garel',
      address: '12 rue des Teinturiers',
      postal_code: '69001',
      city: 'Lyon',
      country: 'FR',
      email: entrant.email,
    },
  })
  return paths.payResult(order_no)
}

async function wrongOn(page: Page): Promise<string[]> {
  const wrong = await findings(page)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return overflow > 0 ? [...wrong, `${overflow} px wider than the screen`] : wrong
}

for (const language of someOf(LANGUAGES)) {
  test(
    `axe finds nothing on the fee step and in any state of an order, in ${language}`,
    fullOnly,
    async () => {
      const { page, watch, close } = await tabOf(till, { language })
      const found: Record<string, string[]> = {}
      for (const [index, [name, address]] of Object.entries(addresses).entries()) {
        await page.goto(address)
        await settled(page)
        expect((await page.locator('html').getAttribute('lang'))?.split('-')[0]).toBe(language)
        for (const size of someOf([DESK, PHONE], index)) {
          await page.setViewportSize(size)
          const wrong = await wrongOn(page)
          if (wrong.length > 0) found[`${name}, ${size.width}`] = wrong
        }
      }
      expect(found).toEqual({})
      expect(watch.violations).toEqual([])
      await close()
    },
  )
}
