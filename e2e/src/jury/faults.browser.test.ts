import type { Page } from '@playwright/test'
import { PHASES } from '@awards/shared/domain'
import { seatOf, type Desk } from '../entrant/setup.ts'
import { until } from '../harness/until.ts'
import { SUB_JURY } from '../journey/judge.ts'
import * as form from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'

/*
 * Whatever breaks while a juror scores: nothing of it is lost, it is said clearly, and it reaches the
 * server without being asked for.
 */
const SAVED = 'Saved'
const OFFLINE = /kept on this device and saved as soon as/
const QUEUED = /kept on this device and submitted as soon as/
const API = /^\/api\//

let desk: Desk
let juror: form.Seating
/** Entries that no test has touched yet. */
let fresh: string[] = []
useOwnDesk(async (opened) => {
  desk = opened
  juror = await form.seatingOf(desk, SUB_JURY['Matteo Ferrante'])
  fresh = [...juror.ids]
})

async function scoring(email = juror.email, given?: string) {
  const id = given ?? fresh.pop() ?? ''
  const seat = await seatOf(desk, { email })
  await form.openSheet(seat, id)
  return { id, ...seat }
}
const held = (id: string, token = juror.token) => form.onServer(desk, token, id)
/** The entry that opens after these. */
async function entryAfter(page: Page, before: readonly string[]) {
  const idIn = (address: URL) => address.searchParams.get('id') ?? ''
  await page.waitForURL((address) => idIn(address) !== '' && !before.includes(idIn(address)))
  return idIn(new URL(page.url()))
}

test(
  'S20: two jurors score the same entry at once, and both scores are there',
  { ...proves('story S20'), ...fullOnly },
  async () => {
    const other = await form.seatingOf(desk, SUB_JURY['Saara Lehtinen'])
    const shared = juror.ids.find((id) => other.ids.includes(id)) ?? ''
    fresh = fresh.filter((id) => id !== shared)
    const seats = [await scoring(juror.email, shared), await scoring(other.email, shared)]
    for (const [index, { page }] of seats.entries()) {
      await form.scoreByKeys(
        page,
        index === 0 ? ['15', '14', '13', '12', '11'] : Array(5).fill('16'),
      )
    }
    await Promise.all(seats.map(({ page }) => form.submit(page).click()))
    const marks = [
      [15, 14, 13, 12, 11],
      [16, 16, 16, 16, 16],
    ]
    for (const [index, { token }] of [juror, other].entries()) {
      await until(() => held(shared, token), { marks: marks[index] ?? [], isDraft: false })
    }
    await Promise.all(seats.map(({ close }) => close()))
  },
)

test(
  'S20: one juror in two tabs: what differs is asked, the rest comes together',
  proves('story S20'),
  async () => {
    const { page: first, id, close } = await scoring()
    const second = await first.context().newPage()
    await form.openSheet({ page: second }, id)
    await form.mark(first, 0, 15)
    await form.stateLine(first, SAVED).waitFor()

    await form.mark(second, 1, 12)
    await form.stateLine(second, SAVED).waitFor()
    await until(() => form.shownMark(second, 0), '15')
    await until(() => held(id), { marks: [15, 12, null, null, null], isDraft: true })

    await form.mark(first, 1, 9)
    const merge = first.getByRole('region', { name: 'Changed in another window' })
    await merge.waitFor()
    await merge.getByText('12').waitFor()
    expect((await held(id)).marks[1]).toBe(12)
    await merge.getByRole('radio', { name: /^Here/ }).check()
    await merge.getByRole('button', { name: 'Keep this choice' }).click()
    await until(() => held(id), { marks: [15, 9, null, null, null], isDraft: true })
    await close()
  },
)

test(
  'the phase ends mid-form: the marks stay, the reason is told, and they go out when it opens again',
  fullOnly,
  async () => {
    const { page, id, close } = await scoring()
    await form.mark(page, 0, 15)
    await form.stateLine(page, SAVED).waitFor()
    await form.changePhase(desk, id, PHASES.first_level_awarding)
    await form.mark(page, 1, 12)
    await form.stateLine(page, /not taken in the present phase/).waitFor()
    await form.stateLine(page, 'What you wrote is kept on this device.').waitFor()
    expect(await form.shownMark(page, 1)).toBe('12')

    await page.reload()
    await form.scales(page).last().waitFor()
    await until(() => form.shownMark(page, 1), '12')
    expect((await held(id)).marks[1]).toBeNull()

    await form.changePhase(desk, id, PHASES.first_level_scoring)
    await page.reload()
    await until(() => held(id), { marks: [15, 12, null, null, null], isDraft: true })
    await close()
  },
)

test('the server is killed while a save is on its way, and starts again', fullOnly, async () => {
  const { page, id, close } = await scoring()
  await form.mark(page, 0, 15)
  await form.stateLine(page, SAVED).waitFor()
  desk.proxy.on(form.SCORE, { kind: 'hang' })
  await form.mark(page, 1, 12)
  await form.stateLine(page, 'Saving').waitFor()
  await desk.kill()
  desk.proxy.on(form.SCORE, { kind: 'reset' })
  await form.mark(page, 2, 13)
  page.on('dialog', (dialog) => void dialog.accept())
  await desk.start()
  desk.proxy.clear()
  await page.reload()
  await until(() => held(id), { marks: [15, 12, 13, null, null], isDraft: true })
  await until(() => form.shownMark(page, 2), '13')
  await close()
})

test('an answer that is lost on its way is not a second submission', fullOnly, async () => {
  const { page, id, close } = await scoring()
  await form.scoreByKeys(page, ['15', '14', '13', '12', '11'])
  await form.stateLine(page, SAVED).waitFor()
  // The server takes the submission, and its answer never arrives as such.
  desk.proxy.on(form.SCORE, { kind: 'rewrite', change: () => '<html>' }, 1)
  const queued = form.stateLine(page, QUEUED).waitFor()
  await form.submit(page).click()
  await queued
  await until(() => held(id), { marks: [15, 14, 13, 12, 11], isDraft: false })
  await form.stateLine(page, 'Submitted').waitFor()
  await close()
})

test('offline, scores are given and submitted one after the other, survive a crash, and go out in order', async () => {
  const { page, id, close } = await scoring()
  await form.nextFetched(page, id)
  desk.proxy.on(API, { kind: 'reset' })
  await form.scoreByKeys(page, ['15', '14', '13', '12', '11'])
  await form.stateLine(page, OFFLINE).waitFor()
  await form.submitAndNext(page).click()
  const next = await entryAfter(page, [id])
  fresh = fresh.filter((one) => one !== next)
  await form.stateLine(page, /1 score is kept on this device/).waitFor()
  await form.mark(page, 0, 10)
  await form.stateLine(page, OFFLINE).waitFor()
  const crashed = page.waitForEvent('crash')
  await page.goto('chrome://crash').catch(() => undefined)
  await crashed

  desk.proxy.clear()
  const reopened = await page.context().newPage()
  await reopened.goto('/subjuryreview')
  await until(() => held(id), { marks: [15, 14, 13, 12, 11], isDraft: false })
  await until(() => held(next), { marks: [10, null, null, null, null], isDraft: true })
  await close()
})

test(
  'keys typed ahead on a cut line never touch the score that waits on the device',
  fullOnly,
  async () => {
    const { email, token, ids } = await form.seatingOf(desk, SUB_JURY['Saara Lehtinen'])
    // The first of the list stands first again while the server does not know its score.
    const { page, id, close } = await scoring(email, ids[0])
    await form.nextFetched(page, id)
    desk.proxy.on(form.SCORE, { kind: 'reset' })
    await form.scoreByKeys(page, ['15', '14', '13', '12', '11'])
    await form.forEntrant(page).fill(form.WORDS)
    await form.submitAndNext(page).click()
    const next = await entryAfter(page, [id])
    await form.stateLine(page, /1 score is kept on this device/).waitFor()

    // The answer about the second one is awaited while the third is scored unseen, and never comes.
    const awaited = Promise.withResolvers<void>()
    const isSeen = Promise.withResolvers<void>()
    await page.route('**/api/subjudges/score', async (route) => {
      const { apply_order_id } = route.request().postDataJSON() as { apply_order_id: string }
      if (apply_order_id === next) await awaited.promise
      else if (apply_order_id !== id) await isSeen.promise
      await route.abort()
    })
    await form.scoreByKeys(page, ['16', '15', '14', '13', '12'])
    await page.keyboard.press('Enter')
    await form.scoreByKeys(page, ['17', '16', '15', '14', '13'])
    await page.keyboard.press('Enter')
    awaited.resolve()
    const third = await entryAfter(page, [id, next])
    await form.stateLine(page, /2 scores are kept on this device/).waitFor()
    isSeen.resolve()
    await form.stateLine(page, /3 scores are kept on this device/).waitFor()

    await page.unroute('**/api/subjudges/score')
    desk.proxy.clear()
    await until(() => held(id, token), { marks: [15, 14, 13, 12, 11], isDraft: false })
    await until(() => held(next, token), { marks: [16, 15, 14, 13, 12], isDraft: false })
    await until(() => held(third, token), { marks: [17, 16, 15, 14, 13], isDraft: false })
    const { own_score } = await form.sheetOf(desk, token, id)
    expect(own_score?.comment_entrant).toBe(form.WORDS)
    await close()
  },
)

test(
  'the session ends in the middle of a form: after signing in again the marks are there and saved',
  fullOnly,
  async () => {
    const { page, id, close } = await scoring()
    desk.proxy.on(form.SCORE, { kind: 'envelope', code: 401, msg: 'Sign in again' }, 1)
    await form.mark(page, 0, 15)
    await page.waitForURL(/\/login\?redirect=/)
    await form.signIn(page, juror.email)
    await form.scales(page).last().waitFor()
    await until(() => held(id), { marks: [15, null, null, null, null], isDraft: true })
    await until(() => form.shownMark(page, 0), '15')
    await close()
  },
)
