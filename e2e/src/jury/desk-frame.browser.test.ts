import { judge, READING_ORDER, subjudges } from '@awards/shared/contract'
import { TOKEN_KEY } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { Page } from '@playwright/test'
import type { Desk } from '../entrant/setup.ts'
import { findings } from '../harness/axe.ts'
import { DESK, focused, openTab, PHONE, settled, tokenOf, visit } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { query } from '../harness/database.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'
import { until } from '../harness/until.ts'
import { CHAIR, SUB_JURY } from '../journey/judge.ts'
import { plantBesideJudged } from './plant-entries.ts'

/* A desk that one works at all day: one bar, many rows, everything by a key. */
const PLANTED = 600
const ROWS_AT_LEAST = 12
const TABS_AT_MOST = 8
let desk: Desk
let token: string

useOwnDesk(async (opened) => {
  desk = opened
  token = await tokenOf(desk.site, CHAIR)
  await plantBesideJudged(desk.site, token, PLANTED)
})

async function opened(address: string, by = token, viewport = DESK) {
  const context = await visit(desk.browser, desk.site, by, { viewport })
  const { page, watch } = await openTab(context)
  await page.goto(address)
  await settled(page)
  return { page, watch, close: () => context.close() }
}

const grid = (page: Page) => page.getByRole('grid')
const row = (page: Page, index: number) => page.locator(`[role=row][aria-rowindex="${index + 2}"]`)
const idOf = (page: Page, index: number) =>
  row(page, index)
    .getByRole('link')
    .first()
    .getAttribute('href')
    .then((href) => new URLSearchParams(href?.split('?')[1]).get('id') ?? '')
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search the desk' })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page, group: string) =>
  palette(page).getByRole('group', { name: group }).getByRole('option')

/** How many rows are seen whole. */
const wholeRows = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('[role=grid]')
    const top = box?.querySelector('[role=columnheader]')?.getBoundingClientRect().bottom ?? 0
    const end = Math.min(box?.getBoundingClientRect().bottom ?? 0, innerHeight)
    return [...document.querySelectorAll('[role=row][aria-selected]')]
      .map((one) => one.getBoundingClientRect())
      .filter((place) => place.top >= top - 1 && place.bottom <= end + 1).length
  })

test('one bar, at least twelve rows, and the list after eight tabs at most', async () => {
  const { page, watch, close } = await opened(paths.juryReview)
  await row(page, 0).getByRole('link').first().waitFor()
  await until(() => page.getByRole('banner').count(), 1)
  expect(await page.getByRole('contentinfo').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Enter your work' }).count()).toBe(0)
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(ROWS_AT_LEAST)
  // Nothing but the list scrolls; a pixel below it is what screen readers are told.
  expect(
    await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
  ).toBeLessThanOrEqual(1)

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  let tabs = 0
  const isAtGrid = () =>
    page.evaluate(() => document.activeElement?.getAttribute('role') === 'grid')
  while (tabs <= TABS_AT_MOST && !(await isAtGrid())) {
    await page.keyboard.press('Tab')
    tabs += 1
  }
  expect(tabs).toBeLessThanOrEqual(TABS_AT_MOST)

  // The rows of buttons are gone through by the arrows.
  await page.keyboard.press('Shift+Tab')
  const atSearch = page.getByRole('search').getByRole('searchbox')
  await focused(atSearch)
  await page.keyboard.press('ArrowRight')
  await until(() => atSearch.evaluate((one) => one === document.activeElement), false)
  expect(
    await page.evaluate(
      () => document.querySelector('[role=search]')?.contains(document.activeElement) ?? false,
    ),
  ).toBe(true)
  expect(watch.errors).toEqual([])
  await close()
})

test(
  '/ leads to the search, ? shows the keys, J K X work in the list, the height of rows is kept',
  fullOnly,
  async () => {
    const { page, close } = await opened(paths.juryReview)
    await row(page, 0).getByRole('link').first().waitFor()
    await page.keyboard.press('/')
    await focused(page.getByRole('search').getByRole('searchbox'))
    await page.keyboard.type('Lamp')
    // Until its answer is there the list of before stands, and what is chosen of it goes with it.
    const answer = page.waitForResponse((one) => one.url().includes('keyword=Lamp'))
    await page.keyboard.press('Enter')
    await answer
    await settled(page)
    await grid(page).focus()
    await row(page, 0).getByRole('link').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await page.getByText('2 selected').waitFor()
    for (const index of [0, 1])
      expect(await row(page, index).getAttribute('aria-selected')).toBe('true')

    const height = () => row(page, 0).evaluate((one) => one.getBoundingClientRect().height)
    const compact = await height()
    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByText('Comfortable', { exact: true }).click()
    await until(async () => (await height()) > compact, true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page
      .getByRole('dialog', { name: 'Keys of the desk' })
      .getByText('Search entries, jurors, views and actions')
      .waitFor()
    await page.reload()
    await row(page, 0).getByRole('link').first().waitFor()
    expect(await height()).toBeGreaterThan(compact)
    await close()
  },
)

test(
  'filters, choice, row and place are there again after an entry; J and K go on beside the list',
  proves('story J07'),
  async () => {
    const { page, watch, close } = await opened(`${paths.juryReview}?sort=title&keyword=Lamp`)
    await row(page, 0).getByRole('link').first().waitFor()
    await row(page, 1).getByRole('checkbox').check()
    await row(page, 2).getByRole('checkbox').check()
    await page.getByText('2 selected').waitFor()
    await page.getByLabel('Go to row').fill('30')
    await page.keyboard.press('Enter')
    await row(page, 29).getByRole('link').first().waitFor()
    const [before, here, after] = [await idOf(page, 28), await idOf(page, 29), await idOf(page, 30)]
    const offset = await grid(page).evaluate((box) => box.scrollTop)
    await row(page, 29).getByRole('link').first().click()
    await page.waitForURL((address) => address.searchParams.get('id') === here)
    await settled(page)

    const list = page.getByRole('navigation', { name: 'Entries' })
    await until(
      () => list.locator('[aria-current=page]').getAttribute('href'),
      paths.juryReviewDetails(here),
    )
    await page.getByText(/^30 of \d+$/).waitFor()
    await page.keyboard.press('j')
    await page.waitForURL((address) => address.searchParams.get('id') === after)
    await page.getByText(/^31 of \d+$/).waitFor()
    await page.keyboard.press('k')
    await page.getByText(/^30 of \d+$/).waitFor()
    await page.keyboard.press('k')
    await page.waitForURL((address) => address.searchParams.get('id') === before)
    await page.getByText(/^29 of \d+$/).waitFor()
    await page.keyboard.press('s')
    await list.waitFor({ state: 'detached' })
    await page.keyboard.press('s')
    await list.waitFor()

    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.waitForURL(/sort=title&keyword=Lamp/)
    await row(page, 28).getByRole('link').first().waitFor()
    await page.getByText('2 selected').waitFor()
    await until(() => grid(page).evaluate((box) => box.scrollTop > 0), offset > 0)
    expect(offset).toBeGreaterThan(0)
    await until(
      () =>
        grid(page).evaluate((box) => {
          const id = box.getAttribute('aria-activedescendant')
          return id ? document.getElementById(id)?.getAttribute('aria-rowindex') : null
        }),
      '30',
    )
    expect(watch.errors).toEqual([])
    await close()
  },
)

test(
  'a juror has the own list beside the entry by S, in the reading order, and it is kept',
  { ...proves('story J10'), ...fullOnly },
  async () => {
    const juror = await tokenOf(desk.site, SUB_JURY['Matteo Ferrante'])
    const { list: own, total } = await call(desk.site, juror, subjudges.subJuryAwardList, {
      sort: READING_ORDER,
      pageSize: 100,
    })
    const [first = '', second = '', third = ''] = own.map(({ apply_order_id: id }) => id)
    const { page, watch, close } = await opened(paths.subJuryReviewDetails(first), juror)
    await page.getByText(`1 of ${total}`).waitFor()
    const list = page.getByRole('navigation', { name: 'Your entries' })
    expect(await list.count()).toBe(0)
    await page.keyboard.press('s')
    const current = () => list.locator('[aria-current=page]').getAttribute('href')
    await until(current, paths.subJuryReviewDetails(first))
    const links = await list
      .getByRole('link')
      .evaluateAll((all) => all.slice(0, 3).map((one) => one.getAttribute('href')))
    expect(links).toEqual([first, second, third].map((id) => paths.subJuryReviewDetails(id)))
    await page.keyboard.press('j')
    await until(current, paths.subJuryReviewDetails(second))
    await page.getByText(`2 of ${total}`).waitFor()
    await list.getByRole('link').nth(2).click()
    await until(current, paths.subJuryReviewDetails(third))
    await page.getByText(`3 of ${total}`).waitFor()
    expect(await findings(page)).toEqual([])
    await page.reload()
    await until(current, paths.subJuryReviewDetails(third))
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await list.waitFor({ state: 'detached' })
    expect(watch.errors).toEqual([])
    await close()
  },
)

test(
  'what is no entry is not found, and the payments stand in the frame of the desk',
  fullOnly,
  async () => {
    const chair = await opened(`${paths.juryReviewDetails('abc')}`)
    await chair.page.getByRole('heading', { level: 1, name: 'Entry not found' }).waitFor()
    await until(() => chair.page.getByRole('banner').count(), 1)
    expect(await chair.page.getByRole('alert').count()).toBe(0)
    expect(await findings(chair.page)).toEqual([])

    await chair.page.goto(paths.payments())
    await settled(chair.page)
    const views = chair.page.getByRole('navigation', { name: 'Payments' })
    await views.getByRole('link', { name: 'Exports' }).waitFor()
    await until(() => chair.page.getByRole('banner').count(), 1)
    expect(await chair.page.getByRole('contentinfo').count()).toBe(0)
    expect(await chair.page.getByRole('link', { name: 'Enter your work' }).count()).toBe(0)
    expect(await findings(chair.page)).toEqual([])
    await views.getByRole('link', { name: 'Days' }).click()
    await chair.page.waitForURL(/view=days/)
    await until(() => views.locator('[aria-current=page]').innerText(), 'Days')
    await chair.page.getByRole('banner').getByRole('link', { name: 'Jury chair' }).click()
    await row(chair.page, 0).getByRole('link').first().waitFor()
    expect(chair.watch.errors).toEqual([])
    await chair.close()
  },
)

test('an address that was sent finds its place in the list by itself', fullOnly, async () => {
  const { list } = await call(desk.site, token, judge.judgeEntryList, { current: 4, pageSize: 50 })
  const id = list[7]?.apply_order_id ?? ''
  const { page, close } = await opened(paths.juryReviewDetails(id))
  await page.getByText(/^158 of \d+$/).waitFor()
  await close()
})

test(
  'Ctrl K finds entries, jurors, views and actions; Enter before the answer counts',
  { ...proves('story J08'), ...fullOnly },
  async () => {
    const { page, watch, close } = await opened(paths.juryReview)
    const { list } = await call(desk.site, token, judge.judgeEntryList, { pageSize: 5 })
    const wanted = list[3]
    const number = `#${wanted?.judging_no.replace(/^#/, '')}`
    await page.keyboard.press('Control+k')
    await focused(field(page))
    await page.keyboard.type(number)
    await page.keyboard.press('Enter')
    await page.waitForURL((address) => address.searchParams.get('id') === wanted?.apply_order_id)
    await palette(page).waitFor({ state: 'hidden' })
    await settled(page)

    await page.keyboard.press('Control+k')
    await page.keyboard.type('ferrante')
    await options(page, 'Jurors').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/view=work/)
    // The entry names its jurors too, and stands until the other page has its code.
    await page.getByRole('heading', { level: 1, name: 'Jurors and their work' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Ferrante' }).first().waitFor()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('board')
    await until(() => options(page, 'Views').first().innerText(), 'Board')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'The board' }).waitFor()

    await page
      .getByRole('button', { name: /^Search/ })
      .first()
      .click()
    await page.keyboard.type('change phase')
    await options(page, 'Actions').first().waitFor()
    await page.keyboard.press('Enter')
    // J11: a letter is meant for the form, not for the button that closes it.
    await focused(page.getByRole('dialog', { name: 'Change phase' }).locator('input:checked'))
    expect(watch.errors).toEqual([])
    expect(watch.violations).toEqual([])
    await close()
  },
)

test(
  'J20, J21: a session that has ended says that marks are kept; on /login somebody signed in is no stranger',
  { ...proves('story J09'), ...fullOnly },
  async () => {
    const { page, close } = await opened(paths.juryReview)
    await page.goto(paths.login(paths.juryReview))
    await settled(page)
    await page.getByText('You are signed in on this device.').waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'My pages' }).waitFor()
    expect(
      await page.getByRole('banner').getByRole('link', { name: 'Enter your work' }).count(),
    ).toBe(0)
    await page.getByRole('status').getByRole('link', { name: 'Go on' }).click()
    await row(page, 0).getByRole('link').first().waitFor()
    await page.evaluate((key) => localStorage.setItem(key, 'ended'), TOKEN_KEY)
    await page.getByRole('link', { name: 'Board' }).click()
    await page.waitForURL(/\/login\?redirect=/)
    await page.getByText('Marks that you have given are kept.').waitFor()
    await close()
  },
)

test(
  'S19: the palette finds nobody by the name of an entrant, and a juror finds no colleague',
  proves('story S19'),
  async () => {
    const juror = await tokenOf(desk.site, SUB_JURY['Matteo Ferrante'])
    const own = await call(desk.site, juror, subjudges.subJuryAwardList, { pageSize: 100 })
    const ids = own.list.map(({ apply_order_id }) => apply_order_id)
    const rows = await query<{ name: string }>(
      desk.site,
      `select distinct name from (
         select person ->> 'name' as name from apply_orders,
           jsonb_array_elements(coalesce(answers -> 'designers', '[]')) person where id = any($1::bigint[])
         union select answers ->> 'company' from apply_orders where id = any($1::bigint[])
         union select users.email from apply_orders join users on users.id = apply_orders.user_id
           where apply_orders.id = any($1::bigint[])) named
       where length(name) > 3 limit 12`,
      [ids],
    )
    expect(rows.length).toBeGreaterThan(3)
    const nothing = async (page: Page, words: string) => {
      await field(page).fill(words)
      await until(
        async () => (await palette(page).getByRole('status').innerText()).split('\n')[0],
        `Nothing fits “${words}”`,
      )
    }
    const { page, close } = await opened(paths.subJuryReview, juror)
    await page.keyboard.press('Control+k')
    // What is in the list is found.
    await field(page).fill(own.list[0]?.judging_no ?? '')
    await options(page, 'Entries').first().waitFor()
    for (const { name } of rows) await nothing(page, name)
    for (const colleague of ['Rouvray', 'Lehtinen', 'Morita']) await nothing(page, colleague)
    await close()

    const chair = await opened(paths.juryReview)
    await chair.page.keyboard.press('Control+k')
    for (const { name } of rows) await nothing(chair.page, name)
    await chair.close()
  },
)

test(
  'axe finds nothing on the frame, the palette, the keys and the split view, on a desk and a telephone',
  fullOnly,
  async () => {
    const { list } = await call(desk.site, token, judge.judgeEntryList, { pageSize: 1 })
    const sheet = paths.juryReviewDetails(list[0]?.apply_order_id ?? '')
    for (const size of [DESK, PHONE]) {
      for (const address of [paths.juryReview, sheet]) {
        const { page, watch, close } = await opened(address, token, size)
        expect(await findings(page)).toEqual([])
        await page.keyboard.press('Control+k')
        await field(page).fill('an')
        await options(page, 'Entries').first().waitFor()
        expect(await findings(page)).toEqual([])
        await page.keyboard.press('Escape')
        await page.keyboard.press('?')
        await page.getByRole('dialog', { name: 'Keys of the desk' }).waitFor()
        expect(await findings(page)).toEqual([])
        expect(
          await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        ).toBe(0)
        expect(watch.errors).toEqual([])
        await close()
      }
    }
  },
)
