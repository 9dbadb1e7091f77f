import { setSubmittedForm } from '@awards/shared/client'
import { registerNamespace } from '@awards/shared/i18n'
import { sessionReady } from '@awards/shared/session'
import { answerCalls, renderRoutes, userOf } from '@awards/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { Component } from './forget.page.tsx'

beforeAll(() => registerNamespace('shell', (language) => import(`../locales/${language}.json`)))
let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
})
afterEach(() => {
  restore()
  setSubmittedForm(undefined)
})

/** Opens the page once the session is there already. */
async function openedBySignedIn() {
  const routes = [
    { path: '/', element: null },
    { path: '/forget', element: <Component /> },
    { path: '/steps', element: <h1>Steps</h1> },
  ]
  const { store, go, location } = await renderRoutes(routes, '/')
  act(() => void store.dispatch(sessionReady(userOf(0))))
  await act(() => go('/forget?redirect=/steps'))
  return location
}

test('a session of the submitted form that is there before the page is mounted goes on to the wanted page', async () => {
  setSubmittedForm({ form: 'reset', values: {}, isCodeRequest: false, isSignedIn: true })
  const location = await openedBySignedIn()
  await waitFor(() => expect(location()).toBe('/steps'))
})

test('who was signed in before may still set a new password', async () => {
  const location = await openedBySignedIn()
  expect(await screen.findByLabelText('New password')).toBeVisible()
  expect(location()).toBe('/forget?redirect=/steps')
})
