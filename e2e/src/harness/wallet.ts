import type { WalletSimulator } from '@awards/simulators'
import jsqrModule from 'jsqr'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { PHONE } from './browser.ts'
import type { Site } from './site.ts'
import { eventually } from './until.ts'

type Read = typeof jsqrModule
// The package is CommonJS: what is imported is the function, or an object that holds it.
const jsQR: Read = 'default' in jsqrModule ? (jsqrModule.default as Read) : jsqrModule

type Wallet = Pick<Site, 'wallet'>

/** The code of a wallet payment on the screen. */
export const qrcode = (page: Page) => page.locator('main figure canvas')

/** What a phone reads from the picture on the screen as it stands; nothing where there is no code. */
async function readCode(page: Page): Promise<string | undefined> {
  const code = qrcode(page)
  await code.waitFor()
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

/** The code on the screen, once it is drawn. */
export async function scanned(page: Page): Promise<string> {
  const found = await eventually(() => readCode(page), Boolean)
  if (!found) throw new Error('The code on the screen cannot be read')
  return found
}

/** Gives a code to the wallet on the payer's phone; what the phone says, and whether it paid. */
export async function payOnPhone(page: Page, site: Wallet, code: string) {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser of its own')
  const context = await browser.newContext({ viewport: PHONE })
  const phone = await context.newPage()
  await phone.goto(site.wallet)
  await phone.getByLabel('Scan or paste a payment code').fill(code)
  await phone.getByRole('button', { name: 'Pay', exact: true }).click()
  const notice = phone.getByRole('status').or(phone.getByRole('alert')).first()
  const said = await notice.innerText()
  const isPaid = await phone.evaluate(() => new URLSearchParams(location.search).has('paid'))
  await context.close()
  return { isPaid, said }
}

type Chaos = Parameters<WalletSimulator['setChaos']>[0]

/** What goes wrong at the wallet from now on; nothing ends it. */
export async function walletChaos({ wallet }: Wallet, wish: Chaos = {}) {
  await fetch(`${wallet}/chaos`, { method: 'POST', body: JSON.stringify(wish) })
}

/** The wallet's own books: its orders, and the notifications that it has sent. */
export async function walletBook({ wallet }: Wallet) {
  const answer = await fetch(`${wallet}/orders`)
  return (await answer.json()) as {
    orders: ReturnType<WalletSimulator['orders']>
    deliveries: ReturnType<WalletSimulator['deliveries']>
  }
}

/** The wallet's own record of one of our orders. */
export async function walletOrder(site: Wallet, orderNo: string) {
  const { orders } = await walletBook(site)
  return orders.find(({ out_trade_no }) => out_trade_no === orderNo)
}
