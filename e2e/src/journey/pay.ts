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

/** From the price to the code: way of payment and billing address. */
export async function openWalletPayment(page: Page) {
  await page.getByRole('radio', { name: /^WeChat Pay/ }).check({ force: true })
  await page.getByLabel('Street and number').fill('12 rue des Teinturiers')
  await page.getByLabel('Postal code').fill('69001')
  await page.getByLabel('Town').fill('Lyon')
  await choose(page, 'Country', 'France')
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
