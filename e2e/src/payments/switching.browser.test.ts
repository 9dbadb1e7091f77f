import { PAYMENT_STATUS } from '@awards/shared/domain'
import { cardPage } from '../harness/card.ts'
import { until } from '../harness/until.ts'
import { payOnPhone, scanned } from '../harness/wallet.ts'
import * as screen from './screen.ts'
import {
  ordersOf,
  payWhatIsShown,
  tabOf,
  unpaidEntry,
  untilOrders,
  useTill,
  type Till,
} from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, test } from '../harness/test.ts'

const P = PAYMENT_STATUS
let till: Till
useTill('switching', (opened) => void (till = opened))

test('from the wallet to the card, to a transfer and back: one order is open, the address stays @full', async () => {
  const id = await unpaidEntry(till, 'Undecided')
  const { page, close } = await tabOf(till)
  await screen.askForCode(page, id)
  const code = await scanned(page)

  await screen.another(page).click()
  await screen.choose(page, screen.CARD)
  await until(() => screen.addressOf(page), screen.LYON)
  await screen.submit(page).click()
  await cardPage(page).opened()
  await untilOrders(till, id, [P.closed, P.awaiting])
  expect(await payOnPhone(page, till.site, code)).toMatchObject({ isPaid: false })
  await cardPage(page).leave()

  await screen.another(page).click()
  await screen.choose(page, screen.TRANSFER)
  await until(() => screen.addressOf(page), screen.LYON)
  await screen.submit(page).click()
  await screen.toTransfer(page).waitFor()
  await untilOrders(till, id, [P.closed, P.closed, P.awaiting])

  await screen.another(page).click()
  await screen.choose(page, screen.WALLET)
  await until(() => screen.addressOf(page), screen.LYON)
  await screen.submit(page).click()
  const order = await screen.codeIsThere(page)
  expect((await payWhatIsShown(page, till)).isPaid).toBe(true)
  await screen.isPaid(page).waitFor()
  const orders = await ordersOf(till, id)
  expect(orders.map(({ channel }) => channel)).toEqual([
    'wechat_native',
    'card',
    'bank_transfer',
    'wechat_native',
  ])
  expect(orders.map(({ status }) => status)).toEqual([P.closed, P.closed, P.closed, P.paid])
  expect(orders.at(-1)?.order_no).toBe(order)
  await close()
})

test('two tabs pay the same fee: one order, and both see the receipt', fullOnly, async () => {
  const id = await unpaidEntry(till, 'Twins')
  const tabs = await Promise.all([tabOf(till), tabOf(till)])
  for (const { page } of tabs) {
    await screen.openFee(page, id)
    await screen.choose(page, screen.WALLET)
    await screen.fillAddress(page)
  }
  await Promise.all(tabs.map(({ page }) => screen.submit(page).click()))
  const shown = await Promise.all(tabs.map(({ page }) => screen.codeIsThere(page)))
  expect(new Set(shown).size).toBe(1)
  expect(await ordersOf(till, id)).toHaveLength(1)

  const [first, second] = tabs.map(({ page }) => page)
  if (!first || !second) throw new Error('There are two tabs')
  expect(await scanned(first)).toBe(await scanned(second))
  expect((await payWhatIsShown(first, till)).isPaid).toBe(true)
  for (const { page, close } of tabs) {
    await screen.isPaid(page).waitFor()
    await close()
  }
})
