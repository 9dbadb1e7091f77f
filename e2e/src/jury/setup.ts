import { entries, judge, judgeAdded, subjudges, type JurorEntryInfo } from '@awards/shared/contract'
import { PHASES, type Phase } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { Page } from '@playwright/test'
import * as entrantForm from '../entrant/enter-work.ts'
import type { Desk, Seat } from '../entrant/setup.ts'
import { call } from '../harness/call.ts'
import { DEMO_PASSWORD, tokenOf } from '../harness/browser.ts'
import { query } from '../harness/database.ts'
import { CHAIR } from '../journey/judge.ts'

export const SCORE = /^\/api\/subjudges\/score$/
/** A comment that is long enough wherever one is due. */
export const WORDS =
  'The strap is the idea, and the folded depth proves that it was thought through.'

export type Seating = { email: string; token: string; ids: string[] }

/** A juror with the entries that wait for a first mark, in the juror's own order. */
export async function seatingOf({ site }: Desk, email: string): Promise<Seating> {
  const token = await tokenOf(site, email)
  // The demo programme is half judged: what this juror has said of it is taken back.
  const own = `juror_id = (select juror.id from jurors juror join users on users.id = juror.user_id
    where users.email = $1)`
  await query(site, `delete from scores where ${own}`, [email])
  await query(site, `update assignments set status = 0 where status in (1, 2, 3, 4) and ${own}`, [
    email,
  ])
  const { list } = await call(site, token, subjudges.subJuryAwardList, {
    state: 'todo',
    pageSize: 100,
  })
  return { email, token, ids: list.map(({ apply_order_id }) => apply_order_id) }
}

/** The sheet of an entry as a juror gets it. */
export async function sheetOf({ site }: Desk, token: string, apply_order_id: string) {
  const info = await call(site, token, entries.info, { apply_order_id })
  if (info.projection !== 'juror') throw new Error('A juror got the sheet of an owner')
  return info
}

/** The marks of a juror as the server holds them, in the order of the criteria; null where none is. */
export const marksOf = ({ criteria, own_score }: JurorEntryInfo) =>
  criteria.map(
    ({ id }) => own_score?.items.find(({ criterion_id }) => criterion_id === id)?.value ?? null,
  )

export async function onServer(desk: Desk, token: string, id: string) {
  const info = await sheetOf(desk, token, id)
  return { marks: marksOf(info), isDraft: info.own_score?.is_draft ?? null }
}

/** The chair moves the edition of an entry to another phase. */
export async function changePhase(
  desk: Pick<Desk, 'site'>,
  entry: string,
  to: Phase = PHASES.first_level_scoring,
) {
  const token = await tokenOf(desk.site, CHAIR)
  const [row] = await query<{ edition_id: string }>(
    desk.site,
    'select edition_id::text from apply_orders where id = $1',
    [entry],
  )
  const { list } = await call(desk.site, token, judge.getPhase, {})
  const phase = list.find((one) => one.edition.id === row?.edition_id && one.phase === to)
  if (!phase) throw new Error(`The edition of entry ${entry} has no phase ${to}`)
  const reason = 'The calendar of the jury was changed'
  const change = { phase_id: phase.id, reason }
  const dry = { ...change, dry_run: true }
  const { fingerprint } = await call(desk.site, token, judgeAdded.changePhase, dry)
  await call(desk.site, token, judgeAdded.changePhase, { ...change, confirmed: fingerprint })
}

/** Opens the sheet of an entry with its form. */
export async function openSheet({ page }: Pick<Seat, 'page'>, id: string) {
  await page.goto(paths.subJuryReviewDetails(id))
  await scoreForm(page).waitFor()
}

/** Waits until another sheet than this has been fetched, which is done ahead and without a sign. */
export const nextFetched = (page: Page, id: string) =>
  page.waitForFunction(
    ([path = '', own = '']) =>
      performance
        .getEntriesByType('resource')
        .some(({ name }) => name.includes(path) && !name.includes(own)),
    [entries.info.path, id],
  )

/** The form beside the pictures, or the sheet over them on a telephone. */
export const scoreForm = (page: Page) => page.getByRole('region', { name: 'Your score' })
export const scales = (page: Page) => page.getByRole('slider')
export const scale = (page: Page, index: number) => scales(page).nth(index)
export const shownMark = (page: Page, index: number) => scale(page, index).inputValue()
export const mark = (page: Page, index: number, value: number) =>
  scale(page, index).fill(String(value))
export const forEntrant = (page: Page) => page.getByLabel('For the entrant')
export const submitAndNext = (page: Page) => page.getByRole('button', { name: 'Submit and next' })
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit the score' })
export const stateLine = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByText(text, { exact: true }).filter({ visible: true }).first()

/** Marks every criterion by digits and writes what may be due. */
export async function scoreByKeys(page: Page, marks: readonly string[]) {
  await page.keyboard.type(marks.join(''))
}

/** Signs a juror of the demo programme in, on the page of the sign-in. */
export const signIn = (page: Page, email: string) =>
  entrantForm.signIn(page, { email, password: DEMO_PASSWORD })
