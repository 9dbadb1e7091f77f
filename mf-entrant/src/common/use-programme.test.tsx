import { connectClient } from '@awards/shared/client'
import { entries, publicationAdded, studio } from '@awards/shared/contract'
import { changeLanguage } from '@awards/shared/i18n'
import { answer, refuse, renderRoutes } from '@awards/shared/testing'
import { act, fireEvent, screen } from '@testing-library/react'
import { routes } from '../routes.tsx'
import { answerCategories, categories } from './categories.fixture.ts'
import { answerOpenCall, paidEntry } from './owner-entry.fixture.ts'

const french = categories('Assises', 'Idée')

let end: () => void
let answerOthers: ReturnType<typeof answerCategories>
beforeEach(() => {
  end = answerOpenCall()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answerOthers = answerCategories()
  for (const list of [entries.entryList, entries.historyEntryList]) {
    answer(list, () => ({ list: [], total: 0, current: 1, pageSize: 50 }))
  }
  refuse(studio.overview, 403, 'No')
  refuse(publicationAdded.feeTable, 404, 'No')
})
afterEach(async () => {
  await act(() => changeLanguage('en'))
  end()
})

test('the categories of a new work follow the language, and what was typed stays', async () => {
  await renderRoutes(routes, '/steps')
  const title = await screen.findByLabelText(/^Title/)
  fireEvent.change(title, { target: { value: 'Stool' } })
  expect(screen.getByText('Seating')).toBeVisible()
  answerOthers(french)
  await act(() => changeLanguage('fr'))
  expect(await screen.findByText('Assises')).toBeVisible()
  expect(screen.queryByText('Seating')).toBeNull()
  expect(screen.getByDisplayValue('Stool')).toBe(title)
  await act(() => changeLanguage('en'))
  expect(screen.getByText('Seating')).toBeVisible()
})

test('the criteria of the preview follow it too', async () => {
  const category = { ...paidEntry.category, id: '31' }
  answer(entries.info, () => ({ ...paidEntry, category }))
  await renderRoutes(routes, '/preview?id=7')
  expect(await screen.findByText('Idea')).toBeVisible()
  answerOthers(french)
  await act(() => changeLanguage('fr'))
  expect(await screen.findByText('Idée')).toBeVisible()
})

test('where they do not come, the page keeps those that it has', async () => {
  await renderRoutes(routes, '/steps')
  expect(await screen.findByText('Seating')).toBeVisible()
  answerOthers(undefined)
  await act(() => changeLanguage('fr'))
  expect(await screen.findByLabelText(/^Titre/)).toBeVisible()
  expect(screen.getByText('Seating')).toBeVisible()
})
