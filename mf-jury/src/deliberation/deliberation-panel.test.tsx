import { connectClient } from '@awards/shared/client'
import { deliberation, type Deliberation } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, chair, renderRoutes } from '@awards/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import '../routes.tsx'
import { DeliberationPanel } from './deliberation-panel.tsx'

const thread: Deliberation = {
  apply_order_id: '7',
  hidden: null,
  can_write: true,
  is_frozen: false,
  state: 'now',
  begun_at: null,
  comments: [],
  votes: [],
  summary: { text: '', is_masked: false, is_released: false, version: 0 },
}

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(deliberation.deliberation, () => thread)
})
afterEach(() => restore())

/** Opens the panel and sends a comment, whose answer waits for `arrive`. */
async function sendComment() {
  const answered = Promise.withResolvers<{ comment_id: string }>()
  answer(deliberation.comment, () => answered.promise)
  const route = { path: '/', element: <DeliberationPanel id="7" editionId="1" /> }
  const { store, user } = await renderRoutes([route], '/')
  act(() => void store.dispatch(sessionReady(chair)))
  const comment = await screen.findByRole('textbox', { name: 'Your comment' })
  await user.type(comment, 'What is the risk?')
  await user.click(screen.getByRole('button', { name: 'Send comment' }))
  return { user, comment, arrive: () => act(async () => answered.resolve({ comment_id: '1' })) }
}

test('the field of a sent comment is empty, and has the focus for the next one', async () => {
  const { comment, arrive } = await sendComment()
  expect(comment).toHaveAttribute('readonly')
  await arrive()
  await waitFor(() => expect(comment).toHaveValue(''))
  expect(comment).toHaveFocus()
  expect(comment).not.toHaveAttribute('readonly')
})

test('a comment that is answered late does not take the focus from what is written meanwhile', async () => {
  const { user, comment, arrive } = await sendComment()
  const summary = screen.getByRole('textbox', { name: 'Agreed summary' })
  await user.type(summary, 'The joint ')
  await arrive()
  await waitFor(() => expect(comment).toHaveValue(''))
  await user.keyboard('divides us')
  expect(summary).toHaveValue('The joint divides us')
  expect(comment).toHaveValue('')
})
