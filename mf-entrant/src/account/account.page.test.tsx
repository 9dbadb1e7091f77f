import { entries, entriesAdded } from '@awards/shared/contract'
import { answer, renderRoutes } from '@awards/shared/testing'
import { screen, within } from '@testing-library/react'
import { answerOpenCall, openCall, paidRow } from '../common/owner-entry.fixture.ts'
import { routes } from '../routes.tsx'
import './account.page.tsx'

const page = { current: 1, pageSize: 12 }
const DRAFT = {
  ...paidRow,
  apply_order_id: '8',
  entry_status: 0,
  next: { action: 'hand_in', until: null, order: null },
}
const AWARDED = {
  ...paidRow,
  apply_order_id: '9',
  title: 'Ondine',
  entry_status: 60,
  award: { id: '2', code: 'gold', name: 'Gold', colour: '#b8860b' },
}
const asked: unknown[] = []

let end: () => void
beforeEach(() => {
  end = answerOpenCall()
  asked.length = 0
  answer(entries.registrationTime, () => ({
    ...openCall,
    check: { starts_at: '2027-12-05T23:00:00.000Z', ends_at: '2027-12-19T22:59:59.000Z' },
  }))
  answer(entriesAdded.withdrawals, () => ({ contracts: [], requests: [] }) as never)
  answer(entries.awardList, () => ({ ...page, list: [], total: 0 }))
  answer(entries.historyAwardList, () => ({ ...page, list: [], total: 0 }))
  answer(entries.historyEntryList, (input) => {
    asked.push(input)
    return { ...page, list: [AWARDED], total: 1 }
  })
  answer(entries.entryList, () => ({ ...page, list: [DRAFT, paidRow], total: 2 }) as never)
})
afterEach(() => end())

test('E33: the account opens with the task of the person; the call and its countdown follow', async () => {
  await renderRoutes(routes, '/account')
  const task = await screen.findByRole('region', { name: 'What to do next' })
  const call = await screen.findByRole('region', { name: 'Season 1' })
  expect(task.compareDocumentPosition(call)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('E33: entries and awards of all editions stand in one list, each once', async () => {
  await renderRoutes(routes, '/account')
  const tabs = await screen.findByRole('navigation', { name: 'Your account' })
  expect(within(tabs).getAllByRole('link')).toHaveLength(6)
  expect(await screen.findAllByRole('article', { name: 'Ondine' })).toHaveLength(1)
  expect(screen.getByRole('heading', { name: 'Earlier editions' })).toBeVisible()
})

test('E33: an entry that waits for others says what is awaited and until when', async () => {
  await renderRoutes(routes, '/account')
  expect(
    await screen.findByText('Awaited: the formal check, until 19 December 2027.'),
  ).toBeVisible()
})

test('E33: an entry of an edition whose calendar is not known says what is awaited', async () => {
  const judged = { ...paidRow, entry_status: 40, edition: { id: '4', code: 'GA26', name: '2026' } }
  answer(entries.entryList, () => ({ ...page, list: [judged], total: 1 }))
  await renderRoutes(routes, '/account')
  expect(await screen.findByText('Awaited: the results. We write to you.')).toBeVisible()
})

test.each(['awards', 'award-history'])(
  'E33: a link to the tab %s of before finds the awards',
  async (tab) => {
    const { location } = await renderRoutes(routes, `/account?tab=${tab}`)
    expect(await screen.findByRole('article', { name: 'Ondine' })).toBeVisible()
    expect(location()).toBe('/account?status=60')
    expect(asked).toContainEqual(expect.objectContaining({ status: 60 }))
  },
)
