import { entries } from '@awards/shared/contract'
import { answer, refuse, renderRoutes } from '@awards/shared/testing'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { EntryCard } from '../account/entry-card.tsx'
import { SaveState } from '../common/save-state.tsx'
import { answerOpenCall, openCall, paidEntry, paidRow } from '../common/owner-entry.fixture.ts'
import { routes } from '../routes.tsx'
import '../steps/steps.page.tsx'

let end: () => void
beforeEach(() => {
  end = answerOpenCall()
})
afterEach(() => end())

const show = async (step: number, change = {}) => {
  answer(entries.info, () => ({ ...paidEntry, ...change }))
  return renderRoutes(routes, `/steps?id=7&step=${step}`)
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

test('E22: an answer that only this device has is named on every step, with the way to it', async () => {
  const site = await show(2)
  const field = await screen.findByLabelText(/^Dimensions/)
  fireEvent.change(field, { target: { value: 'x'.repeat(121) } })
  await screen.findAllByText('Kept on this device only. To be corrected:', {}, { timeout: 5_000 })
  await act(() => site.go('/steps?id=7&step=5'))
  const [way] = await screen.findAllByRole('link', { name: 'Dimensions' })
  expect(way).toHaveAttribute('href', '/steps?id=7&step=2&field=dimensions')
})

test('E16: the formal check stands with its days, not with the end of the call', async () => {
  const check = { starts_at: '2027-12-05T23:00:00.000Z', ends_at: '2027-12-19T22:59:59.000Z' }
  answer(entries.registrationTime, () => ({ ...openCall, check }))
  answer(entries.info, () => paidEntry)
  await renderRoutes(routes, '/submit?id=7')
  expect(await screen.findByText('6 December 2027 – 19 December 2027')).toBeVisible()
})

test.each([
  ['/submit?id=1', 404],
  ['/awards/steps?id=abc', 422],
  ['/preview?id=abc', 422],
])('E18: %s of no entry leads on and does not ask to try again', async (address, code) => {
  refuse(entries.info, code, 'No')
  await renderRoutes(routes, address)
  expect(await screen.findByRole('link', { name: 'To your entries' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('E29: the moment of saving is told by the clock of the programme, as every other moment', async () => {
  const draft = { state: 'saved', savedAt: '2027-11-24T22:37:00.000Z' } as const
  await renderRoutes([{ path: '/', element: <SaveState draft={draft} /> }], '/')
  expect(await screen.findByText(/23:37 CET/)).toBeVisible()
})
