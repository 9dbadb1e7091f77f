import { connectClient } from '@awards/shared/client'
import { account, oidc, passkeys, type DeviceRow } from '@awards/shared/contract'
import { registerNamespace } from '@awards/shared/i18n'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, chair, refuse, renderRoutes, userOf } from '@awards/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { Component } from './change-password.page.tsx'

beforeAll(() => registerNamespace('shell', (language) => import(`../locales/${language}.json`)))
let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(oidc.list, () => ({ identities: [], providers: [], is_only_way: false }))
  answer(passkeys.list, () => [])
})
afterEach(() => restore())

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
const deviceOf = (id: string, user_agent: string): DeviceRow => ({
  id,
  user_agent,
  created_at: '2027-01-01T10:00:00.000Z',
  last_used_at: '2027-01-05T10:00:00.000Z',
  expires_at: '2027-01-31T10:00:00.000Z',
  is_current: id === '1',
})

async function openedBy(user: typeof chair | ReturnType<typeof userOf>) {
  const page = (
    <main>
      <Component />
    </main>
  )
  const opened = await renderRoutes([{ path: '/', element: page }], '/')
  act(() => void opened.store.dispatch(sessionReady(user)))
  return opened
}
const forgetOf = (name: RegExp) => screen.findByRole('button', { name })

test('a trusted device is forgotten; the focus goes to the list, and with the last one to the page', async () => {
  let trusted = [deviceOf('1', CHROME), deviceOf('2', FIREFOX)]
  answer(account.devices, () => trusted)
  answer(account.forgetDevices, (input) => {
    const { device_id } = input as { device_id: string }
    trusted = trusted.filter(({ id }) => id !== device_id)
    return { forgotten: 1 }
  })
  const { user } = await openedBy(chair)
  expect(await screen.findByText(/^Chrome.*\(this device\)$/)).toBeVisible()

  await user.click(await forgetOf(/^Forget: Firefox/))
  await waitFor(() => expect(screen.queryByText(/^Firefox/)).toBeNull())
  const title = screen.getByRole('heading', { name: 'Devices that you trust' })
  expect(title).toHaveFocus()

  await user.click(await forgetOf(/^Forget: Chrome/))
  await waitFor(() => expect(title).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('trusted devices that cannot be read offer another try', async () => {
  refuse(account.devices, 503, 'The server is busy. Try again in a moment.')
  const { user } = await openedBy(chair)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  answer(account.devices, () => [deviceOf('1', CHROME)])
  await user.click(retry)
  expect(await screen.findByText(/^Chrome/)).toBeVisible()
})

test('who signs in without a second factor is asked for no devices', async () => {
  await openedBy(userOf(0))
  expect(await screen.findByRole('heading', { name: 'Passkeys' })).toBeVisible()
  expect(screen.queryByText('Devices that you trust')).toBeNull()
})
