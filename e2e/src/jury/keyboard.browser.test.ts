import type { Page } from '@playwright/test'
import { seatOf, type Desk } from '../entrant/setup.ts'
import { until } from '../harness/until.ts'
import { SUB_JURY } from '../journey/judge.ts'
import * as form from './setup.ts'
import { fullOnly, isFull } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'
import { openTab, PHONE, visit } from '../harness/browser.ts'
import { query } from '../harness/database.ts'
import { plantEntries } from './plant-entries.ts'

/** Entries of one sitting, once by keyboard and once by thumb; a juror's day in the full run. */
const SITTING = isFull ? 40 : 8
const SMALLEST_PX = 44
let desk: Desk
let juror: form.Seating
useOwnDesk(async (opened) => {
  desk = opened
  juror = await form.seatingOf(desk, SUB_JURY['Matteo Ferrante'])
})

/** Gives the juror a sitting of further entries, under numbers that begin with `letter`; gives their ids. */
async function plantSitting(letter: string) {
  await plantEntries(desk.site, SITTING, juror.ids[0] ?? '', { letter })
  const rows = await query<{ id: string }>(
    desk.site,
    `with planted as (select id from apply_orders where judging_no like '#' || $1 || '%'),
      own as (select juror.id from jurors juror join users on users.id = juror.user_id where users.email = $2),
      cleared as (delete from scores where juror_id in (select id from own)
        and apply_order_id in (select id from planted))
    insert into assignments (apply_order_id, juror_id, level, status)
    select planted.id, own.id, 2, 0 from planted, own
    on conflict (apply_order_id, juror_id, level) do update set status = 0
    returning apply_order_id::text as id`,
    [letter, juror.email],
  )
  return rows.map(({ id }) => id)
}

/** How many entries the juror has submitted with these marks. */
async function submittedWith(marks: readonly number[]) {
  const [row] = await query<{ count: number }>(
    desk.site,
    `select count(*)::int as count from scores score join jurors juror on juror.id = score.juror_id
      join users on users.id = juror.user_id
    where users.email = $1 and not score.is_draft
      and $2::float8[] = array(select item.value::float8 from score_items item
        join criteria criterion on criterion.id = item.criterion_id
        where item.score_id = score.id order by criterion.sort, criterion.id)`,
    [juror.email, marks],
  )
  return row?.count ?? 0
}

const idIn = (page: Page) => new URL(page.url()).searchParams.get('id') ?? ''

/** Waits until another entry than `id` is open; after the last one of a sitting it may be a draft of before. */
const nextIsOpen = (page: Page, id: string) =>
  page.waitForURL((address) => address.searchParams.get('id') !== id)

/** A keyboard that counts how often it is pressed. */
function countingKeyboard(page: Awaited<ReturnType<typeof seatOf>>['page']) {
  const pressed: string[] = []
  return {
    pressed,
    async press(...keys: string[]) {
      for (const key of keys) {
        pressed.push(key)
        await page.keyboard.press(key)
      }
    },
  }
}

test('one score is two keys, and an entry with five of them is eleven', async () => {
  const [id = ''] = juror.ids
  const { page, close } = await seatOf(desk, juror)
  await form.openSheet({ page }, id)
  const keyboard = countingKeyboard(page)
  await keyboard.press('1', '7')
  await until(() => form.shownMark(page, 0), '17')
  expect(keyboard.pressed).toHaveLength(2)
  await keyboard.press('0', '8', '1', '3', '2', '0', '1', '6', 'Enter')
  expect(keyboard.pressed).toHaveLength(11)
  // The next entry that waits for a score is open, ready for its first mark.
  await page.waitForURL((address) => address.searchParams.get('id') !== id)
  await until(() => form.onServer(desk, juror.token, id), {
    marks: [17, 8, 13, 20, 16],
    isDraft: false,
  })
  await form.stateLine(page, '0 of 5 marked').waitFor()
  await keyboard.press('1', '2', '.')
  await until(() => form.shownMark(page, 0), '12.5')
  await close()
})

test('what was submitted a moment ago comes back with one key', fullOnly, async () => {
  const id = juror.ids[2] ?? ''
  const { page, close } = await seatOf(desk, juror)
  await form.openSheet({ page }, id)
  await form.scoreByKeys(page, ['15', '14', '13', '12', '11'])
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Undo/ }).waitFor()
  await page.keyboard.press('u')
  await page.waitForURL((address) => address.searchParams.get('id') === id)
  const marks = [15, 14, 13, 12, 11]
  await until(() => form.onServer(desk, juror.token, id), { marks, isDraft: true })
  // Submitted again, or the sittings below would come by a draft.
  await form.submitAndNext(page).click()
  await until(() => form.onServer(desk, juror.token, id), { marks, isDraft: false })
  await close()
})

test(
  'J and K walk through the list, L opens the pictures, X puts entries aside, ? tells all of it',
  fullOnly,
  async () => {
    const { page, close } = await seatOf(desk, juror)
    await form.openSheet({ page }, juror.ids[3] ?? '')
    const first = page.url()
    const line = page.getByText(/^\d+ of \d+$/)
    const [place = 0, of = 0] = ((await line.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? []
    const isLast = place === of
    // The address changes before the other entry is on the screen.
    const shows = (number: number) =>
      page.getByText(`${number} of ${of}`, { exact: true }).waitFor()
    await page.keyboard.press('x')
    await page.keyboard.press(isLast ? 'k' : 'j')
    await shows(isLast ? place - 1 : place + 1)
    await form.scales(page).last().waitFor()
    await page.keyboard.press('x')
    await page.getByRole('link', { name: 'Compare 2' }).waitFor()
    await page.keyboard.press(isLast ? 'j' : 'k')
    await shows(place)
    await page.waitForURL(first)
    await form.scales(page).last().waitFor()

    await page.keyboard.press('l')
    await page.getByRole('dialog', { name: /^Picture 1 of/ }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name: /^Picture 2 of/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Score with the keyboard' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    await page.getByRole('link', { name: 'Compare 2' }).click()
    await page.getByRole('heading', { level: 1, name: '2 entries' }).waitFor()
    await until(() => page.getByRole('article').count(), 2)
    await page.keyboard.press('j')
    await page.getByText('Picture 2 of each').waitFor()
    await close()
  },
)

test(
  'a sitting by keyboard takes two and a half keys a mark at most; no entry moves in the count',
  { ...proves('story J02'), ...fullOnly },
  async () => {
    const ids = await plantSitting('Y')
    const { page, close } = await seatOf(desk, juror)
    await form.openSheet({ page }, ids[0] ?? '')
    const keyboard = countingKeyboard(page)
    const places = new Set<string>()
    for (const _entry of ids) {
      const id = idIn(page)
      await form.stateLine(page, '0 of 5 marked').waitFor()
      const line = page.getByText(/^\d+ of \d+$/)
      places.add((await line.textContent()) ?? '')
      await keyboard.press('1', '5', '1', '4', '1', '3', '1', '4', '1', '5', 'Enter')
      await nextIsOpen(page, id)
    }
    await until(() => submittedWith([15, 14, 13, 14, 15]), SITTING)
    expect(keyboard.pressed.length / (SITTING * 5)).toBeLessThanOrEqual(2.5)
    // Each entry has a place of its own in a list that stays as long as it is.
    expect(places.size).toBe(SITTING)
    expect(new Set([...places].map((place) => place.split(' ').at(-1))).size).toBe(1)
    await close()
  },
)

test(
  'a sitting by one thumb takes six taps an entry, all of them large and in the lower half',
  { ...proves('story J03'), ...fullOnly },
  async () => {
    const ids = await plantSitting('X')
    const context = await visit(desk.browser, desk.site, juror.token, {
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
    })
    const { page } = await openTab(context)
    await form.openSheet({ page }, ids[0] ?? '')
    const sheet = form.scoreForm(page)
    const thumb = async (name: string | RegExp) => {
      const target = sheet.getByRole('button', { name, exact: true })
      const box = await target.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(SMALLEST_PX)
      expect(box?.y).toBeGreaterThanOrEqual(PHONE.height / 2)
      await target.tap()
    }
    for (const _entry of ids) {
      const id = idIn(page)
      await form.stateLine(page, '0 of 5 marked').waitFor()
      for (const mark of ['16', '14', '13', '14', '12']) await thumb(mark)
      await thumb('Submit and next')
      await nextIsOpen(page, id)
    }
    await until(() => submittedWith([16, 14, 13, 14, 12]), SITTING)

    // Words, the conflict of interest and half a point are as near; nothing scrolls inside.
    await thumb('17')
    await thumb(/^\+½/)
    await thumb(/^17.5/)
    await thumb(/Words/)
    await sheet.getByLabel('For the entrant').waitFor()
    const reach = await sheet.evaluate((element) => ({
      inner: [...element.querySelectorAll('*')].filter(
        (one) =>
          one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === 'auto',
      ).length,
      top: element.getBoundingClientRect().top,
    }))
    expect(reach.inner).toBe(0)
    await thumb('I have a conflict of interest')
    await page.getByRole('dialog', { name: 'Give this entry back' }).waitFor()
    await context.close()
  },
)
