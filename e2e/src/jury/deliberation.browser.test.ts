import { paths } from '@awards/shared/paths'
import type { Page } from '@playwright/test'
import { seatOf, type Desk } from '../entrant/setup.ts'
import { findings } from '../harness/axe.ts'
import { expect, test, useOwnDesk } from '../harness/test.ts'
import { CHAIR, scoreByCall, SUB_JURY } from '../journey/judge.ts'
import { scoreForm, seatingOf } from './setup.ts'

const JUROR = SUB_JURY['Matteo Ferrante']
const AGREED = 'The joint divided the jury; the line of the back did not.'

let desk: Desk
let id: string
useOwnDesk(async (opened) => {
  desk = opened
  const { ids } = await seatingOf(desk, JUROR)
  id = ids[0] ?? ''
})

const thread = (page: Page) => page.getByRole('region', { name: 'Discussion' })

test('a disputed entry goes from split to agreed summary in two browsers', async () => {
  const chair = (await seatOf(desk, { email: CHAIR })).page
  const juror = (await seatOf(desk, { email: JUROR })).page

  // The thread opens to a juror with the own score only.
  await chair.goto(paths.juryReviewDetails(id))
  await thread(chair).getByRole('button', { name: 'Put on the agenda' }).click()
  await thread(chair).getByLabel('Your comment').waitFor()
  await juror.goto(paths.subJuryReviewDetails(id))
  await scoreForm(juror).waitFor()
  await expect(thread(juror)).toHaveCount(0)
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
})
