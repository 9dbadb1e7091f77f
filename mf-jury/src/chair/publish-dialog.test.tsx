import { judgeAdded, type OpenWork } from '@awards/shared/contract'
import { connectClient } from '@awards/shared/client'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import '../routes.tsx'
import { PublishDialog } from './edition-dialogs.tsx'

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
})
afterEach(() => restore())

const mention = (id: string, title: string) => ({
  apply_order_id: id,
  judging_no: `#${id}`,
  entry_no: `E-${id}`,
  title,
  category: {
    id: '3',
    code: 'FU',
    name: 'Furniture',
  },
})
const checklist: OpenWork[] = [
  { kind: 'TO_DISCUSS', count: 1, entries: [mention('1', 'Ondine')] },
  { kind: 'BELOW_THRESHOLD', count: 1, entries: [mention('2', 'Passerelle')] },
  { kind: 'COMMENTS_PENDING', count: 3, entries: [mention('2', 'Passerelle')] },
]

test('J5: lists open work before publication, and gives no award only when the chair says so', async () => {
  const sent: unknown[] = []
  answer(judgeAdded.publish, (input) => {
    sent.push(input)
    return {
      awarded: 1,
      not_awarded: 0,
      shown: 1,
      certificates: 1,
      skipped: [],
      changes: [],
      published_at: null,
      plan: 'abc',
      checklist,
      without_decision: 12,
    }
  })
  const edition = { id: '5', name: 'Season 1' }
  const Page = () => <PublishDialog isOpen edition={edition} onClose={() => undefined} />
  const { user } = await renderRoutes([{ path: '/', Component: Page }], '/')

  const dialog = await screen.findByRole('dialog')
  const open = await within(dialog).findByRole('region', { name: 'What is still open' })
  expect(open).toHaveTextContent('1 entry is still to discuss: Ondine')
  expect(open).toHaveTextContent('1 award stands below its own threshold: Passerelle')
  expect(open).toHaveTextContent('3 entries have comments that are not released')
  const box = within(dialog).getByRole('checkbox', { name: /^12 entries were judged whole/ })
  expect(box).not.toBeChecked()

  await user.click(box)
  await user.click(within(dialog).getByRole('button', { name: 'Publish now' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({ edition_id: '5', dry_run: false, without_award: true, plan: 'abc' })
})
