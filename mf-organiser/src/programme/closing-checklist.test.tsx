import { connectClient } from '@awards/shared/client'
import { figures, type Closing } from '@awards/shared/contract'
import { CLOSING_KEYS, PHASES } from '@awards/shared/domain'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, renderRoutes, userOf } from '@awards/shared/testing'
import { screen, within } from '@testing-library/react'
import '../routes.tsx'
import { ClosingChecklist } from './closing-checklist.tsx'

const STATES: Partial<Record<string, Partial<Closing['lines'][number]>>> = {
  call: { state: 'done', at: '2027-02-14T12:00:00Z' },
  drafts: { state: 'later', count: 2, at: '2028-02-14T12:00:00Z' },
  admission: { state: 'open', count: 3 },
  orders: { state: 'open', count: 1 },
  phases: { state: 'open', at: '2027-03-02T12:00:00Z' },
}
const FOUND: Closing = {
  edition: { id: '7', code: 'GA27-1', name: 'Season 1' },
  phase: PHASES.deliberation,
  lines: CLOSING_KEYS.map((line) => ({
    line,
    state: 'done',
    count: 0,
    at: null,
    ...STATES[line],
  })),
}

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(figures.closing, () => FOUND)
})
afterEach(() => restore())

async function open(identity: 0 | 1) {
  const routes = [{ path: 'season', Component: () => <ClosingChecklist code="GA27-1" /> }]
  const { user, store } = await renderRoutes(routes, '/season')
  store.dispatch(sessionReady({ ...userOf(identity), rights: ['organise'] }))
  await user.click(await screen.findByText('Closing the season'))
  return (name: string) => {
    const item = screen.getByText(name, { selector: 'strong' }).closest('li')
    return within(item as HTMLElement)
  }
}

test('says how much is left, and of each line why and where', async () => {
  const line = await open(0)
  expect(screen.getByText('19 done, 3 open, 1 not yet')).toBeVisible()
  expect(line('Admission').getByText('3 open')).toBeVisible()
  expect(line('Admission').getByRole('link')).toHaveAttribute(
    'href',
    '/season?view=admission&edition_id=7',
  )
  // After the close a draft is not submitted any more: it goes.
  expect(line('Drafts').getByText(/2 drafts were never handed in.* on/)).toBeVisible()
  expect(line('Phases').getByText(/“Deliberation” is set by hand/)).toBeVisible()
})

test('leads to the payments only those who may open them; the others read who does it', async () => {
  const line = await open(0)
  expect(line('Orders').queryByRole('link')).toBeNull()
  expect(line('Orders').getByText('Done by the chair, among the payments')).toBeVisible()
})

test('leads the chair to the payments', async () => {
  const line = await open(1)
  expect(line('Orders').getByRole('link', { name: 'Open the payments' })).toHaveAttribute(
    'href',
    '/payments',
  )
})
