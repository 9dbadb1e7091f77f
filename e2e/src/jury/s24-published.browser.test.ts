import { judge } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { seatOf, SIZES, type Desk, type Seat } from '../entrant/setup.ts'
import { findings } from '../harness/axe.ts'
import { openTab, settled, tokenOf, visit } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { query } from '../harness/database.ts'
import { CHAIR } from '../journey/judge.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'

const OWNER = 'studio@brumaire.example.org'
const AGENCY = 'bonjour@pontdesign.example.org'

let desk: Desk
useOwnDesk((opened) => {
  desk = opened
})

async function entryOf(title: string) {
  const [row] = await query<{ id: string; number: string | null }>(
    desk.site,
    `select o.id::text as id, k.number from apply_orders o
     left join certificates k on k.apply_order_id = o.id where o.title = $1`,
    [title],
  )
  if (!row) throw new Error(`There is no ${title}`)
  return row
}

async function show(id: string, is_show: boolean) {
  const reason = 'A dispute about the rights'
  await call(desk.site, await tokenOf(desk.site, CHAIR), judge.isShow, {
    apply_order_id: id,
    is_show,
    reason,
  })
}

/** axe finds nothing at a desk and on a telephone, and the policy refuses nothing. */
async function expectAccessible({ page, watch }: Pick<Seat, 'page' | 'watch'>) {
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size)
    await settled(page)
    expect({ size, found: await findings(page) }).toEqual({ size, found: [] })
  }
  expect(watch.violations).toEqual([])
  await page.setViewportSize(SIZES.desk)
}

test(
  'S24 a dispute takes the page and suspends the certificate; its end brings both back',
  proves('story S24'),
  async () => {
    const { id, number } = await entryOf('Ondine')
    const { page } = await openTab(await visit(desk.browser, desk.site))
    const title = page.getByRole('heading', { level: 1, name: 'Ondine' })
    const open = async (address: string) => {
      await page.goto(address)
      await settled(page)
    }

    await open(paths.winner(id))
    await title.waitFor()
    await open(paths.verify(number ?? ''))
    await page.getByText('Ondine').first().waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(/suspended/i)

    await show(id, false)
    await open(paths.winner(id))
    expect(await title.count()).toBe(0)
    await open(paths.verify(number ?? ''))
    await page
      .getByText(/suspended/i)
      .first()
      .waitFor()

    await show(id, true)
    await open(paths.winner(id))
    await title.waitFor()
  },
)

test(
  'an entrant comes from the list to the sheet: marks beside the means, and the words of the jury',
  proves('call apply/scoreSheet'),
  async () => {
    const seat = await seatOf(desk, { email: OWNER })
    const { page } = seat
    await page.goto(paths.account('awards'))
    await page.getByRole('link', { name: 'Score sheet: Ondine' }).first().click()

    await page.getByRole('heading', { level: 1, name: 'Ondine' }).waitFor()
    const first = page.getByRole('table', { name: /First level/ })
    expect(await first.getByRole('rowheader').count()).toBe(6)
    await first.getByRole('columnheader', { name: 'Season mean' }).waitFor()
    expect(await page.getByText(/^Juror [A-Z]/).count()).toBeGreaterThan(0)
    await expectAccessible(seat)

    const { id } = await entryOf('Filigrane')
    await page.goto(paths.scoreSheet(id))
    await page.getByRole('heading', { name: 'The score sheet comes with the results' }).waitFor()
    await seat.close()
  },
)

test(
  'an agency sees where the entries with its code stand; nobody else has that part',
  fullOnly,
  async () => {
    const seat = await seatOf(desk, { email: AGENCY })
    await seat.page.goto(paths.account('agency'))
    await seat.page.getByText('Sillage').first().waitFor()
    await expectAccessible(seat)
    await seat.close()

    const other = await seatOf(desk, { email: OWNER })
    await other.page.goto(paths.account())
    await other.page.getByRole('link', { name: 'Invoices' }).waitFor()
    expect(await other.page.getByRole('link', { name: 'Agency' }).count()).toBe(0)
    await other.close()
  },
)
