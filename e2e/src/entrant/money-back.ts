import { expect } from '@playwright/test'
import { documentsAdded, entries } from '@awards/shared/contract'
import { ENTRY_FEE_STATUS, PAYMENT_STATUS } from '@awards/shared/domain'
import type { Page } from '@playwright/test'
import { call } from '../harness/call.ts'
import { mailTo } from '../harness/mailbox.ts'
import { until } from '../harness/until.ts'
import { walletOrder } from '../harness/wallet.ts'
import { payByWallet } from '../journey/pay.ts'
import { feeOf, ordersOf, untilOrders, untilPapers } from '../payments/setup.ts'
import { infoOf, newDraft, type Entrant } from './draft.ts'
import type { Desk } from './setup.ts'

/** Hands an entry in by calls and pays its fee on the screen; gives its identifier. */
export async function entryPaidByWallet(
  desk: Desk,
  page: Page,
  { token }: Entrant,
): Promise<string> {
  const [id = ''] = await newDraft(desk, token, { pictures: 3 })
  const { version, answers } = await infoOf(desk, token, id)
  await call(desk.site, token, entries.edit, { apply_order_id: id, version, answers, submit: true })
  await payByWallet(page, desk.site, id)
  return id
}

/**
 * A withdrawn entry's fee went back to the wallet: its order and its fee say so, and so do the credit
 * note, the mail, the page of the order and the list of papers.
 */
export async function expectMoneyBack(
  desk: Desk,
  page: Page,
  { id, email, token }: { id: string; email: string; token: string },
) {
  await untilOrders(desk, id, [PAYMENT_STATUS.refunded])
  await until(async () => (await feeOf(desk, id))?.entry_fee_status, ENTRY_FEE_STATUS.refunded)
  const [order] = await ordersOf(desk, id)
  const { order_no = '', amount_minor } = order ?? {}
  expect(await walletOrder(desk.site, order_no)).toMatchObject({
    state: 'REFUND',
    refunded: amount_minor,
  })

  await untilPapers(desk, id, ['invoice', 'credit_note'])
  const { list } = await call(desk.site, token, documentsAdded.invoices, { pageSize: 100 })
  const own = list.filter(({ apply_order_id }) => apply_order_id === id)
  const note = own.find(({ kind }) => kind === 'credit_note')
  expect(own.map(({ kind }) => kind).sort()).toEqual(['credit_note', 'invoice'])
  expect(Math.abs(note?.amount ?? 0)).toBe(amount_minor)
  const number = note?.number ?? ''
  await mailTo(desk.site, email, ({ subject, text }) => `${subject} ${text}`.includes(number))

  await page.goto(`/pay-result?order_no=${order_no}`)
  await page.getByRole('heading', { level: 1, name: 'Refunded' }).waitFor()
  await page.goto('/account?tab=invoices')
  const paper = page.getByText(number).first()
  await paper.waitFor()
  await page.getByText('Credit note').first().waitFor()
}
