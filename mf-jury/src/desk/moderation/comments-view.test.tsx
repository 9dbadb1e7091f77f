import { judge, judgeAdded, publication } from '@awards/shared/contract'
import { connectClient } from '@awards/shared/client'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, chair, renderRoutes } from '@awards/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { routes } from '../../routes.tsx'
import { entry, phase } from '../chair.fixture.ts'

let restore = () => {}
let sent: unknown[] = []

const comment = (id: string, title: string) => ({
  ...entry(id, title),
  score_id: `3${id}`,
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
  await waitFor(() => expect(sent).toEqual([{ score_ids: ['31'], state: 'released' }]))
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
    expect(sent).toEqual([{ score_ids: ['31'], state: 'withheld', reason: 'It names the author' }]),
  )
})
