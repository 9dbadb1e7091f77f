import { ENTRY_FEE_STATUS, ENTRY_STATUS, PAYMENT_STATUS } from '@awards/shared/domain'
import { cardChaos, cardPage } from '../harness/card.ts'
import { query } from '../harness/database.ts'
import { mailTo } from '../harness/mailbox.ts'
import { payOnPhone, scanned } from '../harness/wallet.ts'
import { until } from '../harness/until.ts'
import * as screen from './screen.ts'
import { feeOf, ordersOf, tabOf, unpaidEntry, untilPapers, useTill } from './setup.ts'
import type { Till } from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test } from '../harness/test.ts'

const P = PAYMENT_STATUS
let till: Till
useTill('s12', (opened) => void (till = opened))

test(
  'S12: the code and the page of an older order are paid at once: one counts, one goes back',
  proves('story S12'),
  async () => {
    const id = await unpaidEntry(till, 'Twice paid')
    const { page: old, close: closeOld } = await tabOf(till)
    await screen.openFee(old, id)
    await screen.choose(old, screen.CARD)
    await screen.fillAddress(old)
    await screen.submit(old).click()
    await cardPage(old).opened()
    const { page, watch, close } = await tabOf(till)
    await screen.askForCode(page, id)
    const code = await scanned(page)
    // The bank was asked already when the site had the page closed.
    await cardChaos(till.site, { payClosed: true })

    // The phone begins: were the card quicker, the site would close the code before the phone pays it.
    expect((await payOnPhone(page, till.site, code)).isPaid).toBe(true)
    await cardPage(old).pay()
    await until(
      async () => (await ordersOf(till, id)).map(({ status }) => status).sort(),
      [P.paid, P.refunded],
    )

    const orders = await query<{ order_no: string; is_duplicate: boolean; status: number }>(
      till.site,
      'select order_no, is_duplicate, status from payment_orders where apply_order_id = $1',
      [id],
    )
    const second = orders.find(({ is_duplicate }) => is_duplicate)
    expect(orders.map(({ status, is_duplicate }) => [status, is_duplicate]).sort()).toEqual([
      [P.paid, false],
      [P.refunded, true],
    ])
    await page.goto(`/pay-result?order_no=${second?.order_no}`)
    await page.getByRole('heading', { name: 'This second payment was refunded' }).waitFor()
    expect(await feeOf(till, id)).toEqual({
      entry_status: ENTRY_STATUS.registered,
      entry_fee_status: ENTRY_FEE_STATUS.paid,
    })
    const alerts = await query(
      till.site,
      'select code, order_no from payment_alerts where order_no = any($1)',
      [orders.map(({ order_no }) => order_no)],
    )
    expect(alerts).toEqual([{ code: 'DUPLICATE', order_no: second?.order_no }])
    await untilPapers(till, id, ['invoice'])
    await mailTo(till.site, till.entrant.email, ({ subject }) => subject.includes('refund'))
    expect(watch.violations).toEqual([])
    await closeOld()
    await close()
  },
)

test(
  'E3: a window that still shows the price says that the bank decides, offers no second payment, and then tells the end',
  fullOnly,
  async () => {
    const id = await unpaidEntry(till, 'Two windows')
    const { page, close } = await tabOf(till)
    const { page: other, close: closeOther } = await tabOf(till)
    for (const one of [page, other]) {
      await screen.openFee(one, id)
      await screen.choose(one, screen.CARD)
      await screen.fillAddress(one)
    }
    await screen.submit(page).click()
    await cardPage(page).opened()
    await page.getByText('Direct debit').click()
    await cardPage(page).pay()
    await page.getByRole('heading', { name: /^Your bank is processing/ }).waitFor()

    await screen.submit(other).click()
    const link = other.getByRole('link', { name: 'See the payment' })
    await link.waitFor()
    expect(await screen.submit(other).count()).toBe(0)
    await link.click()
    await other.getByRole('heading', { name: /^Your bank is processing/ }).waitFor()
    expect(await ordersOf(till, id)).toHaveLength(1)

    const bank = await other.context().newPage()
    await bank.goto(new URL('/card', till.site.wallet).href)
    await bank.getByRole('button', { name: 'The debit bounces' }).first().click()
    await page.getByRole('heading', { name: 'Your bank has refused the payment' }).waitFor()
    await page.getByRole('link', { name: 'Try again' }).click()
    await screen.submit(page).waitFor()
    await closeOther()
    await close()
  },
)
