import { judge, judgeAdded, publication } from '@awards/shared/contract'
import { api, connectClient } from '@awards/shared/client'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, chair, refuse, renderRoutes } from '@awards/shared/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { routes } from '../../routes.tsx'
import { entry, phase } from '../chair.fixture.ts'

let restore = () => {}
let sent: unknown[] = []

const comment = (id: string, title: string) => ({
  ...entry(id, title),
  score_id: `3${id}`,
  version: 4,
  juror: 'Noor',
  level: 2,
  comment: 'The idea carries.',
  state: 'pending' as const,
  reason: null,
  moderated_at: null,
})

beforeEach(() => {
  restore = answerCalls()
  sent = []
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(judge.getPhase, () => ({ current: phase, list: [phase] }))
  answer(publication.category, () => [])
  answer(judgeAdded.commentList, () => ({
    list: [comment('1', 'Ondine'), comment('2', 'Passerelle')],
    total: 2,
    current: 1,
    pageSize: 10,
  }))
  answer(judgeAdded.moderateComments, (input) => {
    sent.push(input)
    return { updated: ['31'] }
  })
})
afterEach(() => restore())

const markOf = (title: string) =>
  screen.findByRole('checkbox', { name: `Mark the comment of Noor on ${title}` })

async function open() {
  const site = await renderRoutes(routes, '/juryreview?view=comments')
  site.store.dispatch(sessionReady(chair))
  await markOf('Ondine')
  return site
}

test('J12: J and K go from comment to comment wherever the focus is, X marks, R releases', async () => {
  const { user } = await open()
  expect(document.body).toHaveFocus()
  await user.keyboard('j')
  expect(await markOf('Ondine')).toHaveFocus()
  await user.keyboard('j')
  expect(await markOf('Passerelle')).toHaveFocus()
  await user.keyboard('x')
  expect(await markOf('Passerelle')).toBeChecked()
  expect(screen.getByRole('button', { name: 'Release 1' })).toBeEnabled()
  await user.keyboard('x')
  expect(await markOf('Passerelle')).not.toBeChecked()
  await user.keyboard('k')
  expect(await markOf('Ondine')).toHaveFocus()
  expect(sent).toEqual([])

  await user.keyboard('r')
  await waitFor(() =>
    expect(sent).toEqual([{ score_ids: ['31'], versions: { 31: 4 }, state: 'released' }]),
  )
  // The next one is under the hand.
  expect(await markOf('Passerelle')).toHaveFocus()
})

test('J12: W keeps the comment back, with a reason', async () => {
  const { user } = await open()
  await user.keyboard('j')
  await user.keyboard('w')
  const reason = await screen.findByLabelText(/^Reason/)
  // Letters belong to the reason now.
  await user.type(reason, 'It names the author')
  expect(sent).toEqual([])
  const dialog = screen.getByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Keep back' }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        score_ids: ['31'],
        versions: { 31: 4 },
        state: 'withheld',
        reason: 'It names the author',
      },
    ]),
  )
})

test('J12: a comment that has changed since it was read is said to be left, and stands there anew', async () => {
  const { user } = await open()
  const changed = { ...comment('1', 'Ondine'), version: 5, comment: 'Anne told me so.' }
  answer(judgeAdded.moderateComments, () => {
    answer(judgeAdded.commentList, () => ({ list: [changed], total: 1, current: 1, pageSize: 10 }))
    return { updated: [] }
  })
  await user.click(screen.getByRole('button', { name: 'Release the comment of Noor on Ondine' }))
  expect(await screen.findByText(/^1 comment has changed meanwhile/)).toBeVisible()
  expect(screen.queryByText(/comments? (is|are) released/)).not.toBeInTheDocument()
  expect(await screen.findByText('Anne told me so.')).toBeVisible()
})

test('J12: a mark falls from a comment that its juror changes meanwhile', async () => {
  const { user, store } = await open()
  await user.click(await markOf('Ondine'))
  await user.click(await markOf('Passerelle'))
  answer(judgeAdded.commentList, () => ({
    list: [{ ...comment('1', 'Ondine'), version: 5 }, comment('2', 'Passerelle')],
    total: 2,
    current: 1,
    pageSize: 10,
  }))
  act(() => void store.dispatch(api.util.invalidateTags(['judging'])))
  await waitFor(async () => expect(await markOf('Ondine')).not.toBeChecked())
  expect(screen.getByRole('button', { name: 'Release 1' })).toBeEnabled()
})

test('J12: a release that the server refuses is told, and the comment stays marked', async () => {
  const { user } = await open()
  const told: string[] = []
  connectClient({ notify: (text) => told.push(text), navigate: () => undefined })
  refuse(judgeAdded.moderateComments, 500, 'Something went wrong. Please try again.')
  await user.click(await markOf('Ondine'))
  await user.click(screen.getByRole('button', { name: 'Release 1' }))
  await waitFor(() => expect(told).toEqual(['Something went wrong. Please try again.']))
  expect(await markOf('Ondine')).toBeChecked()
})
