import { connectClient } from '@awards/shared/client'
import { entries, publication } from '@awards/shared/contract'
import type { Identity } from '@awards/shared/domain'
import { sessionReady } from '@awards/shared/session'
import { answer, answerCalls, refuse, renderRoutes, userOf } from '@awards/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRevalidator } from 'react-router-dom'
import { answerOpenCall, paidEntry } from '../common/owner-entry.fixture.ts'
import { routes } from '../routes.tsx'

/** The form has read the copy of this device by then, and has filled in what it begins with. */
const AFTER_THE_COPY_MS = 200

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

test('the entry and the call are asked for beside the categories, not after them', async () => {
  const asked: string[] = []
  const never = new Promise<never>(() => undefined)
  const calls = [
    publication.category,
    entries.info,
    entries.registrationTime,
    entries.awardClassification,
  ]
  for (const call of calls) {
    answer(call as typeof entries.info, () => {
      asked.push(call.name)
      return never
    })
  }
  const site = await renderRoutes([{ path: '/blank', element: null }, ...routes], '/blank')
  act(() => void site.store.dispatch(sessionReady(userOf(0))))
  await act(() => site.go('/steps?id=7&step=2'))
  await waitFor(() => expect(asked.toSorted()).toEqual(calls.map(({ name }) => name).toSorted()))
})

test.each([
  ['the owner is filled in as its first author', 'owner', ['Ada Marin']],
  ['an editor of the studio is none of its authors', 'editor', []],
] as const)('the credits of a work begun: %s', async (_name, role, authors) => {
  answerOpenCall()
  const saved: unknown[] = []
  answer(entries.info, () => ({
    ...paidEntry,
    role,
    entry_status: 0,
    answers: { title: 'Halo II' },
  }))
  answer(entries.edit, (input) => {
    saved.push((input as { answers: unknown }).answers)
    return { version: 5, entry_status: 0, entry_status_text: 'draft', problems: {} }
  })
  const site = await renderRoutes([{ path: '/blank', element: null }, ...routes], '/blank')
  act(() => void site.store.dispatch(sessionReady(userOf(0))))
  await act(() => site.go('/steps?id=7&step=4'))
  await screen.findByRole('heading', { name: 'Who made it?' })
  await act(() => new Promise((resolve) => setTimeout(resolve, AFTER_THE_COPY_MS)))
  const names = screen.queryAllByDisplayValue('Ada Marin')
  expect(names.map((one) => (one as HTMLInputElement).value)).toEqual(authors)
  await waitFor(() => expect(saved).toHaveLength(authors.length), { timeout: 5_000 })
})

test('a failure to load the categories can be tried again where the form is', async () => {
  refuse(publication.category, 500, 'Something went wrong on our side.')
  refuse(entries.info, 404, 'This does not exist, or is not yours.')
  refuse(entries.registrationTime, 500, 'Something went wrong on our side.')
  refuse(entries.awardClassification, 500, 'Something went wrong on our side.')
  const site = await renderRoutes(
    [
      { path: '/blank', element: null },
      { path: '/', ErrorBoundary: TryAgain, children: [...routes] },
    ],
    '/blank',
  )
  act(() => void site.store.dispatch(sessionReady(userOf(0))))
  await act(() => site.go('/steps?id=7&step=2'))
  answer(publication.category, () => [])
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'There is no such entry here' })).toBeVisible()
})

function TryAgain() {
  const { revalidate } = useRevalidator()
  return <button onClick={() => void revalidate()}>Try again</button>
}
