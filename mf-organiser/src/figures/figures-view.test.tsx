import { connectClient } from '@awards/shared/client'
import { figures, type Figures } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, renderRoutes, userOf } from '@awards/shared/testing'
import { screen, within } from '@testing-library/react'
import { routes } from '../routes.tsx'

const counts = (account: number, draft: number, handed_in: number, paid: number) => ({
  visitor: 10 * account,
  account,
  draft,
  handed_in,
  paid,
})
const compared = (now: number, before: number | null) => ({ now, before })
const FOUND: Figures = {
  editions: [{ id: '7', code: 'NOW', name: 'Season 2' }],
  edition: { id: '7', code: 'NOW', name: 'Season 2' },
  before: { id: '6', code: 'BEFORE', name: 'Season 1' },
  closes_at: '2027-01-31T22:59:59Z',
  left: 11,
  before_until: '2026-01-20T12:00:00Z',
  funnel: {
    visitor: compared(100, 80),
    account: compared(10, 8),
    draft: compared(8, 6),
    handed_in: compared(4, 5),
    paid: compared(3, 2),
  },
  days: [
    { left: 12, day: '2027-01-19', now: counts(6, 5, 3, 1), before: counts(8, 6, 5, 0) },
    { left: 11, day: '2027-01-20', now: counts(4, 3, 1, 2), before: counts(0, 0, 0, 2) },
  ],
  categories: [{ key: '1', name: 'Furniture', draft: 8, handed_in: 4, paid: 3, paid_before: 2 }],
  countries: [{ key: '', name: '', draft: 8, handed_in: 4, paid: 3, paid_before: 2 }],
  codes: [],
  money: [{ fee_type: 1, state: 'received', currency: 'EUR', count: 3, amount_minor: 78_000 }],
  jury: [{ level: 2, jurors: 4, given: 40, done: 10, behind: 3 }],
}

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(figures.figures, () => FOUND)
})
afterEach(() => restore())

async function open() {
  const site = await renderRoutes(routes, '/organiser?view=figures')
  site.store.dispatch(sessionReady({ ...userOf(0), rights: ['organise'] }))
  return site
}

test('each step stands beside what it was, with its share of the step before', async () => {
  await open()
  const steps = within(
    await screen.findByRole('list', { name: 'From visit to entry' }),
  ).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Visits100before: 80',
    'Accounts10before: 8',
    'Begun8before: 6',
    'Handed in4before: 5 · 50% of the step before',
    'Paid3before: 2 · 75% of the step before',
  ])
  expect(screen.getByText(/^Beside Season 1, as it was on 20 January 2026/)).toBeInTheDocument()
})

test('the chart says its total, follows the choice, and has every number in a table', async () => {
  const { user } = await open()
  await screen.findByRole('img', { name: /^Handed in until today: 4/ })
  await user.click(screen.getByRole('radio', { name: 'Paid' }))
  await screen.findByRole('img', { name: /^Paid until today: 3/ })
  const days = screen.getByRole('region', { name: 'Day by day', hidden: true })
  const rows = within(days).getAllByRole('row', { hidden: true })
  expect(rows).toHaveLength(3)
  expect(rows[1]).toHaveTextContent(/11.*40.*4.*3.*1.*2/)
  expect(within(screen.getByRole('region', { name: 'Jury' })).getByText('25%')).toBeInTheDocument()
  expect(screen.getByText('Nothing yet.')).toBeInTheDocument()
})

test('a table is saved as a file', async () => {
  jest.spyOn(window, 'open').mockReturnValue(null)
  const asked: unknown[] = []
  answer(figures.exportFigures, (input) => {
    asked.push(input)
    return { url: '/files/x', filename: 'x.csv', rows: 1 }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Save as CSV: Categories' }))
  expect(await screen.findByText('The file has 1 line.')).toBeInTheDocument()
  expect(asked).toEqual([{ edition_id: '7', table: 'categories' }])
})
