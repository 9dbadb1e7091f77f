import type { Page } from '@playwright/test'
import { qrcode } from '../harness/wallet.ts'

export { priced } from '../journey/pay.ts'
export { qrcode }

/*
 * The words and controls of the fee step and of the page of an order, by role and name; a change of
 * words costs one line here.
 */
export const WALLET = /^WeChat Pay/
export const CARD = /^Bank card/
export const TRANSFER = /^Bank transfer/

/** A consumer in France, who pays French tax. */
export const LYON = {
  'Street and number': '12 rue des Teinturiers',
  'Postal code': '69001',
  Town: 'Lyon',
}

export const channel = (page: Page, name: RegExp) => page.getByRole('radio', { name })
/** Chooses a way to pay. */
export const choose = (page: Page, name: RegExp) => channel(page, name).check()
export const submit = (page: Page) => page.getByRole('button', { name: /obligation to pay/ })
export const toPay = (page: Page) => page.getByRole('heading', { name: 'Scan to pay' })
export const isPaid = (page: Page) => page.getByRole('heading', { name: /It is paid/ })
export const hasRunOut = (page: Page) => page.getByRole('heading', { name: /has run out/ })
export const newCode = (page: Page) => page.getByRole('button', { name: 'Get a new code' })
export const another = (page: Page) => page.getByRole('link', { name: 'Pay in another way' })
export const toTransfer = (page: Page) => page.getByRole('heading', { name: /^Transfer / })
export const invoice = (page: Page) => page.getByRole('button', { name: 'Invoice (PDF)' })
export const timeLeft = (page: Page) => page.getByRole('timer').first()
export const lost = (page: Page) => page.getByText(/connection is lost/).first()

/** Opens the fee step of an entry. */
export async function openFee(page: Page, id: string) {
  await page.goto(`/pay-result?entry=${id}`)
  await submit(page).waitFor()
}

/** Fills the address of the invoice. */
export async function fillAddress(page: Page, address: Record<string, string> = LYON) {
  await page.getByLabel('Country').selectOption({ label: 'France' })
  for (const [label, value] of Object.entries(address)) await page.getByLabel(label).fill(value)
}

/** What stands in the fields of the address. */
export const addressOf = async (page: Page) =>
  Object.fromEntries(
    await Promise.all(
      Object.keys(LYON).map(async (label) => [label, await page.getByLabel(label).inputValue()]),
    ),
  ) as typeof LYON

/** From the fee step to the code on the screen. */
export async function askForCode(page: Page, id: string) {
  await openFee(page, id)
  await choose(page, WALLET)
  await fillAddress(page)
  await submit(page).click()
  await codeIsThere(page)
}

/** The code is on the screen; gives the number of its order. */
export async function codeIsThere(page: Page): Promise<string> {
  await toPay(page).waitFor()
  await qrcode(page).waitFor()
  await page.waitForURL(/order_no=/)
  return orderNoOf(page)
}

export const orderNoOf = (page: Page) => new URL(page.url()).searchParams.get('order_no') ?? ''
