import { documents } from '@awards/shared/contract'
import { ENTRY_FEE_STATUS } from '@awards/shared/domain'
import { call } from '../harness/call.ts'
import { mailTo } from '../harness/mailbox.ts'
import { expect, proves, test } from '../harness/test.ts'
import * as screen from './screen.ts'
import { feeOf, payWhatIsShown, tabOf, unpaidEntry, useTill, type Till } from './setup.ts'

let till: Till
useTill('s26', (opened) => void (till = opened))

test(
  'S26: a studio finds three works due, takes one out by keyboard, and pays the others with one code @full',
  proves('call apply/getBasketFee', 'call apply/basketPayment', 'story S26'),
  async () => {
    const titles = ['First lamp', 'Second lamp', 'Third lamp']
    const ids: string[] = []
    for (const title of titles) ids.push(await unpaidEntry(till, title))
    const [first = '', second = '', third = ''] = ids
    const { page, watch, close } = await tabOf(till)
    await page.goto('/account')
    await page.getByRole('link', { name: 'Pay 3 entries at once' }).click()
    await page.getByRole('heading', { name: 'Pay 3 entries at once', level: 1 }).waitFor()
    const works = page.getByRole('group', { name: 'What you pay for' })
    for (const title of titles)
      await expect(works.getByRole('checkbox', { name: title })).toBeChecked()

    await works.getByRole('checkbox', { name: 'Third lamp' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('heading', { name: 'Pay 2 entries at once', level: 1 }).waitFor()
    // The choice is in the address: a reload keeps it.
    await page.reload()
    await expect(works.getByRole('checkbox', { name: 'Third lamp' })).not.toBeChecked()
    await expect(works.getByRole('checkbox', { name: 'First lamp' })).toBeChecked()

    await screen.choose(page, screen.WALLET)
    await screen.fillAddress(page)
    await screen.submit(page).click()
    const order = await screen.codeIsThere(page)
    await page.reload()
    expect(await screen.codeIsThere(page)).toBe(order)
    await payWhatIsShown(page, till)
    await screen.isPaid(page).waitFor()
    await page.getByText('2 entries are registered').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'First lamp' }).getByText(/^€/).waitFor()
    for (const id of [first, second]) {
      expect(await feeOf(till, id)).toMatchObject({ entry_fee_status: ENTRY_FEE_STATUS.paid })
    }
    expect(await feeOf(till, third)).toMatchObject({ entry_fee_status: ENTRY_FEE_STATUS.unpaid })
    await mailTo(till.site, till.entrant.email, ({ text }) => text.includes('Second lamp'))
    const print = (apply_order_id: string) =>
      call(till.site, till.entrant.token, documents.printEntryFeeInvoice, { apply_order_id })
    const papers = await Promise.all([print(first), print(second)])
    expect(papers[0].number).toBe(papers[1].number)
    expect(watch.violations).toEqual([])
    await close()
  },
)
