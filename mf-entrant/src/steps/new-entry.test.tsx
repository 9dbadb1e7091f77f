import { entries, publicationAdded, studio } from '@awards/shared/contract'
import { connectClient } from '@awards/shared/client'
import { sessionReady } from '@awards/shared/session'
import { answer, refuse, renderRoutes, userOf } from '@awards/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { answerCategories } from '../common/categories.fixture.ts'
import { answerOpenCall } from '../common/owner-entry.fixture.ts'
import { routes } from '../routes.tsx'

let end: () => void
let begun: { title: string; category_ids: string[]; idempotency_key?: string }[]
beforeEach(() => {
  end = answerOpenCall()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answerCategories()
  begun = []
  answer(entries.awardClassification, () => [
    { id: '4', code: 'professional', name: 'Professional', description: '', levels: [] },
  ])
  for (const list of [entries.entryList, entries.historyEntryList]) {
    answer(list, () => ({ list: [], total: 0, current: 1, pageSize: 50 }))
  }
  refuse(studio.overview, 403, 'No')
  refuse(publicationAdded.feeTable, 404, 'No')
  // The answer is lost: the server may have begun the entry.
  answer(entries.entry, (input) => {
    begun.push(input as (typeof begun)[number])
    throw new TypeError('offline')
  })
})
afterEach(() => end())

test('a repeat is the same entry, and what was changed since is another one', async () => {
  const site = await renderRoutes([{ path: '/blank', element: null }, ...routes], '/blank')
  act(() => void site.store.dispatch(sessionReady(userOf(0))))
  await act(() => site.go('/steps'))
  const title = await screen.findByLabelText(/^Title/)
  const begin = async () => {
    const count = begun.length
    await site.user.click(screen.getByRole('button', { name: 'Begin the entry' }))
    await waitFor(() => expect(begun).toHaveLength(count + 1))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /Begin the entry/ })).not.toHaveClass(
        'ant-btn-loading',
      ),
    )
  }
  await site.user.click(screen.getByRole('checkbox', { name: /Seating/ }))
  await site.user.type(title, 'Stool')
  await begin()
  await begin()
  await site.user.clear(title)
  await site.user.type(title, 'Lamp')
  await begin()
  await site.user.click(screen.getByRole('checkbox', { name: /Seating/ }))
  await site.user.click(screen.getByRole('checkbox', { name: /Lighting/ }))
  await begin()
  expect(begun.map((one) => [one.title, ...one.category_ids])).toEqual([
    ['Stool', '31'],
    ['Stool', '31'],
    ['Lamp', '31'],
    ['Lamp', '32'],
  ])
  const [first, repeated, renamed, moved] = begun.map((one) => one.idempotency_key)
  expect(first).toBeDefined()
  expect(repeated).toBe(first)
  expect(new Set([first, renamed, moved]).size).toBe(3)
})
