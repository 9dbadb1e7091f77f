import { ENTRY_FEE_STATUS, ENTRY_STATUS, PAYMENT_STATUS } from '@awards/shared/domain'
import { MINUTE, SECOND } from '../harness/clock.ts'
import { query } from '../harness/database.ts'
import { payOnPhone, scanned, walletOrder } from '../harness/wallet.ts'
import { notify } from '../harness/wallet-notice.ts'
import * as screen from './screen.ts'
import {
  feeOf,
  moveTime,
  ordersOf,
  payWhatIsShown,
  tabOf,
  unpaidEntry,
  untilOrders,
  untilPapers,
  useOwnTill,
  type Till,
} from './setup.ts'
import { expect, proves, test } from '../harness/test.ts'

const P = PAYMENT_STATUS
const REGISTERED = {
  entry_status: ENTRY_STATUS.registered,
  entry_fee_status: ENTRY_FEE_STATUS.paid,
}

let till: Till
useOwnTill('s10', (opened) => void (till = opened))

/** When an order was opened, by the clock of the site. */
async function beginOf(orderNo: string): Promise<number> {
  const [row] = await query<{ created_at: Date }>(
    till.site,
    'select created_at from payment_orders where order_no = $1',
    [orderNo],
  )
  return Number(row?.created_at)
}

test(
  'S10: a code runs out: it is closed at the wallet, the next one is another order',
  proves('call wxpay/getEntryFeeQrcode', 'story S10', 'wcag 2.2.1'),
  async () => {
    const id = await unpaidEntry(till, 'Hourglass')
    const { page, close } = await tabOf(till)
    await screen.askForCode(page, id)
    const first = screen.orderNoOf(page)
    const code = await scanned(page)

    // Just past its half hour, before the minute of grace in which nobody closes it.
    await moveTime(till, new Date((await beginOf(first)) + 30 * MINUTE + 5 * SECOND), page)
    await screen.hasRunOut(page).waitFor()
    await expect(screen.qrcode(page)).toHaveCount(0)
    expect(await payOnPhone(page, till.site, code)).toMatchObject({
      isPaid: false,
      said: 'This order has expired.',
    })

    await screen.newCode(page).click()
    await page.waitForURL((url) => url.searchParams.get('order_no') !== first)
    const second = await screen.codeIsThere(page)
    expect(await walletOrder(till.site, first)).toMatchObject({ state: 'CLOSED' })
    await expect(ordersOf(till, id)).resolves.toMatchObject([
      { order_no: first, status: P.closed },
      { order_no: second, status: P.awaiting },
    ])
    const refused = await payOnPhone(page, till.site, code)
    expect(refused).toMatchObject({ isPaid: false, said: 'The merchant closed this order.' })

    expect((await payWhatIsShown(page, till)).isPaid).toBe(true)
    await screen.isPaid(page).waitFor()
    expect(await feeOf(till, id)).toEqual(REGISTERED)
    await close()
  },
)

test(
  'S11: the wallet reports a payment after its order was closed: paid late, once',
  proves('story S11'),
  async () => {
    const id = await unpaidEntry(till, 'Latecomer')
    const { page, close } = await tabOf(till)
    await screen.askForCode(page, id)
    const order_no = screen.orderNoOf(page)
    await moveTime(till, 32 * MINUTE, page)
    await screen.hasRunOut(page).waitFor()
    await untilOrders(till, id, [P.closed])
    expect(await feeOf(till, id)).toMatchObject({ entry_fee_status: ENTRY_FEE_STATUS.unpaid })

    await moveTime(till, 34 * MINUTE, page)
    const [order] = await ordersOf(till, id)
    const fact = {
      order_no,
      total: order?.amount_minor ?? 0,
      transaction: '4200000000000000000000000011',
      paid_at: new Date(Date.now() + 34 * MINUTE),
    }
    const answers = []
    for (let times = 0; times < 5; times += 1) answers.push(await notify(till.site, fact))
    expect(answers).toEqual([204, 204, 204, 204, 204])

    await screen.isPaid(page).waitFor()
    await page.getByText(/after the time for it had run out/).waitFor()
    await expect(ordersOf(till, id)).resolves.toMatchObject([{ status: P.paid, is_late: true }])
    expect(await feeOf(till, id)).toEqual(REGISTERED)
    await untilPapers(till, id, ['invoice'])
    await close()
  },
)
