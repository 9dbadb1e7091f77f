import { judge, judgeAdded, publication } from '@awards/shared/contract'
import { DECISION_STATUS, PLATINUM } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { Page } from '@playwright/test'
import { seatOf, type Desk } from '../entrant/setup.ts'
import { settled, tokenOf } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { query } from '../harness/database.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'
import { until } from '../harness/until.ts'
import * as journey from '../journey/judge.ts'
import { seatingOf } from './setup.ts'
import { plantEntries } from './plant-entries.ts'
import { plantJurors, plantVotes, SPLIT } from './plant-season.ts'
import { shownBalance } from './shown-steps.ts'

/* A season as its chair goes through it: 600 entries over all categories, 12 jurors, from the assignment to the release. */
const ENTRIES = 600
const FURTHER = 6
const AGREED = 'One half of the jury saw a risk, the other a beginning; all of them saw the craft.'
const FIRST_CHOICE = 'Matteo Ferrante'
const SECOND_CHOICE = 'Saara Lehtinen'
const LAZY = 'Guest Juror 6'

let desk: Desk
let page: Page
let token: string
let edition: string
let split: string

useOwnDesk(async (opened) => {
  desk = opened
  token = await tokenOf(desk.site, journey.CHAIR)
  const { ids } = await seatingOf(desk, journey.SUB_JURY[FIRST_CHOICE])
  const model = ids[0] ?? ''
  await plantJurors(desk.site, FURTHER)
  await plantEntries(desk.site, ENTRIES, model, { letter: 'Q', votes: 0 })
  edition = await journey.editionOf(desk.site, model)
  // The entries stand in all categories of the chair; the first one is the one that will divide the jury.
  const [row] = await query<{ id: string }>(
    desk.site,
    `with fields as (select category_id as id, row_number() over (order by category_id) - 1 as place,
        count(*) over () as fields
        from juror_categories join jurors on jurors.id = juror_id join users on users.id = jurors.user_id
        where users.email = $2),
      spread as (update apply_orders entry set category_id = fields.id
        from fields where entry.judging_no like '#Q%'
          and substr(entry.judging_no, 3)::int % fields.fields = fields.place
        returning entry.id, entry.judging_no)
    select id::text from spread where judging_no = $1`,
    [SPLIT, journey.CHAIR],
  )
  split = row?.id ?? ''
  page = (await seatOf(desk, { email: journey.CHAIR })).page
})

const planted = async (keyword: string) =>
  (
    await call(desk.site, token, judge.judgeEntryList, {
      edition_id: edition,
      keyword,
      pageSize: 1,
      with_ids: '1',
    })
  ).ids ?? []

const deskOf = (view: string) => page.goto(paths.juryDesk({ view, edition_id: edition }))
const juror = (name: string) => page.getByRole('listitem').filter({ hasText: name })

/** What the plan of a level would do, then the same plan for real. */
async function assignByPlan(perEntry: string) {
  await page.getByRole('button', { name: 'Assign automatically' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Jurors for each entry').fill(perEntry)
  await drawer.getByRole('button', { name: 'Preview' }).click()
  await drawer.getByText(/^[\d,]+ new seats for [\d,]+ entries$/).waitFor()
  await drawer.getByRole('button', { name: /^Assign [\d,]+ seats$/ }).click()
  await page.getByText(/^[\d,]+ seats are assigned$/).waitFor()
}

test(
  'a day of a chair: 600 entries and 12 jurors, from the assignment to the release',
  { ...fullOnly, ...proves('story J01') },
  async () => {
    test.setTimeout(600_000)
    // Two jurors get every entry by hand, in steps, with their loads before them.
    const ids = await planted('ZQ0')
    expect(ids).toHaveLength(ENTRIES)
    await page.goto(`${paths.juryReview}?edition_id=${edition}&keyword=ZQ0&sort=title`)
    await settled(page)
    await page.locator('[role=row][aria-selected]').first().getByRole('checkbox').check()
    await page.getByRole('button', { name: `Select all ${ENTRIES} entries` }).click()
    await page.getByText(`${ENTRIES} selected`).waitFor()
    await page.getByRole('button', { name: 'Assign jurors' }).click()
    const drawer = page.getByRole('dialog')
    const first = drawer.getByRole('region', { name: 'First level' })
    await until(() => first.getByRole('checkbox').count(), 12)
    for (const name of [FIRST_CHOICE, SECOND_CHOICE]) {
      await first.getByRole('checkbox', { name: new RegExp(name) }).check()
    }
    await drawer
      .getByRole('status')
      .getByText(/new assignments/)
      .waitFor()
    await drawer.getByRole('button', { name: 'Assign 2 jurors' }).click()
    await page.getByText(`All ${ENTRIES} entries are dealt with.`).waitFor()

    // The rest is left to the plan, and the work is followed.
    await deskOf('work')
    await juror(LAZY).getByText('0 of 0 scored').waitFor()
    await assignByPlan('4')
    const [{ seats = 0 } = {}] = await query<{ seats: number }>(
      desk.site,
      `select count(*)::int as seats from assignments seat join apply_orders entry
      on entry.id = seat.apply_order_id where entry.id = any($1::bigint[]) and seat.level = 2`,
      [ids],
    )
    expect(seats).toBeGreaterThan(ENTRIES * 3)
    await juror(LAZY)
      .getByText(/^0 of [1-9]\d* scored$/)
      .waitFor()
    await plantVotes(desk.site, { level: 2, except: LAZY })
    await page.reload()
    await juror('Guest Juror 1')
      .getByText(/^([1-9]\d*) of \1 scored$/)
      .waitFor()
    await juror(LAZY)
      .getByText(/^0 of [1-9]\d* scored$/)
      .waitFor()

    // One of them is reminded, once.
    await page.getByRole('checkbox', { name: `Choose ${LAZY}` }).check()
    await page.getByRole('button', { name: 'Remind 1 juror' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send 1 reminder' }).click()
    await page.getByText('1 reminder is on its way').waitFor()
    await juror(LAZY)
      .getByText(/^reminded /)
      .waitFor()
    await plantVotes(desk.site, { level: 2 })

    // Who is far from the others stands out, and all categories are on one board.
    await page.goto(paths.juryReviewDetails(split))
    await page.getByRole('table', { name: 'First level: The votes' }).waitFor()
    await page.getByText('far from the others').first().waitFor()
    await deskOf('board')
    const [{ fields = 0 } = {}] = await query<{ fields: number }>(
      desk.site,
      'select count(distinct category_id)::int as fields from apply_orders where id = any($1::bigint[])',
      [ids],
    )
    const lists = page.getByRole('main').getByRole('list', { name: 'By place' })
    await until(() => lists.count(), fields)
    expect(await lists.first().getByRole('listitem').count()).toBeGreaterThan(1)

    // The best half goes on to the second level.
    await journey.changePhase(page, edition, 'Second-level scoring')
    await page.goto(paths.juryDesk({ view: 'work', edition_id: edition, level: '3' }))
    await assignByPlan('2')
    await plantVotes(desk.site, { level: 3 })
    await journey.changePhase(page, edition, 'Deliberation')

    // The divided jury talks, and what it agrees on is written for the entrant.
    await page.goto(paths.juryReviewDetails(split))
    const thread = page.getByRole('region', { name: 'Discussion' })
    await thread.getByRole('button', { name: 'Put on the agenda' }).click()
    await thread.getByLabel('Your comment').fill('What is the risk?')
    await thread.getByRole('button', { name: 'Send comment' }).click()
    await thread.getByText('What is the risk?', { exact: true }).waitFor()
    await thread.getByLabel('Agreed summary').fill(AGREED)
    await thread.getByRole('button', { name: 'Release to the entrant' }).click()
    await thread.getByText('Released: read with the results').waitFor()

    // The figure that counts follows from what the view shows.
    const shown = await shownBalance(page)
    expect(shown.balanced.length).toBeGreaterThanOrEqual(3)
    for (const [index, value] of shown.balanced.entries()) {
      expect(value).toBeGreaterThanOrEqual(shown.byHand[index]?.low ?? Number.NaN)
      expect(value).toBeLessThanOrEqual(shown.byHand[index]?.high ?? Number.NaN)
    }
    expect(Math.abs(shown.mean - shown.result)).toBeLessThanOrEqual(0.01)

    // It is decided on the board; the others of its category are not, and go without an award.
    await page.goto(
      paths.juryDesk({ view: 'board', edition_id: edition, category_id: await categoryOf(split) }),
    )
    const title = await titleOf(split)
    await page.getByRole('button', { name: `Decide on ${title}`, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Decide on ${title}` })
    await dialog.getByRole('radio', { name: 'Give no award' }).check()
    const closing = dialog.getByRole('checkbox')
    if ((await closing.count()) > 0) await closing.check()
    await dialog.getByLabel('Reason, for the record').fill('The jury has discussed it to the end')
    await dialog.getByRole('button', { name: 'Give no award' }).click()
    await page.getByText('It is decided: no award').waitFor()

    // The chair gives another one Platinum; the second level chooses it for the Grand Prix.
    await giveGrandPrix(ids.filter((id) => id !== split))

    await journey.changePhase(page, edition, 'Decisions frozen')
    await page.goto(`${paths.juryReview}?edition_id=${edition}`)
    await page.getByRole('button', { name: 'Publish results' }).click()
    const release = page.getByRole('dialog')
    await release.getByRole('checkbox').check()
    await release.getByRole('button', { name: 'Publish now' }).click()
    await page.getByText(/^Published, with/).waitFor()

    const [{ published = 0 } = {}] = await query<{ published: number }>(
      desk.site,
      `select count(*)::int as published from apply_orders
      where id = any($1::bigint[]) and entry_status in (60, 61)`,
      [ids],
    )
    // Entries that are still to be discussed stay before the chair; all others are out.
    expect(published).toBeGreaterThan(ENTRIES * 0.9)
    const { list } = await call(desk.site, token, judgeAdded.snapshotList, { edition_id: edition })
    const { is_equal } = await call(desk.site, token, judgeAdded.verifySnapshot, {
      snapshot_id: list[0]?.snapshot_id ?? '',
    })
    expect(is_equal).toBe(true)

    const owner = await ownerOf(split)
    const entrant = (await seatOf(desk, { email: owner })).page
    await entrant.goto(paths.scoreSheet(split))
    await entrant.getByRole('main').getByText(AGREED).waitFor()
  },
)

/** Awards Platinum to the first entry that a juror of the second level has scored, who then makes it the Grand Prix on the screen. */
async function giveGrandPrix(ids: readonly string[]) {
  const email = journey.SECOND_LEVEL['Kenji Morita']
  const [{ id = '' } = {}] = await query<{ id: string }>(
    desk.site,
    `select score.apply_order_id::text as id from scores score
      join jurors juror on juror.id = score.juror_id join users on users.id = juror.user_id
      where users.email = $1 and score.level = 3 and score.apply_order_id = any($2::bigint[])
      order by score.apply_order_id limit 1`,
    [email, ids],
  )
  const levels = await call(desk.site, token, publication.getAward, {})
  await call(desk.site, token, judge.award, {
    apply_order_id: id,
    award_id: levels.find(({ code }) => code === PLATINUM)?.id ?? null,
    version: 0,
    reason: 'The chair sees more in it than its marks',
    close_divergence: true,
  })
  const seat = await seatOf(desk, { email })
  await seat.page.goto(paths.subJuryReviewDetails(id))
  const decision = seat.page.getByRole('region', { name: 'After your score' })
  await decision.getByRole('radio', { name: /^Grand Prix/ }).check()
  await decision.getByRole('textbox').fill('The work of the season')
  await decision.getByRole('button', { name: 'Confirm', exact: true }).click()
  await seat.page.getByRole('dialog').getByRole('button', { name: 'Give Grand Prix' }).click()
  await decision.getByText('Confirmed', { exact: true }).waitFor()
  expect(await columnOf(id, 'entry.decision_status::text')).toBe(String(DECISION_STATUS.confirmed))
  await seat.close()
}

const columnOf = async (id: string, column: string) => {
  const [row] = await query<{ value: string }>(
    desk.site,
    `select ${column} as value from apply_orders entry join users on users.id = entry.user_id
      where entry.id = $1`,
    [id],
  )
  return row?.value ?? ''
}
const categoryOf = (id: string) => columnOf(id, 'entry.category_id::text')
const ownerOf = (id: string) => columnOf(id, 'users.email')
/** The title as the chair reads it. */
const titleOf = async (id: string) =>
  (
    await call(desk.site, token, judge.judgeEntryList, {
      edition_id: edition,
      keyword: SPLIT,
      pageSize: 100,
    })
  ).list.find(({ apply_order_id }) => apply_order_id === id)?.title ?? ''
