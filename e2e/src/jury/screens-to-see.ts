import { entries, judge, juryCodes, publication, subjudges } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import type { Page } from '@playwright/test'
import type { Desk } from '../entrant/setup.ts'
import { tokenOf } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { query } from '../harness/database.ts'
import { CHAIR, SECOND_LEVEL, SUB_JURY } from '../journey/judge.ts'
import * as form from './setup.ts'

/** A screen of the jury; `act` is what somebody does on it first, and then it is opened by its address. */
export type Screen = {
  readonly name: string
  readonly address: string
  readonly act?: (page: Page) => Promise<unknown>
}
/** The screens of one person; none is a visitor. */
export type Seen = { readonly email?: string; readonly screens: readonly Screen[] }

const NEWCOMER = SUB_JURY['Saara Lehtinen']
const WINNER = 'studio@brumaire.example.org'
const GUEST = 'info@aoiworks.example.org'
const PARTS = ['board', 'work', 'conflicts', 'sheets', 'comments', 'codes', 'results']

/** Every screen of the jury with what it can show, by who sees it. */
export async function screensToSee(desk: Desk): Promise<Record<string, Seen>> {
  return {
    'the chair': { email: CHAIR, screens: await chairScreens(desk) },
    'a juror': await jurorScreens(desk),
    'the second level': await secondLevelScreens(desk),
    'somebody who has not signed': await newcomerScreens(desk),
    'somebody invited': { screens: await invitationScreens(desk) },
    'an entrant': await entrantScreens(desk),
  }
}

async function chairScreens({ site }: Desk): Promise<Screen[]> {
  const { list } = await call(site, await tokenOf(site, CHAIR), judge.judgeEntryList, {})
  const [first] = list
  const chosen = (page: Page) =>
    // A row on a desk, a card on a telephone.
    page
      .locator('[role=row][aria-rowindex="2"], main article')
      .first()
      .getByRole('checkbox')
      .check()
  return [
    ...PARTS.map((view) => ({ name: view, address: paths.juryDesk({ view }) })),
    { name: 'board by level', address: paths.juryDesk({ view: 'board', arrange: 'levels' }) },
    { name: 'money columns', address: paths.juryDesk({ columns: 'money', density: 'compact' }) },
    { name: 'empty table', address: paths.juryDesk({ keyword: 'nothing-is-called-so' }) },
    { name: 'sheet of the chair', address: paths.juryReviewDetails(first?.apply_order_id ?? '') },
    { name: 'table with a choice', address: paths.juryReview, act: chosen },
  ]
}

/** In whatever language. */
const scoreIsThere = (page: Page) => page.locator('section[aria-labelledby=score-title]').waitFor()

const pressed = (key: string) => async (page: Page) => {
  await scoreIsThere(page)
  await page.keyboard.press(key)
  await page.locator('[role=dialog], dialog[open]').first().waitFor()
}

async function jurorScreens(desk: Desk): Promise<Seen> {
  const { email, ids } = await form.seatingOf(desk, SUB_JURY['Matteo Ferrante'])
  const sheet = (at: number) => paths.subJuryReviewDetails(ids[at] ?? '')
  const half = async (page: Page) => {
    await scoreIsThere(page)
    await form.scoreByKeys(page, ['15', '1'])
  }
  const screens = [
    { name: 'queue', address: paths.subJuryReview },
    { name: 'nothing in it', address: `${paths.subJuryReview}?keyword=nowhere` },
    { name: 'sheet', address: sheet(0) },
    { name: 'side by side', address: paths.juryCompare(ids.slice(0, 3)) },
    { name: 'half marked', address: sheet(1), act: half },
    { name: 'help', address: sheet(2), act: pressed('?') },
    { name: 'pictures', address: sheet(2), act: pressed('l') },
    { name: 'no score', address: sheet(2), act: pressed('a') },
    { name: 'conflict of interest', address: sheet(2), act: pressed('c') },
  ]
  return { email, screens }
}

async function secondLevelScreens({ site }: Desk): Promise<Seen> {
  const email = SECOND_LEVEL['Kenji Morita']
  const token = await tokenOf(site, email)
  const { list } = await call(site, token, subjudges.secondLevelJudgeAwardList, {})
  const sheet = paths.subJuryReviewDetails(list[0]?.apply_order_id ?? '')
  const screens = [
    { name: 'shortlist', address: paths.levelJuryReview },
    { name: 'sheet of the second level', address: sheet },
  ]
  return { email, screens }
}

async function newcomerScreens({ site }: Desk): Promise<Seen> {
  await query(
    site,
    `update jurors set agreement_version = null, agreement_signed_at = null
      where user_id = (select id from users where email = $1)`,
    [NEWCOMER],
  )
  const agreement = { name: 'agreement', address: paths.subJuryReview }
  return { email: NEWCOMER, screens: [agreement] }
}

async function invitationScreens({ site }: Desk): Promise<Screen[]> {
  const categories = await call(site, '', publication.category, {})
  const [first] = categories.flatMap((one) => (one.children.length > 0 ? one.children : [one]))
  const { code } = await call(site, await tokenOf(site, CHAIR), juryCodes.inviteJuror, {
    email: GUEST,
    level: 2 as const,
    category_ids: [first?.id ?? ''],
  })
  return [
    { name: 'invitation', address: paths.juryInvitation(code) },
    { name: 'unknown invitation', address: paths.juryInvitation('J-NOTHING') },
  ]
}

async function entrantScreens({ site }: Desk): Promise<Seen> {
  const { list } = await call(site, await tokenOf(site, WINNER), entries.awardList, {})
  const sheets = list.map(({ apply_order_id: id }) => paths.scoreSheet(id))
  return { email: WINNER, screens: [{ name: 'score sheet', address: sheets[0] ?? '' }] }
}
