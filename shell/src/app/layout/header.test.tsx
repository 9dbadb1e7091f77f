import { connectClient, readToken, removeToken, storeToken } from '@awards/shared/client'
import { session, sessionAdded } from '@awards/shared/contract'
import { registerNamespace } from '@awards/shared/i18n'
import { startSession } from '@awards/shared/session'
import { answer, answerCalls, renderRoutes, userOf } from '@awards/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { guard } from '../guard.tsx'
import { Layout } from './layout.tsx'

let ended = 0
let stop = () => {}
let restore = () => {}
beforeEach(() => {
  ended = 0
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(session.getUserInfo, () => userOf(0))
  answer(sessionAdded.logout, () => {
    ended += 1
    return { signed_out: true as const }
  })
})
afterEach(() => {
  stop()
  restore()
  removeToken()
})

/** The session in which the page on screen was left; a form saves its last letters then. */
let leftIn: string | undefined

function Account() {
  useEffect(() => {
    leftIn = undefined
    return () => void (leftIn = readToken())
  }, [])
  return <h1>Account</h1>
}

/** Somebody who is signed in, on a guarded page, about to sign out; `loadHome` is the loader of the home page. */
async function aboutToLeave(loadHome: () => Promise<null>) {
  await registerNamespace('shell', (language) => import(`../../locales/${language}.json`))
  const shown: string[] = []
  const seen = (name: string) => () => {
    shown.push(name)
    return <h1>{name}</h1>
  }
  const page = await renderRoutes(
    [
      {
        Component: Layout,
        children: [
          { path: '/home', loader: loadHome, Component: seen('Home') },
          { path: '/login', Component: seen('Sign in') },
          {
            Component: guard({ wrappers: ['auth'] }),
            children: [{ path: '/account', Component: Account }],
          },
        ],
      },
    ],
    '/account',
  )
  await screen.findByRole('heading', { name: 'Sign in' })
  storeToken('t1')
  await act(async () => void (stop = await startSession(page.store, '/account')))
  await act(() => page.go('/account'))
  await screen.findByRole('heading', { name: 'Account' })
  shown.length = 0
  await page.user.click(await screen.findByLabelText(/^Account of/))
  return { ...page, shown, leave: screen.getByRole('button', { name: 'Sign out' }) }
}

test('signing out ends the session while the home page is still loading, and leads to no /login', async () => {
  let arrive: () => void = () => undefined
  const home = new Promise<null>((resolve) => (arrive = () => resolve(null)))
  const { user, leave, location, shown } = await aboutToLeave(() => home)
  await user.click(leave)
  await waitFor(() => expect(ended).toBe(1), { timeout: 5_000 })
  expect(readToken()).toBeUndefined()
  expect(leftIn).toBe('t1')
  await act(async () => arrive())
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible()
  expect(location()).toBe('/home')
  expect(shown).not.toContain('Sign in')
  expect(ended).toBe(1)
})

test('where the home page is there soon, it follows, and no /login is seen', async () => {
  const { user, leave, shown } = await aboutToLeave(() => Promise.resolve(null))
  await user.click(leave)
  await waitFor(() => expect(ended).toBe(1))
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible()
  expect(shown).not.toContain('Sign in')
})

test('a tab that is closed right after "Sign out" leaves no session behind', async () => {
  const { user, leave } = await aboutToLeave(() => new Promise(() => undefined))
  await user.click(leave)
  expect(readToken()).toBe('t1')
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(readToken()).toBeUndefined()
  await waitFor(() => expect(ended).toBe(1))
})
