import { PAYMENT_STATUS } from '@awards/shared/domain'
import { faultsOf, keyboardOf } from '../entrant/keyboard.ts'
import * as screen from './screen.ts'
import { ordersOf, payWhatIsShown, tabOf, unpaidEntry, useOwnTill, type Till } from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, test } from '../harness/test.ts'

let till: Till
useOwnTill('pay-keyboard', (opened) => void (till = opened))

test(
  'from the account to the receipt without a mouse, and never without a visible focus',
  fullOnly,
  async () => {
    const id = await unpaidEntry(till, 'Without a mouse')
    const { page, watch, close } = await tabOf(till)
    const keyboard = await keyboardOf(page)
    await page.goto('/account')
    await keyboard.press(page.locator(`main a[href*="entry=${id}"]`).first())
    await screen.submit(page).waitFor()
    await keyboard.expectFocus()

    // The arrows choose inside of a group, and go on from its last to its first.
    await keyboard.to(screen.channel(page, screen.CARD))
    await page.keyboard.press('ArrowUp')
    await expect(screen.channel(page, screen.WALLET)).toBeChecked()
    await keyboard.expectFocus()
    for (const [label, value] of Object.entries(screen.LYON)) {
      await keyboard.to(page.getByLabel(label))
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(value)
    }
    const country = page.getByLabel('Country')
    await keyboard.to(country)
    await page.keyboard.type('France')
    await expect(country).toHaveValue('FR')
    await screen.priced(page)
    await keyboard.press(screen.submit(page))
    await screen.codeIsThere(page)
    await keyboard.expectFocus()
    await keyboard.to(screen.another(page))
    expect((await ordersOf(till, id)).map(({ status }) => status)).toEqual([
      PAYMENT_STATUS.awaiting,
    ])

    expect((await payWhatIsShown(page, till)).isPaid).toBe(true)
    await screen.isPaid(page).waitFor()
    await keyboard.to(screen.invoice(page))
    expect(faultsOf(keyboard)).toEqual([])
    expect(watch.violations).toEqual([])
    await close()
  },
)
