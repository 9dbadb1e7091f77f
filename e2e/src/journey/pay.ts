import type { Page } from '@playwright/test'
import { cardPage } from '../harness/card.ts'
import type { Site } from '../harness/site.ts'
import { payOnPhone, qrcode, scanned } from '../harness/wallet.ts'

/** Pays the entry fee: billing, code, and the wallet that scans what is really on the screen. */
export async function payByWallet(page: Page, site: Site, entryId: string) {
  await page.goto(`/pay-result?entry=${entryId}`)
  await openWalletPayment(page)
  await scanAndPay(page, site)
}

/** What stands on the invoice: the country by its name, the rest by the labels of the fields. */
export type Address = { country: string; [label: string]: string }

const LYON: Address = {
  country: 'France',
  'Street and number': '12 rue des Teinturiers',
  'Postal code': '69001',
  Town: 'Lyon',
}

/** From the price to the code: way of payment and billing address, by the labels of its fields. */
export async function openWalletPayment(page: Page, address: Address = LYON) {
  await order(page, /^WeChat Pay/, address)
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  await qrcode(page).waitFor()
}

/** From the price to the account for a transfer, with its reference. */
export async function openTransfer(page: Page, address: Address = LYON) {
  await order(page, /^Bank transfer/, address)
  await page.getByRole('heading', { name: /^Transfer / }).waitFor()
}

/** To the page of the card service and back again, without having paid. */
export async function openCardPayment(page: Page, address: Address = LYON) {
  await order(page, /^Bank card/, address)
  await cardPage(page).opened()
  await cardPage(page).leave()
  await page.getByRole('heading', { name: /by card$/ }).waitFor()
}

async function order(page: Page, channel: RegExp, { country, ...fields }: Address) {
  await page.getByRole('radio', { name: channel }).check()
  await page.getByLabel('Country').selectOption({ label: country })
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
  await priced(page)
  await page.getByRole('button', { name: /obligation to pay/ }).click()
}

/** The price on screen is that of what the form says: while a number is priced, a press on the button is not taken. */
export const priced = (page: Page) => page.locator('main form aside[aria-busy=false]').waitFor()

/** Pays on the phone of the demo's wallet what the screen shows. */
export async function scanAndPay(page: Page, site: Site) {
  const { isPaid, said } = await payOnPhone(page, site, await scanned(page))
  if (!isPaid) throw new Error(`The wallet refused: ${said}`)
  await page.getByRole('heading', { name: /It is paid/ }).waitFor()
}
