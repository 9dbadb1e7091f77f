import { documentsAdded, payments } from '@awards/shared/contract'
import { PAYMENT_STATUS } from '@awards/shared/domain'
import { call } from '../harness/call.ts'
import { MINUTE } from '../harness/clock.ts'
import { until } from '../harness/until.ts'
import * as screen from './screen.ts'
import {
  moveTime,
  ordersOf,
  payWhatIsShown,
  periodOf,
  signInAgain,
  tabOf,
  unpaidEntry,
  untilPapers,
  useOwnTill,
  type Till,
} from './setup.ts'
import { expect, proves, test } from '../harness/test.ts'

let till: Till
useOwnTill('s09', (opened) => void (till = opened))

const gross = (net: number) => Math.round(net * 1.2)
const quoteOf = (id: string) =>
  call(till.site, till.entrant.token, payments.getEntryFee, { apply_order_id: id })

test(
  'S09: ordered at 23:58 in standard and paid at 00:05 in late: the standard price stands',
  proves('call apply/getEntryFee', 'call apply/entryFeePayment', 'story S09'),
  async () => {
    const standard = await periodOf(till, 'standard')
    const late = await periodOf(till, 'late')
    const before = new Date(late.starts_at.getTime() - 2 * MINUTE)
    const after = new Date(late.starts_at.getTime() + 5 * MINUTE)
    await moveTime(till, before)
    await signInAgain(till)
    const [ordered, quoted] = [
      await unpaidEntry(till, 'Ordered'),
      await unpaidEntry(till, 'Quoted'),
    ]
    const one = await tabOf(till)
    const other = await tabOf(till)
    for (const { page } of [one, other]) {
      await page.goto('/account')
      await moveTime(till, before, page)
    }

    await screen.askForCode(one.page, ordered)
    await screen.openFee(other.page, quoted)
    await screen.choose(other.page, screen.WALLET)
    await screen.fillAddress(other.page)
    await moveTime(till, after, one.page, other.page)

    expect((await payWhatIsShown(one.page, till)).isPaid).toBe(true)
    await screen.isPaid(one.page).waitFor()
    await expect(ordersOf(till, ordered)).resolves.toMatchObject([
      { status: PAYMENT_STATUS.paid, amount_minor: gross(standard.amount_ht), is_late: false },
    ])
    await untilPapers(till, ordered, ['invoice'])
    const { list } = await call(till.site, till.entrant.token, documentsAdded.invoices, {})
    expect(list).toMatchObject([
      { apply_order_id: ordered, kind: 'invoice', amount: gross(standard.amount_ht) },
    ])
    expect(await quoteOf(quoted)).toMatchObject({
      period: 'late',
      amount_ht: late.amount_ht,
      amount: gross(late.amount_ht),
    })
    await one.close()

    // The price that was told before midnight is over after half an hour. The page's clock stays, so that the server is
    // the first to tell: with the same clock the page may ask for a new price before the button is pressed.
    await moveTime(till, new Date(before.getTime() + 31 * MINUTE))
    const refused = other.page.waitForResponse((answer) => answer.url().includes('entryFeePayment'))
    await screen.submit(other.page).click()
    expect(await (await refused).json()).toMatchObject({
      code: 410,
      data: { reason: 'QUOTE_EXPIRED', quote: { period: 'late', amount: gross(late.amount_ht) } },
    })
    await other.page.getByText('The price has changed: €360 instead of €312.').waitFor()
    await until(() => screen.addressOf(other.page), screen.LYON)
    await screen.submit(other.page).click()
    await screen.codeIsThere(other.page)
    await expect(ordersOf(till, quoted)).resolves.toMatchObject([
      { status: PAYMENT_STATUS.awaiting, amount_minor: gross(late.amount_ht) },
    ])
    await other.close()
  },
)
