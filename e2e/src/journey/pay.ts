import jsqrModule from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { choose } from './register.ts'
import type { Site } from '../harness/site.ts'

type Read = typeof jsqrModule
// The package is CommonJS: what is imported is the function, or an object that holds it.
const jsQR: Read = 'default' in jsqrModule ? (jsqrModule.default as Read) : jsqrModule

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
  await page.getByRole('radio', { name: /^WeChat Pay/ }).check({ force: true })
  const { country, ...fields } = address
  await choose(page, 'Country', country)
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await page.getByRole('heading', { name: 'Scan to pay' }).waitFor()
  await page.locator('.ant-qrcode').waitFor()
}

/** Pays with the demo's wallet what the screen shows. */
export async function scanAndPay(page: Page, site: Site) {
  const answer = await fetch(`${site.wallet}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code_url: await scanned(page) }),
  })
  if (!answer.ok) throw new Error(`The wallet refused: ${await answer.text()}`)
  await page.getByRole('heading', { name: /It is paid/ }).waitFor({ timeout: 30_000 })
}

/** What a phone reads from the picture of the code on the screen. */
async function scanned(page: Page): Promise<string> {
  const code = page.locator('.ant-qrcode')
  await code.waitFor()
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const found = jsQR(new Uint8ClampedArray(data), info.width, info.height)
  if (!found) throw new Error('The code on the screen cannot be read')
  return found.data
}
