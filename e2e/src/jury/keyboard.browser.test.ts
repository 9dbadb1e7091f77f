import { seatOf, type Desk } from '../entrant/setup.ts'
import { until } from '../harness/until.ts'
import { SUB_JURY } from '../journey/judge.ts'
import * as form from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, test, useOwnDesk } from '../harness/test.ts'

let desk: Desk
let juror: form.Seating
useOwnDesk(async (opened) => {
  desk = opened
  juror = await form.seatingOf(desk, SUB_JURY['Matteo Ferrante'])
})

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
  await until(() => form.onServer(desk, juror.token, id), {
    marks: [15, 14, 13, 12, 11],
    isDraft: true,
  })
  await close()
})

test('J and K walk through the list, L opens the pictures, X puts entries aside, ? tells all of it', async () => {
  const { page, close } = await seatOf(desk, juror)
  await form.openSheet({ page }, juror.ids[3] ?? '')
  const first = page.url()
  const line = page.getByText(/^\d+ of \d+$/)
  const [place = 0, of = 0] = ((await line.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? []
  const isLast = place === of
  // The address changes before the other entry is on the screen.
  const shows = (number: number) => page.getByText(`${number} of ${of}`, { exact: true }).waitFor()
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
})
