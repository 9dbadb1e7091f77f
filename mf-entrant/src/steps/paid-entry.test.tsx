import { entries } from '@awards/shared/contract'
import { answer, renderRoutes } from '@awards/shared/testing'
import { screen, within } from '@testing-library/react'
import { EntryCard } from '../account/entry-card.tsx'
import { answerOpenCall, paidEntry, paidRow } from '../common/owner-entry.fixture.ts'
import { routes } from '../routes.tsx'
import '../steps/steps.page.tsx'

let end: () => void
beforeEach(() => {
  end = answerOpenCall()
})
afterEach(() => end())

const show = async (step: number, change = {}) => {
  answer(entries.info, () => ({ ...paidEntry, ...change }))
  await renderRoutes(routes, `/steps?id=7&step=${step}`)
}

test('E1: the texts of a paid entry can be written, and the page says until when', async () => {
  await show(2)
  expect(
    await screen.findByText(/^Handed in\. You can change texts and pictures until/),
  ).toBeVisible()
  expect(screen.getByLabelText(/^Dimensions/)).toBeEnabled()
  expect(screen.queryByText(/can no longer be changed/)).toBeNull()
})

test('E1: a paid entry keeps its section and category, and step 1 says why', async () => {
  await show(1)
  expect(await screen.findByText(/they decide its fee/)).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Category of this entry' })).toBeDisabled()
})

test('E1: there is nothing to submit again: what is saved counts', async () => {
  await show(5)
  expect(await screen.findByText(/count at once/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull()
})

test('E1: after the close the page says what the jury gets', async () => {
  await show(2, { is_editable: false, can_submit: false, edit_until: null })
  expect(await screen.findByText(/as it stood then/)).toBeVisible()
  expect(screen.getByLabelText(/^Dimensions/)).toBeDisabled()
})

test('E1: the row of a paid entry leads to the change and says until when', async () => {
  await renderRoutes([{ path: '/', element: <EntryCard entry={paidRow} /> }], '/')
  const card = await screen.findByRole('article', { name: 'Halo II' })
  expect(within(card).getByText(/can be changed until/)).toBeVisible()
  expect(within(card).getByRole('link', { name: /^Change texts and pictures/ })).toHaveAttribute(
    'href',
    '/steps?id=7&step=2',
  )
})
