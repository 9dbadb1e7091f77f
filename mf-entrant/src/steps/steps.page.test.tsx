import { connectClient } from '@awards/shared/client'
import { entries, publication } from '@awards/shared/contract'
import type { Identity } from '@awards/shared/domain'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, refuse, renderRoutes, userOf } from '@awards/shared/testing'
import { act, screen } from '@testing-library/react'
import { routes } from '../routes.tsx'

let restore = () => {}
let gone: string[] = []
beforeEach(() => {
  restore = answerCalls()
  gone = []
  connectClient({ notify: () => undefined, navigate: (to) => void gone.push(String(to)) })
  answer(publication.category, () => [])
  for (const call of [entries.entryList, entries.historyEntryList, entries.info]) {
    refuse(call, 403, 'This is not for your account.')
  }
})
afterEach(() => restore())

test.each([1, 2, 3] as const)(
  'J16: a juror of identity %d stays at /steps, which asks for nothing but to be signed in',
  async (identity: Identity) => {
    proves('route /steps')
    const site = await renderRoutes([{ path: '/blank', element: null }, ...routes], '/blank')
    act(() => void site.store.dispatch(sessionReady(userOf(identity))))
    for (const address of ['/steps', '/steps?id=7&step=2']) {
      await act(() => site.go(address))
      expect(await screen.findByText('Your account has a seat on the jury')).toBeVisible()
      expect(site.location()).toBe(address)
    }
    expect(gone).toEqual([])
  },
)
