import { connectClient, removeToken, storeToken } from '@awards/shared/client'
import { session } from '@awards/shared/contract'
import type { AccountRight, Identity, Wrapper } from '@awards/shared/domain'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, renderRoutes, userOf } from '@awards/shared/testing'
import { act, screen } from '@testing-library/react'
import { use } from 'react'
import { guard } from './guard.tsx'

const pages = ['/login', '/403', '/account', '/juryreview', '/subjuryreview', '/levelJuryreview']
const elsewhere = pages.map((path) => ({ path, element: <p>page {path}</p> }))

async function visit(wrappers: readonly Wrapper[], identity: Identity | undefined) {
  const Guard = guard({ wrappers })
  const guarded = { Component: Guard, children: [{ path: '/guarded', element: <p>inside</p> }] }
  const page = await renderRoutes([guarded, ...elsewhere, { path: '/', element: null }], '/')
  if (identity !== undefined) act(() => void page.store.dispatch(sessionReady(userOf(identity))))
  await act(() => page.go('/guarded?x=1'))
  return page
}

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
})
afterEach(() => {
  restore()
  removeToken()
})

test('auth sends a visitor to /login and remembers where they wanted to go', async () => {
  const page = await visit(['auth'], undefined)
  expect(page.location()).toBe('/login?redirect=%2Fguarded%3Fx%3D1')
})

test('juryauth lets an entrant pass', async () => {
  await visit(['auth', 'juryauth'], 0)
  expect(screen.getByText('inside')).toBeVisible()
})

test.each<[Identity, string]>([
  [1, '/juryreview'],
  [2, '/subjuryreview'],
  [3, '/levelJuryreview'],
])('juryauth sends identity %i to %s', async (identity, home) => {
  const page = await visit(['auth', 'juryauth'], identity)
  expect(page.location()).toBe(home)
})

test.each<[Wrapper, readonly Identity[]]>([
  ['onlyJury', [1]],
  ['subJury', [2]],
  ['levsubJury', [3]],
  ['reviewer', [2, 3]],
])('%s admits %p and sends everybody else to /403', async (wrapper, admitted) => {
  for (const identity of [0, 1, 2, 3] as const) {
    const page = await visit([wrapper], identity)
    expect(page.location()).toBe(admitted.includes(identity) ? '/guarded?x=1' : '/403')
  }
})

test('who opened the site on /login with a token is looked for before being sent back there', async () => {
  storeToken('t1')
  answer(session.getUserInfo, () => userOf(0))
  await visit(['auth'], undefined)
  expect(await screen.findByText('inside')).toBeVisible()
})

test.each<[string, readonly AccountRight[], Identity | undefined, string]>([
  ['its holder is let in', ['admit'], 0, '/guarded?x=1'],
  ['the holder of another is sent to /403', ['organise'], 0, '/403'],
  ['a juror without it is sent to /403', [], 1, '/403'],
  ['a visitor is sent to /login', [], undefined, '/login?redirect=%2Fguarded%3Fx%3D1'],
])('where a right is asked for, %s', async (_who, rights, identity, end) => {
  const guarded = {
    Component: guard({ wrappers: [], rights: ['admit'] }),
    children: [{ path: '/guarded', element: <p>inside</p> }],
  }
  const page = await renderRoutes([guarded, ...elsewhere, { path: '/', element: null }], '/')
  const user = identity === undefined ? undefined : { ...userOf(identity), rights: [...rights] }
  if (user) act(() => void page.store.dispatch(sessionReady(user)))
  await act(() => page.go('/guarded?x=1'))
  expect(page.location()).toBe(end)
})

test('a session that ends while the next page is about to be shown sends nobody to /login', async () => {
  let load: (text: string) => void = () => undefined
  const text = new Promise<string>((resolve) => (load = resolve))
  const Next = () => <p>{use(text)}</p>
  const guarded = {
    Component: guard({ wrappers: ['auth'] }),
    children: [{ path: '/guarded', element: <p>inside</p> }],
  }
  const routes = [
    guarded,
    ...elsewhere,
    { path: '/next', element: <Next /> },
    { path: '/', element: null },
  ]
  const page = await renderRoutes(routes, '/')
  act(() => void page.store.dispatch(sessionReady(userOf(0))))
  await act(() => page.go('/guarded'))

  await act(() => page.go('/next'))
  expect(screen.getByText('inside')).toBeInTheDocument()
  await act(async () => void page.store.dispatch(sessionReady(undefined)))
  await act(async () => load('arrived'))

  expect(screen.getByText('arrived')).toBeVisible()
  expect(page.location()).toBe('/next')
})
