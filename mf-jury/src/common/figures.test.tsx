import type { Aggregate, JudgeRow, ReviewRow } from '@awards/shared/contract'
import { startI18n } from '@awards/shared/i18n'
import { render, screen } from '@testing-library/react'
import { Suspense, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import '../routes.tsx'
import { Score } from '../chair/row-parts.tsx'
import { QueueCard } from '../queue/queue.tsx'
import { Figures } from './figures.tsx'

beforeAll(() => startI18n('en'))

const first: Aggregate = {
  votes: 3,
  quorum: 3,
  mean: 84.6,
  median: 84,
  trimmed: 84.52,
  balanced: 86.71,
  deviation: 2,
  range: 5,
  official: 84.52,
  is_divergent: false,
}
const begun: Aggregate = {
  ...first,
  votes: 1,
  quorum: 2,
  mean: null,
  median: null,
  trimmed: null,
  balanced: null,
  deviation: null,
  range: null,
  official: null,
}
const shown = (what: ReactNode) =>
  render(
    <MemoryRouter>
      <Suspense>{what}</Suspense>
    </MemoryRouter>,
  )

test('J7: of the figures of a level the one that counts stands out, be it trimmed or balanced', async () => {
  const { rerender } = shown(<Figures title="First level" figures={first} />)
  expect((await screen.findByTitle('This figure counts')).textContent).toBe('84.52')
  rerender(
    <MemoryRouter>
      <Figures title="First level" figures={{ ...first, official: 86.71 }} />
    </MemoryRouter>,
  )
  expect(screen.getByTitle('This figure counts').textContent).toBe('86.71')
})

test('J7: without an official figure the table shows none, whatever the first level says', async () => {
  const row = { first_level: first, second_level: begun, is_to_discuss: false } as JudgeRow
  const { rerender } = shown(<Score row={{ ...row, final_score: null }} />)
  expect(await screen.findByText('–')).toBeTruthy()
  expect(screen.queryByText(/84\.5/, { selector: 'b' })).toBeNull()
  rerender(
    <MemoryRouter>
      <Score row={{ ...row, final_score: 84.52 }} />
    </MemoryRouter>,
  )
  expect(screen.getByText('84.52', { selector: 'b' })).toBeTruthy()
})

test('J7: the card of a juror gives the figure of the table', async () => {
  const card: ReviewRow = {
    apply_order_id: '7',
    judging_no: '7QK4Z',
    title: 'Ondine',
    summary: '',
    cover: null,
    category: {
      id: '3',
      code: 'FU',
      name: 'Furniture',
    },
    section: {
      id: '4',
      code: 'PRO',
      name: 'Professional',
    },
    assignment_status: 3,
    own_total: 80,
    is_draft: false,
    due_at: null,
    first_level: first,
    second_level: null,
    final_score: null,
    award: null,
    decision_status: 0,
    decision_version: 0,
  }
  const { rerender } = shown(<QueueCard row={card} eager={false} />)
  expect(await screen.findByText('First level 84.52')).toBeTruthy()
  rerender(
    <MemoryRouter>
      <QueueCard row={{ ...card, final_score: 82.54 }} eager={false} />
    </MemoryRouter>,
  )
  expect(screen.getByText('Result 82.54')).toBeTruthy()
})
