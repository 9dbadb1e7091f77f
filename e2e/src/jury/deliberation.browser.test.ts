import { judge, judgeAdded } from '@awards/shared/contract'
import { PHASES } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { Page } from '@playwright/test'
import { seatOf, type Desk } from '../entrant/setup.ts'
import { findings } from '../harness/axe.ts'
import { settled, tokenOf } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { query } from '../harness/database.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'
import { until } from '../harness/until.ts'
import { CHAIR, publish, scoreByCall, SUB_JURY } from '../journey/judge.ts'
import { changePhase, scoreForm, seatingOf } from './setup.ts'
import { shownSteps } from './shown-steps.ts'

const JUROR = SUB_JURY['Matteo Ferrante']
const AGREED = 'The joint divided the jury; the line of the back did not.'
const REASON = 'A juror was misunderstood'

let desk: Desk
let id: string
let other: string
useOwnDesk(async (opened) => {
  desk = opened
  const { ids } = await seatingOf(desk, JUROR)
  ;[id = '', other = ''] = ids
})

const thread = (page: Page) => page.getByRole('region', { name: 'Discussion' })
const onAgenda = async (page: Page) => {
  await thread(page).getByRole('button', { name: 'Put on the agenda' }).click()
  await thread(page).getByLabel('Your comment').waitFor()
}

const agendaRows = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Up: / }) })

/** Gives the entry to two further jurors who may judge it; their addresses. */
async function seatOthers() {
  const seated = await query<{ email: string }>(
    desk.site,
    `with others as (
      select juror.id, users.email from jurors juror join users on users.id = juror.user_id
      where juror.level = 2 and juror.is_active and juror.agreement_signed_at is not null and users.email <> $2
        and not exists (select 1 from conflicts where juror_id = juror.id and apply_order_id = $1)
      order by juror.id limit 2),
    seats as (
      insert into assignments (apply_order_id, juror_id, level) select $1, id, 2 from others
      on conflict (apply_order_id, juror_id, level) do update set status = 0)
    select email from others`,
    [id, JUROR],
  )
  return seated.map(({ email }) => email)
}

test(
  'a disputed entry goes from split to agreed summary in two browsers @full',
  proves('story J04'),
  async () => {
    const chair = (await seatOf(desk, { email: CHAIR })).page
    const juror = (await seatOf(desk, { email: JUROR })).page

    // The thread opens to a juror with the own score only; before it no sheet tells whether there is one.
    await chair.goto(paths.juryReviewDetails(id))
    await onAgenda(chair)
    const before: string[] = []
    for (const one of [id, other]) {
      await juror.goto(paths.subJuryReviewDetails(one))
      await scoreForm(juror).waitFor()
      await settled(juror)
      before.push(await thread(juror).innerText())
      expect(await thread(juror).getByRole('textbox').count()).toBe(0)
    }
    expect(before[0]).toContain('opens here once your own score is in')
    expect(before[0]).toBe(before[1])
    expect(await findings(juror)).toEqual([])
    await juror.goto(paths.subJuryReviewDetails(id))
    await scoreByCall(desk.site, JUROR, id, 0)
    await juror.reload()

    await thread(juror).getByLabel('Your comment').fill('The joint divides us')
    await thread(juror).getByRole('button', { name: 'Send comment' }).click()
    await thread(chair).getByText('The joint divides us').waitFor()
    expect(await findings(chair)).toEqual([])
    expect(await findings(juror)).toEqual([])

    // The juror follows the chair's agenda.
    await chair.goto(paths.juryDesk({ view: 'agenda' }))
    await chair
      .getByRole('button', { name: /^Discuss now/ })
      .first()
      .click()
    await chair.getByRole('button', { name: /^End discussion/ }).waitFor()
    expect(await findings(chair)).toEqual([])
    await juror.getByRole('status').getByText('Now discussing').waitFor()

    // A score after the discussion began is marked, and stands beside the one before.
    await scoreByCall(desk.site, JUROR, id, 1)
    await chair.goto(paths.juryReviewDetails(id))
    await thread(chair).getByText('Re-scored after discussion').waitFor()
    await thread(chair)
      .getByText(/^[\d.]+ before$/)
      .first()
      .waitFor()

    await thread(chair).getByLabel('Agreed summary').fill(AGREED)
    await thread(chair).getByRole('button', { name: 'Release to the entrant' }).click()
    await thread(chair).getByText('Released: read with the results').waitFor()
    await thread(juror).getByText(AGREED).waitFor()
    expect(await findings(juror)).toEqual([])
  },
)

test('the agenda is moved by keyboard, and the focus stays where it was', fullOnly, async () => {
  const { page } = await seatOf(desk, { email: CHAIR })
  await page.goto(paths.juryReviewDetails(other))
  await onAgenda(page)
  await page.goto(paths.juryDesk({ view: 'agenda' }))
  const rows = agendaRows(page)
  await until(() => rows.count(), 2)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const orderOf = async () => (await rows.allInnerTexts()).map((text) => text.split('\n')[0])
  const [first = '', second = ''] = await orderOf()

  const down = page.getByRole('button', { name: `Down: ${first}` })
  await down.focus()
  await page.keyboard.press('Enter')
  await until(orderOf, [second, first])
  expect(await focused()).toBe(`Down: ${first}`)
  // At the end the button says that it does nothing, and keeps the focus.
  expect(await down.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  expect(await focused()).toBe(`Up: ${first}`)
  await page.keyboard.press('Enter')
  await until(orderOf, [first, second])
  expect(await focused()).toBe(`Up: ${first}`)

  await page.getByRole('button', { name: `Discuss now: ${second}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `End discussion: ${second}` }).waitFor()
  expect(await focused()).toBe(`End discussion: ${second}`)
  expect(await findings(page)).toEqual([])
})

test('the agenda stays on screen when the phases load after it', fullOnly, async () => {
  const { page } = await seatOf(desk, { email: CHAIR })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/judge/getPhase*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(paths.juryDesk({ view: 'agenda' }))
  const rows = agendaRows(page)
  await until(() => rows.count(), 2)
  const row = await rows.first().elementHandle()
  held.resolve()
  await page.getByRole('search', { name: 'What is shown' }).getByText('Season 2').first().waitFor()
  await settled(page)
  expect(await row?.evaluate(({ isConnected }) => isConnected)).toBe(true)
})

test('a released summary is reopened with a reason, and released anew', fullOnly, async () => {
  const { page } = await seatOf(desk, { email: CHAIR })
  await page.goto(paths.juryReviewDetails(id))
  await thread(page).getByText('Released: read with the results').waitFor()
  expect(await thread(page).getByLabel('Agreed summary').count()).toBe(0)
  await thread(page).getByRole('button', { name: 'Reopen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reopen this summary' })
  await dialog.getByLabel('Reason, for the record').fill(REASON)
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await thread(page).getByText('Draft', { exact: true }).waitFor()
  const record = await query<{ reason: string }>(
    desk.site,
    `select reason from audit_log where action = 'summary.reopened' and subject = $1`,
    [id],
  )
  expect(record).toEqual([{ reason: REASON }])
  await thread(page).getByRole('button', { name: 'Release to the entrant' }).click()
  await thread(page).getByText('Released: read with the results').waitFor()
})

test(
  'the freeze closes the discussion, the figure follows from the view, and the entrant reads what was agreed',
  {
    ...proves('call apply/figureDerivation', 'call apply/scoreSheet', 'story J05', 'story J06'),
    ...fullOnly,
  },
  async () => {
    const [row] = await query<{ email: string; edition_id: string }>(
      desk.site,
      `select users.email, entry.edition_id::text from apply_orders entry
        join users on users.id = entry.user_id where entry.id = $1`,
      [id],
    )
    const { email = '', edition_id = '' } = row ?? {}
    // These jurors have scored every entry of this category that has votes, and there is no second level: the trimmed
    // mean counts alone.
    await query(
      desk.site,
      `delete from scores where apply_order_id = $1 and level = 3
        or apply_order_id <> $1 and apply_order_id in (select peer.id
          from apply_orders peer join apply_orders entry using (edition_id, category_id) where entry.id = $1)`,
      [id],
    )
    for (const [index, other] of (await seatOthers()).entries()) {
      await scoreByCall(desk.site, other, id, index - 1.5)
    }
    await changePhase(desk, id, PHASES.deliberation)
    const token = await tokenOf(desk.site, CHAIR)
    const { list } = await call(desk.site, token, judge.judgeEntryList, {
      edition_id,
      pageSize: 100,
    })
    const version = list.find((one) => one.apply_order_id === id)?.decision_version ?? 0
    await call(desk.site, token, judge.award, {
      apply_order_id: id,
      award_id: null,
      no_award: true,
      version,
      reason: 'The jury has discussed it to the end',
      close_divergence: true,
    })

    const chair = (await seatOf(desk, { email: CHAIR })).page
    await chair.goto(paths.juryReviewDetails(id))
    const juror = (await seatOf(desk, { email: JUROR })).page
    await juror.goto(paths.subJuryReviewDetails(id))
    await thread(juror).getByLabel('Your comment').fill('One word more')
    // This tab does not learn of the freeze.
    await juror.route('**/api/jury/deliberation?**', (route) => route.abort())
    await changePhase(desk, id, PHASES.frozen_embargo)
    await thread(juror).getByRole('button', { name: 'Send comment' }).click()
    await thread(juror)
      .getByText(/Only a return to the deliberation opens it again/)
      .waitFor()

    await thread(chair).getByText('The results are frozen: nothing is added any more.').waitFor()
    expect(await thread(chair).getByRole('textbox').count()).toBe(0)
    expect(await thread(chair).getByRole('button', { name: 'Reopen' }).count()).toBe(0)
    await thread(chair).getByText(AGREED).waitFor()

    const steps = await shownSteps(chair)
    const [stored] = await query<{ final: number; trimmed: number }>(
      desk.site,
      `select (frozen.figures ->> 'final')::float8 as final,
          (frozen.figures -> 'first' ->> 'trimmed')::float8 as trimmed
        from result_rows frozen join editions on editions.snapshot_id = frozen.snapshot_id
        where frozen.apply_order_id = $1`,
      [id],
    )
    expect(steps.totalsByHand).toEqual(steps.totals)
    expect(steps.totals.length).toBeGreaterThanOrEqual(3)
    expect(steps.trimmedByHand).toBe(stored?.trimmed)
    expect(steps.trimmedByHand).toBe(stored?.final)

    await publish(chair, edition_id)
    const entrant = await seatOf(desk, { email })
    await entrant.page.goto(paths.scoreSheet(id))
    await entrant.page.getByRole('main').getByText(AGREED).waitFor()
    const text = await entrant.page.getByRole('main').innerText()
    expect(text).not.toMatch(/The joint divides us|Matteo Ferrante/)
    expect(await findings(entrant.page)).toEqual([])

    const { list: snapshots } = await call(desk.site, token, judgeAdded.snapshotList, {
      edition_id,
    })
    const { is_equal } = await call(desk.site, token, judgeAdded.verifySnapshot, {
      snapshot_id: snapshots[0]?.snapshot_id ?? '',
    })
    expect(is_equal).toBe(true)
  },
)
