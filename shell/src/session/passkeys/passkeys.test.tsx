import { connectClient } from '@awards/shared/client'
import { passkeys, type PasskeyRow } from '@awards/shared/contract'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, refuse, renderRoutes, userOf } from '@awards/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { Passkeys } from './passkeys.tsx'

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
})
afterEach(() => restore())

const passkeyOf = (passkey_id: string, name: string): PasskeyRow => ({
  passkey_id,
  name,
  created_at: '2027-01-01T10:00:00.000Z',
  last_used_at: null,
  is_backed_up: false,
  is_stopped: false,
})

test('the focus goes back to the action that was asked for, and to the heading once the passkey is gone', async () => {
  let owned = [passkeyOf('1', 'Laptop'), passkeyOf('2', 'Telephone')]
  answer(passkeys.list, () => owned)
  answer(passkeys.remove, () => {
    owned = owned.slice(1)
    return { removed: true }
  })
  const { user, store } = await renderRoutes([{ path: '/', element: <Passkeys /> }], '/')
  act(() => void store.dispatch(sessionReady(userOf(0))))
  for (const name of ['Rename: Laptop', 'Remove: Laptop']) {
    await user.click(await screen.findByRole('button', { name }))
    await user.click(screen.getByRole('button', { name: 'Leave it' }))
    await waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus())
  }
  await user.click(screen.getByRole('button', { name: 'Remove: Laptop' }))
  await user.click(screen.getByRole('button', { name: 'Remove the passkey' }))
  await waitFor(() => expect(screen.queryByText('Laptop')).toBeNull())
  expect(screen.getByText('Telephone')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Passkeys' })).toHaveFocus()
})

test('a list that cannot be read offers another try', async () => {
  refuse(passkeys.list, 503, 'The server is busy. Try again in a moment.')
  const { user, store } = await renderRoutes([{ path: '/', element: <Passkeys /> }], '/')
  act(() => void store.dispatch(sessionReady(userOf(0))))
  const retry = await screen.findByRole('button', { name: 'Try again' })
  answer(passkeys.list, () => [passkeyOf('1', 'Laptop')])
  await user.click(retry)
  expect(await screen.findByText('Laptop')).toBeVisible()
})
