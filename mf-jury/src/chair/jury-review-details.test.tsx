import { startI18n } from '@awards/shared/i18n'
import { render, screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import '../routes.tsx'
import { jurorEntry, named } from '../score/juror-entry.fixture.ts'
import { HistoryPanel } from './jury-review-details.page.tsx'

beforeAll(() => startI18n('en'))

test('J6: shows the reason and the history when an entry is revoked', async () => {
  const step = { award: named('22', 'Gold'), by: 'Marianne Vasseur', reason: null }
  const history = [
    {
      ...step,
      kind: 'revoke',
      reason: 'The work is that of somebody else',
      at: '2026-12-09T10:00:00Z',
    },
    { ...step, kind: 'publish', at: '2026-12-01T10:00:00Z' },
  ]
  render(
    <Suspense>
      <HistoryPanel info={{ ...jurorEntry, entry_status: 91, decision_status: 6, history }} />
    </Suspense>,
  )
  const panel = await screen.findByRole('region', { name: 'History of the decision' })
  const [revoked, published] = within(panel).getAllByRole('listitem')
  expect(revoked).toHaveTextContent(/^Award taken back · Gold.*Marianne Vasseur/)
  expect(revoked).toHaveTextContent('The work is that of somebody else')
  expect(published).toHaveTextContent(/^Published · Gold/)
})
