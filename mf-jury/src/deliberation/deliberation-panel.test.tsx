import { api, BusinessError, connectClient } from '@awards/shared/client'
import { deliberation, type Deliberation, type DeliberationComment } from '@awards/shared/contract'
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

const own: DeliberationComment = {
  id: '3',
  level: 2,
  juror: 'Ann',
  is_named: true,
  is_own: true,
  text: 'What is the risk?',
  at: '2026-11-29T10:00:00.000Z',
  edited_at: null,
  is_removed: false,
  is_erased: false,
  hidden_reason: null,
  is_hidden: false,
  is_excluded: false,
  editable_until: '2026-11-29T10:15:00.000Z',
}

/** Opens the panel of a thread with an own comment; what a call answers may change the comment. */
async function openOwn() {
  let comment = own
  answer(deliberation.deliberation, () => ({ ...thread, comments: [comment] }))
  answer(deliberation.comment, (input) => {
    comment = { ...own, text: deliberation.comment.input.parse(input).text, edited_at: own.at }
    return { comment_id: own.id }
  })
  answer(deliberation.removeComment, () => {
    comment = { ...own, text: null, is_removed: true, editable_until: null }
    return { comment_id: own.id }
  })
  const route = { path: '/', element: <DeliberationPanel id="7" editionId="1" /> }
  const { store, user } = await renderRoutes([route], '/')
  act(() => void store.dispatch(sessionReady(chair)))
  await screen.findByText('What is the risk?')
  return user
}

test('a comment is changed by the keyboard alone: the focus is in its text, then on its button again', async () => {
  const user = await openOwn()
  screen.getByRole('button', { name: 'Change' }).focus()
  await user.keyboard('{Enter}')
  expect(screen.getByDisplayValue('What is the risk?')).toHaveFocus()
  await user.keyboard(' And for whom?')
  await user.click(screen.getByRole('button', { name: 'Save change' }))
  await screen.findByText('What is the risk? And for whom?')
  expect(screen.getByRole('button', { name: 'Change' })).toHaveFocus()
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Change' })).toHaveFocus()
})

test('a comment that is taken back leaves the focus on its row', async () => {
  const user = await openOwn()
  await user.click(screen.getByRole('button', { name: 'Take back' }))
  const note = await screen.findByText('Taken back by the author')
  expect(note.closest('li')).toHaveFocus()
})

/** The panel of a chair; another chair may `save` the summary meanwhile. */
async function openSummary() {
  let summary = { text: '', is_masked: false, is_released: false, version: 0 }
  const sent: unknown[] = []
  answer(deliberation.deliberation, () => ({ ...thread, summary }))
  answer(deliberation.summarise, (input) => {
    const { text, is_released, version } = deliberation.summarise.input.parse(input)
    sent.push({ text, version })
    if (version !== summary.version) {
      throw new BusinessError(409, 'This has changed in the meantime.', { reason: 'VERSION' })
    }
    summary = { ...summary, text, is_released, version: version + 1 }
    return { version: summary.version }
  })
  const route = { path: '/', element: <DeliberationPanel id="7" editionId="1" /> }
  const { store, user } = await renderRoutes([route], '/')
  act(() => void store.dispatch(sessionReady(chair)))
  const field = await screen.findByRole('textbox', { name: 'Agreed summary' })
  const save = (text: string, is_released = false) => {
    summary = { ...summary, text, is_released, version: summary.version + 1 }
  }
  const poll = () => act(() => void store.dispatch(api.util.invalidateTags(['judging'])))
  return { user, field, sent, save, poll, saved: () => summary }
}
const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a summary that another chair has saved meanwhile keeps what was typed, and shows the other text', async () => {
  const { user, field, sent, save, saved } = await openSummary()
  expect(isHeld()).toBe(false)
  await user.type(field, 'Mine')
  expect(isHeld()).toBe(true)
  save('Theirs')
  const button = screen.getByRole('button', { name: 'Save as draft' })
  await user.click(button)
  expect(await screen.findByText('Theirs')).toBeVisible()
  // Told once, with the other text.
  expect(screen.queryByRole('alert')).toBeNull()
  expect(field).toHaveValue('Mine')
  expect(isHeld()).toBe(true)

  // A third text, which nobody has shown yet, is not replaced by the text that was typed over the second.
  save('Theirs again')
  await user.click(button)
  expect(await screen.findByText('Theirs again')).toBeVisible()
  await user.click(button)
  await waitFor(() => expect(saved()).toMatchObject({ text: 'Mine', version: 3 }))
  expect(sent).toEqual([0, 1, 2].map((version) => ({ text: 'Mine', version })))
  await waitFor(() => expect(screen.queryByText('Theirs again')).toBeNull())
  expect(isHeld()).toBe(false)
})

test('a text that was typed outlasts the release by another chair; it may be given up for theirs', async () => {
  const { user, field, save, poll } = await openSummary()
  await user.type(field, 'Mine')
  save('Theirs', true)
  await poll()
  expect(await screen.findByRole('button', { name: 'Reopen' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Agreed summary' })).toHaveValue('Mine')
  expect(screen.getByText('Theirs')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save as draft' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Keep the other text' }))
  expect(screen.queryByRole('textbox', { name: 'Agreed summary' })).toBeNull()
  expect(screen.getByText('Theirs')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a summary that one has reopened oneself is replaced by what was typed, at the first save', async () => {
  const { user, field, save, poll, saved } = await openSummary()
  await user.type(field, 'Mine')
  save('Theirs', true)
  await poll()
  await screen.findByRole('button', { name: 'Reopen' })
  // The text stays as it is while it is reopened.
  save('Theirs')
  await poll()
  await user.click(await screen.findByRole('button', { name: 'Save as draft' }))
  await waitFor(() => expect(saved()).toMatchObject({ text: 'Mine', version: 3 }))
})
