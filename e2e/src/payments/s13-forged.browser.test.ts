import { ENTRY_FEE_STATUS, PAYMENT_STATUS } from '@awards/shared/domain'
import type { Page } from '@playwright/test'
import { query } from '../harness/database.ts'
import { notify } from '../harness/wallet-notice.ts'
import * as screen from './screen.ts'
import {
  feeOf,
  ordersOf,
  payWhatIsShown,
  tabOf,
  unpaidEntry,
  untilPapers,
  useTill,
  type Till,
} from './setup.ts'
import { until } from '../harness/until.ts'
import { expect, proves, test } from '../harness/test.ts'

let till: Till
useTill('s13', (opened) => void (till = opened))

/** Everything that a payment would change. */
const moneyOf = async (id: string) => ({
  orders: await ordersOf(till, id),
  fee: await feeOf(till, id),
  ledger: await query(
    till.site,
    `select l.* from ledger l join payment_orders o on o.order_no = l.order_no
     where o.apply_order_id = $1`,
    [id],
  ),
})

/** The page has asked once more, and goes on waiting. */
async function stillWaits(page: Page) {
  await page.waitForResponse((answer) => answer.url().includes('queryOrder'))
  await screen.toPay(page).waitFor()
  await screen.qrcode(page).waitFor()
}

test(
  'S13: a forged report gets a 401, a short one an alert; the payer goes on waiting, and pays',
  proves('call wxpay/queryOrder', 'story S13'),
  async () => {
    const id = await unpaidEntry(till, 'Counterfeit')
    const { page, close } = await tabOf(till)
    await screen.askForCode(page, id)
    const order_no = screen.orderNoOf(page)
    const [order] = await ordersOf(till, id)
    const total = order?.amount_minor ?? 0
    const before = await moneyOf(id)

    expect(await notify(till.site, { order_no, total, isForged: true })).toBe(401)
    await stillWaits(page)
    expect(await moneyOf(id)).toEqual(before)

    await notify(till.site, { order_no, total: total - 1 })
    await until(
      () =>
        query(till.site, 'select code from payment_alerts where order_no = $1 and code like $2', [
          order_no,
          '%MISMATCH',
        ]),
      [{ code: 'AMOUNT_MISMATCH' }],
    )
    await stillWaits(page)
    expect(await moneyOf(id)).toEqual(before)
    expect(before.orders).toMatchObject([{ status: PAYMENT_STATUS.awaiting }])

    expect((await payWhatIsShown(page, till)).isPaid).toBe(true)
    await screen.isPaid(page).waitFor()
    expect(await feeOf(till, id)).toMatchObject({ entry_fee_status: ENTRY_FEE_STATUS.paid })
    await untilPapers(till, id, ['invoice'])
    await close()
  },
)
