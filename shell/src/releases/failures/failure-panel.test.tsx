import { renderRoutes } from '@awards/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { interruptible, Interruption } from '../loader/attempts.ts'
import { remoteStore } from '../remote-store.ts'
import { boundaryOf, SlowNotice } from './failure-panel.tsx'
import { RemoteError, type Problem } from './remote-error.ts'
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

afterEach(() => {
  remoteStore.set('mf-jury', { status: 'idle' })
  jest.restoreAllMocks()
})

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

/** Opens a page of a remote that cannot be loaded, however often it is tried. */
async function unloadable(remote: string, problem: Problem) {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  let attempt = 0
  const loader = () => {
    attempt += 1
    const cause = new Error(`Loading chunk 12 failed. (?retry=${attempt})`)
    const error = new RemoteError(remote, problem, { version: '1.0.0', attempt, trace: 't' }, cause)
    remoteStore.set(remote, { status: 'failed', error })
    throw error
  }
  const route = { path: '/page', ErrorBoundary: boundaryOf(remote), loader, element: null }
  const { user } = await renderRoutes([route], '/page')
  await act(() => registerFederationTexts())
  const tryAgain = async () => {
    const before = attempt
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(attempt).toBe(before + 1)
  }
  return { tryAgain }
}
const reload = () => screen.queryByRole('button', { name: 'Load the page again' })

/** Whether the browser tells the status of a script; that of the tests does not. */
function tellStatus(tells: boolean) {
  const value = tells ? { prototype: { responseStatus: 0 } } : undefined
  Object.defineProperty(window, 'PerformanceResourceTiming', { value, configurable: true })
}
afterEach(() => tellStatus(false))

test.each([
  ['a chunk of an old shell is gone', { phase: 'chunk', kind: 'http', status: 404 }],
  ['a chunk is gone, and the browser does not say so', { phase: 'entry', kind: 'network' }],
  ['the shell is too old for it', { phase: 'contract', kind: 'invalid' }],
] as const)(
  'when %s, a new document is offered once another try has failed',
  async (_why, problem) => {
    const { tryAgain } = await unloadable(`mf-of-${problem.phase}`, problem)
    await screen.findByRole('button', { name: 'Try again' })
    expect(reload()).toBeNull()
    await tryAgain()
    expect(await screen.findByRole('button', { name: 'Load the page again' })).toBeVisible()
    // The file may come back meanwhile.
    await tryAgain()
    expect(reload()).toBeVisible()
  },
)

test.each([
  ['the network', { phase: 'chunk', kind: 'network' }],
  ['the server', { phase: 'chunk', kind: 'http', status: 503 }],
] as const)('while %s is away, no new document is offered', async (_what, problem) => {
  tellStatus(true)
  const { tryAgain } = await unloadable('mf-away', problem)
  await tryAgain()
  await tryAgain()
  expect(reload()).toBeNull()
})

test('the button to try again is busy from the press until the try has ended', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const gate = Promise.withResolvers<void>()
  let attempt = 0
  const loader = async () => {
    attempt += 1
    if (attempt > 1) await gate.promise
    const problem = { phase: 'chunk', kind: 'network' } as const
    const details = { version: '1.0.0', attempt, trace: 't' }
    throw new RemoteError('mf-busy', problem, details, new Error('Loading chunk 12 failed.'))
  }
  const route = { path: '/page', ErrorBoundary: boundaryOf('mf-busy'), loader, element: null }
  const { user } = await renderRoutes([route], '/page')
  await act(() => registerFederationTexts())
  const button = await screen.findByRole('button', { name: 'Try again' })
  const seen: (string | null)[] = []
  const observer = new MutationObserver(() => seen.push(button.getAttribute('aria-busy')))
  observer.observe(button, { attributeFilter: ['aria-busy'] })

  await user.click(button)
  await waitFor(() => expect(attempt).toBe(2))
  expect(seen).toEqual(['true'])
  gate.resolve()
  await waitFor(() => expect(seen).toEqual(['true', null]))
})
