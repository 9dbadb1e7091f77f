import { documentsAdded, payments } from '@awards/shared/contract'
import { ENTRY_FEE_STATUS, ENTRY_STATUS, PAYMENT_STATUS } from '@awards/shared/domain'
import { call } from '../harness/call.ts'
import { mailTo } from '../harness/mailbox.ts'
import { scanned, walletOrder } from '../harness/wallet.ts'
import * as screen from './screen.ts'
import {
  feeOf,
  moveTime,
  ordersOf,
  payWhatIsShown,
  periodOf,
  signInAgain,
  tabOf,
  unpaidEntry,
  useOwnTill,
  type Till,
} from './setup.ts'
import { expect, proves, test } from '../harness/test.ts'

let till: Till
useOwnTill('s08', (opened) => void (till = opened))

test(
  'S08: a quote in the late period, a code, its refresh, the payment, the mail and the invoice',
  proves(
    'wcag 3.3.4',
    'call apply/getEntryFee',
    'call apply/entryFeePayment',
    'call wxpay/queryOrder',
    'story S08',
  ),
  async () => {
    const { starts_at, amount_ht } = await periodOf(till, 'late')
    const amount = Math.round(amount_ht * 1.2)
    await moveTime(till, new Date(starts_at.getTime() + 3_600_000))
    await signInAgain(till)
    const id = await unpaidEntry(till, 'Late lamp')
    const { page, watch, close } = await tabOf(till)
    await page.goto('/account')
    await moveTime(till, new Date(starts_at.getTime() + 3_600_000), page)

    const quote = await call(till.site, till.entrant.token, payments.getEntryFee, {
      apply_order_id: id,
    })
    expect(quote).toMatchObject({ period: 'late', amount_ht, vat_rate: 20, amount })
    await screen.askForCode(page, id)
    const first = screen.orderNoOf(page)
    const code = await scanned(page)
    await expect(ordersOf(till, id)).resolves.toMatchObject([
      { order_no: first, amount_minor: amount, channel: 'wechat_native' },
    ])
    expect(await walletOrder(till.site, first)).toMatchObject({
      state: 'NOTPAY',
      amount: { total: amount, currency: 'EUR' },
    })
    expect(await screen.timeLeft(page).innerText()).toMatch(/^(29|30):\d\d/)

    await page.reload()
    expect(await screen.codeIsThere(page)).toBe(first)
    expect(await scanned(page)).toBe(code)
    expect(await ordersOf(till, id)).toHaveLength(1)

    const paid = await payWhatIsShown(page, till)
    expect(paid).toMatchObject({ isPaid: true, said: expect.stringMatching(/^Paid €360\.00/) })
    await screen.isPaid(page).waitFor()
    expect(await feeOf(till, id)).toEqual({
      entry_status: ENTRY_STATUS.registered,
      entry_fee_status: ENTRY_FEE_STATUS.paid,
    })
    await expect(ordersOf(till, id)).resolves.toMatchObject([
      { order_no: first, status: PAYMENT_STATUS.paid, is_late: false },
    ])
    await mailTo(till.site, till.entrant.email, ({ text }) => text.includes('€360'))

    const answer = page.waitForResponse((one) => one.url().includes('printEntryFeeInvoice'))
    const opened = page.context().waitForEvent('page')
    await screen.invoice(page).click()
    const { data } = (await (await answer).json()) as { data: { url: string; number: string } }
    await (await opened).close()
    const file = await fetch(new URL(data.url, till.site.url))
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-/)
    const { list } = await call(till.site, till.entrant.token, documentsAdded.invoices, {})
    expect(list).toMatchObject([{ number: data.number, kind: 'invoice', amount, currency: 'EUR' }])
    expect(watch.violations).toEqual([])
    await close()
  },
)
