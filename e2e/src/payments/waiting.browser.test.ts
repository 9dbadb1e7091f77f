import { ENTRY_FEE_STATUS } from '@awards/shared/domain'
import type { Page } from '@playwright/test'
import { until } from '../harness/until.ts'
import { payOnPhone, scanned, walletChaos } from '../harness/wallet.ts'
import * as screen from './screen.ts'
import { feeOf, payWhatIsShown, tabOf, unpaidEntry, useOwnTill, type Till } from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, test } from '../harness/test.ts'

const ASKED = /\/api\/wxpay\/queryOrder$/
/** Longer than the pause between two questions of a page that waits eagerly. */
const LONGER_THAN_A_POLL = 4_000

let till: Till
useOwnTill('waiting', (opened) => void (till = opened))
test.afterEach(() => walletChaos(till.site))

async function codeOnScreen(title: string) {
  const id = await unpaidEntry(till, title)
  const tab = await tabOf(till)
  await screen.askForCode(tab.page, id)
  /** How often the page has asked for its order so far. */
  const asked = () => tab.watch.requests.filter((url) => ASKED.test(url)).length
  return { id, ...tab, asked }
}

const isSettled = async (id: string) =>
  (await feeOf(till, id))?.entry_fee_status === ENTRY_FEE_STATUS.paid

/** What the browser tells a page whose tab goes to the back, or comes to the front again. */
const turn = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
    Object.defineProperty(document, 'hidden', {
      configurable: true,
      get: () => value === 'hidden',
    })
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event(value === 'hidden' ? 'blur' : 'focus'))
  }, state)

test(
  'a lost notification is found by the second question of the page that waits',
  fullOnly,
  async () => {
    const { id, page, asked, close } = await codeOnScreen('Lost notice')
    await walletChaos(till.site, { notify: 'drop' })
    const code = await scanned(page)

    expect((await payOnPhone(page, till.site, code)).isPaid).toBe(true)
    const paidAfter = asked()
    await screen.isPaid(page).waitFor()

    // Two pauses of two and a half seconds; one question may have been on its way already.
    expect(asked() - paidAfter).toBeLessThanOrEqual(3)
    await until(() => isSettled(id), true)
    await close()
  },
)

test('a page that nobody sees asks nothing; seen again, it asks at once', fullOnly, async () => {
  const { id, page, asked, close } = await codeOnScreen('Asleep')
  const code = await scanned(page)
  await turn(page, 'hidden')
  await page.waitForTimeout(LONGER_THAN_A_POLL)
  const from = asked()
  expect((await payOnPhone(page, till.site, code)).isPaid).toBe(true)
  await page.waitForTimeout(LONGER_THAN_A_POLL)
  await until(() => isSettled(id), true)
  expect(asked()).toBe(from)

  await turn(page, 'visible')
  await screen.isPaid(page).waitFor()
  await close()
})

test(
  'paid while the page was offline: it says so, and finds the payment when the line is back',
  fullOnly,
  async () => {
    const { page, close } = await codeOnScreen('Off the grid')
    const code = await scanned(page)
    await page.context().setOffline(true)
    await screen.lost(page).waitFor()
    expect((await payOnPhone(page, till.site, code)).isPaid).toBe(true)
    await screen.lost(page).waitFor()

    await page.context().setOffline(false)
    await screen.isPaid(page).waitFor()
    await close()
  },
)

test(
  'a page that is loaded again in the middle shows the same code; after the payment, the receipt',
  fullOnly,
  async () => {
    const { page, close } = await codeOnScreen('Again')
    const order = screen.orderNoOf(page)
    const code = await scanned(page)
    await page.reload()
    expect(await screen.codeIsThere(page)).toBe(order)
    expect(await scanned(page)).toBe(code)

    await payWhatIsShown(page, till)
    await screen.isPaid(page).waitFor()
    await page.reload()
    await screen.isPaid(page).waitFor()
    expect(screen.orderNoOf(page)).toBe(order)
    await close()
  },
)
