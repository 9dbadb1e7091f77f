import { ENTRY_STATUS, type Language } from '@awards/shared/domain'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { openTab, tokenOf, visit, type Watch } from '../harness/browser.ts'
import { query } from '../harness/database.ts'
import { payOnPhone, scanned } from '../harness/wallet.ts'
import { COMPLETE, newDraft, newEntrant, type Entrant } from '../entrant/draft.ts'
import { type Desk } from '../entrant/setup.ts'
import { until } from '../harness/until.ts'
import { useDesk, useOwnDesk } from '../harness/test.ts'

/** A site with its wallet, and an entrant who has something to pay. */
export type Till = Desk & { entrant: Entrant }

type TakeTill = (till: Till) => void | Promise<void>
const tillAt = async (desk: Desk, name: string): Promise<Till> => ({
  ...desk,
  entrant: await newEntrant(desk, name),
})

/** Gives the tests of a file the site of their worker, and an entrant of their own. */
export const useTill = (name: string, take: TakeTill) =>
  useDesk(async (desk) => take(await tillAt(desk, name)))

/** Gives the tests of a file a site of their own: they move the clock, or change what all may pay. */
export const useOwnTill = (name: string, take: TakeTill) =>
  useOwnDesk(async (desk) => take(await tillAt(desk, name)))

/** A session does not outlive days in which nobody was there. */
export async function signInAgain({ site, entrant }: Till) {
  entrant.token = await tokenOf(site, entrant.email, entrant.password)
}

/** An entry of the entrant that is submitted and not paid; gives its identifier. */
export async function unpaidEntry(till: Till, title: string): Promise<string> {
  const [id = ''] = await newDraft(till, till.entrant.token, { answers: { ...COMPLETE, title } })
  await query(
    till.site,
    'update apply_orders set entry_status = $1, submitted_at = now() where id = $2',
    [ENTRY_STATUS.submitted, id],
  )
  return id
}

export type Tab = { page: Page; watch: Watch; close(): Promise<void> }

/** A tab of the entrant, whose clock can be moved with that of the site. */
export async function tabOf(
  { site, browser, entrant }: Till,
  { language = 'en', ...options }: BrowserContextOptions & { language?: Language } = {},
): Promise<Tab> {
  const context = await visit(browser, site, entrant.token, options)
  await context.addCookies([{ name: 'language', value: language, url: site.url }])
  await context.addInitScript(followSite, CLOCK_KEY)
  return { ...(await openTab(context)), close: () => context.close() }
}

const CLOCK_KEY = 'moved-by-test'

/** The page's clock stands where the test has put it; timers go on as they are. */
function followSite(key: string) {
  const Machine = Date
  const shift = () => {
    try {
      return Number(localStorage.getItem(key) ?? 0)
    } catch {
      // A page without an address has no storage.
      return 0
    }
  }
  globalThis.Date = new Proxy(Machine, {
    construct: (target, values, own) =>
      Reflect.construct(target, values.length > 0 ? values : [target.now() + shift()], own),
    get: (target, name) =>
      name === 'now' ? () => target.now() + shift() : Reflect.get(target, name),
  })
}

/** From now on it is so much later, or at this moment: on the site, at the wallet and on the pages. */
export async function moveTime({ clock }: Till, to: number | Date, ...pages: Page[]) {
  const milliseconds = typeof to === 'number' ? to : to.getTime() - Date.now()
  clock.moveBy(milliseconds)
  for (const page of pages) {
    await page.evaluate(({ key, value }) => localStorage.setItem(key, value), {
      key: CLOCK_KEY,
      value: String(milliseconds),
    })
  }
}

type OrderRow = {
  order_no: string
  status: number
  channel: string
  amount_minor: number
  is_late: boolean
}

/** The orders of an entry, oldest first. */
export const ordersOf = ({ site }: Pick<Desk, 'site'>, id: string) =>
  query<OrderRow>(
    site,
    `select order_no, status, channel, amount_minor, is_late from payment_orders
     where apply_order_id = $1 order by created_at, order_no`,
    [id],
  )

/** What an entry has become by its payments. */
export async function feeOf({ site }: Pick<Desk, 'site'>, id: string) {
  const [row] = await query<{ entry_status: number; entry_fee_status: number }>(
    site,
    'select entry_status, entry_fee_status from apply_orders where id = $1',
    [id],
  )
  return row
}

/** Waits until an entry has these invoices and credit notes, oldest first. */
export const untilPapers = ({ site }: Pick<Desk, 'site'>, id: string, kinds: string[]) =>
  until(async () => {
    const rows = await query<{ kind: string }>(
      site,
      `select kind from invoices where apply_order_id = $1 and kind <> 'proforma'
       order by issued_at, number`,
      [id],
    )
    return rows.map(({ kind }) => kind)
  }, kinds)

/** A period of the open edition, and the price before tax of a first professional entry in it. */
export async function periodOf({ site }: Till, code: 'standard' | 'late') {
  const [row] = await query<{ starts_at: Date; amount_ht: number }>(
    site,
    `select p.starts_at, f.amount_minor as amount_ht
     from fee_periods p join fee_prices f on f.period_id = p.id
     join editions e on e.id = p.edition_id join sections s on s.id = f.section_id
     where p.code = $1 and e.code = 'GA27-1' and s.code ~* 'pro' and f.kind = 'first'`,
    [code],
  )
  if (!row) throw new Error(`The open edition has no period ${code}`)
  return row
}

/** Waits until the orders of an entry have these states, oldest first. */
export const untilOrders = (desk: Pick<Desk, 'site'>, id: string, states: number[]) =>
  until(async () => (await ordersOf(desk, id)).map(({ status }) => status), states)

/** Scans what is on the screen and pays it on the phone. */
export const payWhatIsShown = async (page: Page, { site }: Till) =>
  payOnPhone(page, site, await scanned(page))
