import { judge } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import type { Page } from '@playwright/test'
import { type Desk } from '../entrant/setup.ts'
import { until } from '../harness/until.ts'
import { DESK, openTab, PHONE, settled, tokenOf, visit } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { query } from '../harness/database.ts'
import { CHAIR } from '../journey/judge.ts'
import { plantBesideJudged } from './plant-entries.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'

/* The chair's table in a browser, over more entries than it ever has rows. */
const PLANTED = 2_000
const MOST_ROWS = 60
let desk: Desk
let token: string
let total: number

useOwnDesk(async (opened) => {
  desk = opened
  token = await tokenOf(desk.site, CHAIR)
  await plantBesideJudged(desk.site, token, PLANTED)
  total = (await call(desk.site, token, judge.judgeEntryList, {})).total
})

async function opened(address: string = paths.juryReview, size = DESK) {
  const context = await visit(desk.browser, desk.site, token, { viewport: size })
  const { page, watch } = await openTab(context)
  await page.goto(address)
  await settled(page)
  await page.getByText(/^\d[\d,]* entr(y|ies)$/).waitFor()
  return { page, watch, context, close: () => context.close() }
}
const grid = (page: Page) => page.getByRole('grid')
const rows = (page: Page) => page.locator('[role=row][aria-selected]')
const box = (page: Page, index: number) =>
  page.locator(`[role=row][aria-rowindex="${index + 2}"]`).getByRole('checkbox')
const rowText = (page: Page, index: number) =>
  page.locator(`[role=row][aria-rowindex="${index + 2}"]`).innerText()
const selected = (page: Page, count: number) =>
  page
    .getByRole('toolbar')
    .getByText(`${count.toLocaleString('en-GB')} selected`)
    .waitFor()
const filled = (page: Page, index: number) =>
  page
    .locator(`[role=row][aria-rowindex="${index + 2}"] a`)
    .first()
    .waitFor()
const idsOf = async (input: object) =>
  (await call(desk.site, token, judge.judgeEntryList, { ...input, pageSize: 1, with_ids: '1' }))
    .ids ?? []
const activeIndex = (page: Page) =>
  page.evaluate(() => {
    const id = document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant')
    const row = id ? document.getElementById(id) : null
    return row && Number(row.getAttribute('aria-rowindex')) - 2
  })

test(
  'the whole list is behind one scroll bar, in the order of the server, with few rows at a time',
  proves('call judge/judgeEntryList'),
  async () => {
    const { page, watch, close } = await opened()
    await until(() => grid(page).getAttribute('aria-rowcount'), String(total + 1))
    expect(total).toBeGreaterThan(PLANTED)

    const result = page.getByRole('columnheader', { name: 'Result' })
    for (const order of ['descending', 'ascending', 'none', 'descending']) {
      await result.getByRole('button').click()
      await until(() => result.getAttribute('aria-sort'), order)
    }
    await page.waitForURL(/sort=-score/)
    const ids = await idsOf({ sort: '-score' })
    expect(ids).toHaveLength(total)
    for (const index of [0, 777, total - 1]) {
      await grid(page).evaluate(
        (box, share) => {
          box.scrollTop = share * (box.scrollHeight - box.clientHeight)
        },
        index / (total - 1),
      )
      await filled(page, index)
      const href = await page
        .locator(`[role=row][aria-rowindex="${index + 2}"] a`)
        .first()
        .getAttribute('href')
      expect(href).toContain(ids[index])
      expect(await rows(page).count()).toBeLessThanOrEqual(MOST_ROWS)
    }
    expect(watch.errors).toEqual([])
    expect(watch.violations).toEqual([])
    await close()
  },
)

test(
  'keys move, choose and open; coming back finds filters, order and place',
  fullOnly,
  async () => {
    const { page, watch, close } = await opened(`${paths.juryReview}?sort=title&keyword=Lamp`)
    const ids = await idsOf({ sort: 'title', keyword: 'Lamp' })
    await filled(page, 0)
    await grid(page).focus()
    await page.keyboard.press('ArrowDown')
    await until(() => activeIndex(page), 1)
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await selected(page, 3)
    await page.keyboard.press('End')
    await until(() => activeIndex(page), ids.length - 1)
    await filled(page, ids.length - 1)
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Shift+Space')
    // The rows between are not on the screen; the list knows them.
    await page.keyboard.press('Home')
    await until(() => activeIndex(page), 0)
    await filled(page, 0)
    await page.keyboard.press('Escape')
    await until(() => page.getByText(/ selected$/).count(), 0)

    await page.getByLabel('Go to row').fill('150')
    await page.keyboard.press('Enter')
    await until(() => activeIndex(page), 149)
    await filled(page, 149)
    const text = await rowText(page, 149)
    const offset = await grid(page).evaluate((box) => box.scrollTop)
    expect(offset).toBeGreaterThan(0)
    await grid(page).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`juryreviewdetails.*${ids[149]}`))
    await settled(page)
    await page.goBack()
    await filled(page, 149)
    await until(() => rowText(page, 149), text)
    expect(new URL(page.url()).search).toBe('?sort=title&keyword=Lamp')
    await until(() => grid(page).evaluate((box) => box.scrollTop), offset)
    expect(await page.getByRole('columnheader', { name: 'Entry' }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
    expect(watch.errors).toEqual([])
    await close()
  },
)

test(
  'all that fit the filters are chosen and hidden with a reason, in batches; what failed goes on',
  proves('call judge/batchShow'),
  async () => {
    const { page, close } = await opened(`${paths.juryReview}?keyword=Chair`)
    const ids = await idsOf({ keyword: 'Chair' })
    expect(ids.length).toBeGreaterThan(200)
    await query(desk.site, 'alter table apply_orders disable trigger apply_orders_transition', [])
    await query(
      desk.site,
      `update apply_orders set entry_status = 60, is_show = true,
         award_id = (select id from award_levels order by rank limit 1) where id = any($1::bigint[])`,
      [ids],
    )
    await page.reload()
    await filled(page, 0)
    await box(page, 0).check()
    await selected(page, 1)
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /^Select all/ })
      .click()
    await selected(page, ids.length)
    await grid(page).evaluate((one) => one.scrollTo({ top: one.scrollHeight }))
    await filled(page, ids.length - 1)
    await until(() => box(page, ids.length - 1).isChecked(), true)

    let calls = 0
    await page.route('**/api/judge/batchShow', async (route) => {
      calls += 1
      await (calls === 2 ? route.abort() : route.continue())
    })
    await page.getByRole('toolbar').getByRole('button', { name: 'Hide', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
    await dialog.getByText('Give the reason in at least five characters').waitFor()
    await dialog.getByLabel('Reason, for the record').fill('Shown by mistake in this category')
    await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
    await page.getByText(`Stopped at 200 of ${ids.length} entries`).waitFor()
    const shown = async () =>
      (
        await query<{ count: number }>(
          desk.site,
          'select count(*)::int as count from apply_orders where is_show and id = any($1::bigint[])',
          [ids],
        )
      )[0]?.count
    expect(await shown()).toBe(ids.length - 200)
    await selected(page, ids.length - 200)
    const told = page.getByText(`${ids.length} entries hidden`).waitFor()
    await page.getByRole('button', { name: 'Go on with the rest' }).click()
    await page.getByText(`All ${ids.length} entries are dealt with.`).waitFor()
    await told
    expect(await shown()).toBe(0)
    await close()
  },
)

test('on a telephone the same list is cards, few at a time', fullOnly, async () => {
  const { page, watch, close } = await opened(`${paths.juryReview}?sort=title`, PHONE)
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('article') })
  await cards.first().getByRole('link').first().waitFor()
  await until(() => cards.first().getAttribute('aria-setsize'), String(total))
  expect(await cards.count()).toBeLessThanOrEqual(MOST_ROWS)
  await cards.nth(1).getByRole('checkbox').check()
  await selected(page, 1)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
  await until(async () => Number(await cards.last().getAttribute('aria-posinset')) > 100, true)
  await cards.last().getByRole('link').first().waitFor()
  expect(await cards.count()).toBeLessThanOrEqual(MOST_ROWS)
  await selected(page, 1)
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0)
  expect(watch.errors).toEqual([])
  await close()
})

test(
  'each part of the desk says which one it is, and its address brings it back',
  fullOnly,
  async () => {
    const { page, close } = await opened()
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    const part = (name: string) =>
      page
        .getByRole('navigation', { name: 'Parts of the desk' })
        .getByRole('link', { name })
        .click()
    await part('Board')
    await heading('The board')
    await part('Conflicts')
    await heading('Conflicts of interest')
    await page.reload()
    await heading('Conflicts of interest')
    await page.goBack()
    await heading('The board')
    await close()
  },
)
