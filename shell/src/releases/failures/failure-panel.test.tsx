import { renderRoutes } from '@awards/shared/testing'
import { act, screen } from '@testing-library/react'
import { interruptible, Interruption } from '../loader/attempts.ts'
import { remoteStore } from '../remote-store.ts'
import { SlowNotice } from './failure-panel.tsx'
import { registerFederationTexts } from './texts.ts'

const load = { name: 'mf-jury', trace: 't', since: Date.now(), attempt: 1 }
const slow = (previous: string | undefined) =>
  act(() =>
    remoteStore.set('mf-jury', {
      status: 'loading',
      version: '1.5.0',
      attempt: 1,
      since: 0,
      slow: true,
      previous,
    }),
  )

async function waiting() {
  const page = await renderRoutes([{ path: '*', element: <SlowNotice /> }], '/')
  await act(() => registerFederationTexts())
  const outcome = interruptible(load, () => new Promise(() => undefined)).catch((reason: unknown) =>
    reason instanceof Interruption ? reason.choice : reason,
  )
  return { ...page, outcome }
}

afterEach(() => remoteStore.set('mf-jury', { status: 'idle' }))

test('a load that is on time says nothing', async () => {
  await waiting()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

test('a slow load can be tried again; without another version there is no other choice', async () => {
  const { user, outcome } = await waiting()
  slow(undefined)
  expect(screen.getByText('This takes longer than usual.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /previous/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await outcome).toBe('retry')
})

test('where there is another version it can be used at once', async () => {
  const { user, outcome } = await waiting()
  slow('1.4.0')
  await user.click(screen.getByRole('button', { name: 'Use the previous version' }))
  expect(await outcome).toBe('previous')
})
