import { registerNamespace } from '@awards/shared/i18n'
import { answerCalls, renderRoutes } from '@awards/shared/testing'
import { init } from '@module-federation/enhanced/runtime'
import { act, screen, waitFor } from '@testing-library/react'
import { useSearchParams, type RouteObject } from 'react-router-dom'
import { boundaryOf } from '../../releases/failures/failure-panel.tsx'
import { registerFederationTexts } from '../../releases/failures/texts.ts'
import { updates } from '../../releases/updates.ts'
import { Layout } from './layout.tsx'

/** What /discovery.json takes: longer than the layout waits until it shows that a page is on its way. */
const ANSWER_AFTER_MS = 300

let asked = 0
let answered = 0
let pending: Promise<unknown> = Promise.resolve()
window.fetch = () => {
  asked += 1
  const answer = new Promise<Response>((resolve) => {
    setTimeout(() => {
      answered += 1
      resolve(new Response(null, { status: 503 }))
    }, ANSWER_AFTER_MS)
  })
  pending = answer
  return answer
}
const pause = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)))

let late = 0
const clock = Date.now
/** Lets so much time pass that the next navigation asks for discovery again. */
const passFreshness = () => (late += 6_000)

// The loader of remotes wants the runtime of the shell, which its build begins.
beforeAll(() => void init({ name: 'shell', remotes: [] }))

let restore = () => {}
beforeEach(() => {
  asked = 0
  restore = answerCalls()
  jest.spyOn(Date, 'now').mockImplementation(() => clock() + late)
})
afterEach(async () => {
  restore()
  await pending
  jest.restoreAllMocks()
})

/** A search that keeps its letters in the field and puts them into the address, as that of the questions does. */
function Search() {
  const [, setParams] = useSearchParams()
  return (
    <input
      type="search"
      aria-label="Search"
      onChange={({ target }) => setParams({ q: target.value }, { replace: true })}
    />
  )
}

const lazily = (Component: () => React.ReactNode) => () => Promise.resolve({ Component })

async function start(routes: RouteObject[], at: string) {
  await registerNamespace('shell', (language) => import(`../../locales/${language}.json`))
  await registerFederationTexts()
  const { retryableRoutes } = await import('../../releases/routes/retryable-route.tsx')
  const children = [
    { ErrorBoundary: boundaryOf('mf-public'), children: retryableRoutes('mf-public', routes) },
  ]
  return renderRoutes([{ Component: Layout, children }], at)
}

const SEARCH: RouteObject = { path: '/faq', lazy: lazily(Search) }

test('letters of a search that go into the address do not wait for discovery, and the page stays mounted', async () => {
  const { user, location } = await start([SEARCH], '/faq')
  const field = await screen.findByRole('searchbox')
  passFreshness()
  asked = 0
  await user.type(field, 'f')
  expect(location()).toBe('/faq?q=f')
  // Asked for all the same, for who only looks through entries or questions for hours.
  expect(asked).toBe(1)
  await user.type(field, 'ees')
  await pause(ANSWER_AFTER_MS)
  expect(field).toBeInTheDocument()
  expect(field).toHaveFocus()
  expect(field).toHaveValue('fees')
  expect(location()).toBe('/faq?q=fees')
})

test('a page whose loader asks for data by the query stays mounted while it asks', async () => {
  const loader = jest.fn(({ request }: { request: Request }) => new URL(request.url).search)
  const routes = [{ path: '/faq', lazy: () => Promise.resolve({ Component: Search, loader }) }]
  const { user, location } = await start(routes, '/faq')
  const field = await screen.findByRole('searchbox')
  passFreshness()
  await user.type(field, 'f')
  await pause(ANSWER_AFTER_MS + 100)
  expect(loader).toHaveLastReturnedWith('?q=f')
  expect(location()).toBe('/faq?q=f')
  expect(field).toBeInTheDocument()
  expect(field).toHaveFocus()
})

test('a release that was withdrawn is left at a change of the query too', async () => {
  const { user, location } = await start([SEARCH], '/faq')
  const field = await screen.findByRole('searchbox')
  const news = { name: 'mf-public', loaded: '1.1.0', next: '1.0.0', withdrawn: true }
  act(() => updates.set([news]))
  passFreshness()
  answered = 0
  await user.type(field, 'f')
  // The loader runs, which may load a new document; it waits for what discovery says now.
  await waitFor(() => expect(location()).toBe('/faq?q=f'))
  expect(answered).toBe(1)
  act(() => updates.set([]))
})

test('while the page of another path loads it gives way, once that takes long enough to be noticed', async () => {
  const { promise: data, resolve } = Promise.withResolvers<null>()
  const Calendar = () => <h1>Calendar</h1>
  const screenful = { Component: Calendar, loader: () => data }
  const calendar = { path: '/calendar', lazy: () => Promise.resolve(screenful) }
  const { go } = await start([SEARCH, calendar], '/faq')
  await screen.findByRole('searchbox')
  passFreshness()
  let arrival: Promise<void> = Promise.resolve()
  act(() => void (arrival = go('/calendar')))
  await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull())
  expect(screen.queryByRole('heading', { name: 'Calendar' })).toBeNull()
  resolve(null)
  await act(() => arrival)
  expect(await screen.findByRole('heading', { name: 'Calendar' })).toBeVisible()
})

test('"Try again" says that it works and reruns what failed at the same address', async () => {
  let isBroken = true
  const Page = () => {
    if (isBroken) throw new Error('planted in render')
    return <h1>Questions</h1>
  }
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  let data: Promise<null> = Promise.resolve(null)
  const screenful = { Component: Page, loader: () => data }
  const faq = { path: '/faq', lazy: () => Promise.resolve(screenful) }
  const { user } = await start([faq], '/faq?q=fee')
  const button = await screen.findByRole('button', { name: 'Try again' })
  passFreshness()
  isBroken = false
  const { promise, resolve } = Promise.withResolvers<null>()
  data = promise
  await user.click(button)
  await pause(200)
  expect(button).toBeInTheDocument()
  expect(button).toHaveAttribute('aria-busy', 'true')
  resolve(null)
  expect(await screen.findByRole('heading', { name: 'Questions' })).toBeVisible()
})
