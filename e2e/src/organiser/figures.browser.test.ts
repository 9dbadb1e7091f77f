import type { Desk } from '../entrant/setup.ts'
import { findings } from '../harness/axe.ts'
import { PHONE, settled } from '../harness/browser.ts'
import { query } from '../harness/database.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'
import { organiserAt } from './desk.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

const FIGURES = '/organiser?view=figures'

test(
  'O07: the figures of the open edition are those of the database, and a table is saved as a file',
  proves('story O07', 'call organiser/figures', 'call organiser/exportFigures'),
  async () => {
    const [counted] = await query<{ paid: number }>(
      desk.site,
      `select count(paid_at)::int as paid from apply_orders entry
       join editions edition on edition.id = entry.edition_id
       where edition.status = 1 and edition.opens_at <= now()`,
      [],
    )
    const { page, watch, context, close } = await organiserAt(desk, FIGURES)
    const funnel = page.getByRole('list', { name: 'From visit to entry' })
    await expect(funnel.getByRole('listitem').last().locator('strong')).toHaveText(
      String(counted?.paid),
    )
    await page.getByRole('radio', { name: 'Paid' }).check()
    await page.getByRole('img', { name: /^Paid until today/ }).waitFor()
    await page.getByText('As a table').click()
    await page.getByRole('region', { name: 'Day by day' }).waitFor()
    expect(await findings(page)).toEqual([])
    const opened = context.waitForEvent('request', (one) => one.url().includes('/files/'))
    await page.getByRole('button', { name: 'Save as CSV: Categories' }).click()
    const text = await (await fetch((await opened).url())).text()
    expect(text).toContain('key,name,draft,handed_in,paid,paid_before')
    expect(watch.errors).toEqual([])
    await close()
  },
)

test(
  'O07: by keyboard alone on a telephone another edition is read, without a page that is too wide',
  { ...proves('story O07', 'call organiser/figures'), ...fullOnly },
  async () => {
    // Who comes from outside to a public page is a visit; the next page of the same visit is none.
    const visits = async () => {
      const [row] = await query<{ count: number }>(
        desk.site,
        'select coalesce(sum(count), 0)::int as count from visit_days',
        [],
      )
      return row?.count ?? 0
    }
    const { page, close } = await organiserAt(desk, FIGURES, PHONE)
    const earlier = await visits()
    await page.goto('/winners')
    await expect.poll(visits, { timeout: 15_000 }).toBe(earlier + 1)
    await page.goto(FIGURES)
    await page.getByRole('listitem').filter({ hasText: 'Visits' }).waitFor()
    const choice = page.getByRole('combobox', { name: 'Edition' })
    const before = await page.getByText(/^Beside |^There is no edition before/).textContent()
    await choice.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Beside |^There is no edition before/)).not.toHaveText(
      before ?? '',
    )
    await settled(page)
    expect(await findings(page)).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true)
    await close()
  },
)
