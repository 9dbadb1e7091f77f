import { entries, judge, subjudges } from '@awards/shared/contract'
import type { Page } from '@playwright/test'
import { call } from '../harness/call.ts'
import { settled, tokenOf } from '../harness/browser.ts'
import type { Site } from '../harness/site.ts'

export const CHAIR = 'president@jury.example.org'
export const SUB_JURY = {
  'Matteo Ferrante': 'matteo.ferrante@jury.example.org',
  'Saara Lehtinen': 'saara.lehtinen@jury.example.org',
  'Étienne Rouvray': 'etienne.rouvray@jury.example.org',
}
export const SECOND_LEVEL = {
  'Kenji Morita': 'kenji.morita@jury.example.org',
  'Diego Salvatierra': 'diego.salvatierra@jury.example.org',
}
const REASON = 'The calendar of the jury was brought forward'

/** The chair moves the edition of an entry to another phase, on the screen. */
export async function changePhase(page: Page, editionId: string, phase: string) {
  await page.goto(`/juryreview?edition_id=${editionId}`)
  await page.getByRole('button', { name: 'Change phase' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: new RegExp(`^${phase}`) }).check()
  await dialog.getByLabel('Reason, for the record').fill(REASON)
  await settled(page)
  const read = dialog.getByRole('checkbox', { name: 'I have read what this brings with it' })
  if (await read.isVisible()) await read.check()
  await dialog.getByRole('button', { name: 'Change phase' }).click()
  await page.getByText('The phase has been changed').waitFor()
}

/** The chair ticks the entry in the table and gives it to jurors. */
export async function assign(page: Page, editionId: string, title: string, names: string[]) {
  await page.goto(`/juryreview?edition_id=${editionId}&keyword=${title}`)
  await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await page.getByRole('button', { name: 'Assign jurors' }).click()
  const drawer = page.getByRole('dialog')
  for (const name of names) await drawer.getByRole('checkbox', { name: new RegExp(name) }).check()
  await drawer.getByRole('button', { name: new RegExp(`^Assign ${names.length} juror`) }).click()
  await page.getByText(/seats? given/).waitFor()
}

const MARKS = [16.5, 16, 17, 15.5, 16.5]
const COMMENT =
  'A handrail where nobody expected one: the strap is the idea, and the folded depth proves it.'

/** A juror opens the entry from the queue and scores it with the form. */
export async function scoreOnScreen(page: Page, queue: string, title: string) {
  await page.goto(queue)
  await page.getByRole('link', { name: new RegExp(title) }).click()
  const marks = page.getByRole('slider')
  await marks.last().waitFor()
  for (const [index, mark] of MARKS.entries()) await marks.nth(index).fill(String(mark))
  await page.getByLabel('For the entrant').fill(COMMENT)
  await page.getByRole('button', { name: 'Submit the score' }).click()
  await page.getByText('Submitted', { exact: true }).first().waitFor()
}

/** Other jurors score through the API, as their screens would. */
export async function scoreByCall(site: Site, email: string, apply_order_id: string, by: number) {
  const token = await tokenOf(site, email)
  const info = await call(site, token, entries.info, { apply_order_id })
  if (info.projection !== 'juror') throw new Error('A juror got the sheet of an owner')
  await call(site, token, subjudges.score, {
    apply_order_id,
    items: info.criteria.map(({ id }, index) => ({
      criterion_id: id,
      value: (MARKS[index] ?? 16) + by,
    })),
    comment_private: '',
    comment_entrant: COMMENT,
    is_draft: false,
    version: info.own_score?.version ?? 0,
  })
}

/** The chair awards a level on the sheet of the entry. */
export async function award(page: Page, id: string, level: string) {
  await page.goto(`/juryreviewdetails?id=${id}`)
  await settled(page)
  await page.getByRole('combobox', { name: 'Award level' }).press('Enter')
  // The figures above come later and move the list while it opens, so no mouse aims at it.
  const option = page.locator('.ant-select-item-option').filter({ hasText: level })
  await option.first().dispatchEvent('click')
  await page.getByRole('button', { name: 'Award', exact: true }).click()
  await page.getByText('The award is noted').waitFor()
}

/** The chair sees what publishing would do, and publishes. */
export async function publish(page: Page, editionId: string) {
  await page.goto(`/juryreview?edition_id=${editionId}`)
  await page.getByRole('button', { name: 'Publish results' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Awarded entries').waitFor()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText(/^Published, with/).waitFor()
}

/** The edition in which an entry stands, as its phases say. */
export async function editionOf(site: Site, id: string): Promise<string> {
  const token = await tokenOf(site, CHAIR)
  const { list } = await call(site, token, judge.getPhase, {})
  const info = await call(site, token, entries.info, { apply_order_id: id })
  const found = list.find(({ edition }) => edition.id === info.edition.id)
  if (!found) throw new Error('The edition of the entry has no phases')
  return found.edition.id
}

/** The organiser admits a work at the desk: only what is admitted is judged. */
export async function admit(page: Page, title: string) {
  // By name: of a long queue only the rows on screen are in the page.
  await page.goto(`/organiser?keyword=${encodeURIComponent(title)}`)
  const choice = page.getByRole('checkbox', { name: `Choose ${title}` })
  await choice.check()
  await page.getByRole('button', { name: 'Admit', exact: true }).click()
  await choice.waitFor({ state: 'detached' })
}
