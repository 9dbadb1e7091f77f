import { readToken, removeToken, storeToken } from '@awards/shared/client'
import { createStore, sessionReady } from '@awards/shared/session'
import { userOf } from '@awards/shared/testing'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import type { Saved } from '../steps/draft/draft-merge.ts'
import { createDraftSaver } from '../steps/draft/draft-saver.ts'
import { useSaveMoments } from './save-state.tsx'

const start: Saved = { version: 1, step: 1, answers: { title: 'Ondine' }, files: [] }
const RETRY_MS = 5_000

beforeEach(() => {
  jest.useFakeTimers()
  storeToken('t1')
})
afterEach(() => {
  removeToken()
  jest.useRealTimers()
})

/** A form without a connection, in which something was typed; `sent` has the token of each of its saves. */
function openForm(name = 'entry:1:7') {
  const sent: (string | undefined)[] = []
  const saver = createDraftSaver(start, {
    async saveAnswers() {
      sent.push(readToken())
      throw new TypeError('offline')
    },
    saveFiles: async (version, files) => ({ version, files }),
    load: async () => start,
    keep: () => undefined,
    refused: () => undefined,
  })
  const store = createStore()
  store.dispatch(sessionReady(userOf(0)))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  )
  const { unmount } = renderHook(() => useSaveMoments(saver, name), { wrapper })
  saver.change({ answers: { client: 'Museum' } })
  return { sent, saver, store, leave: unmount }
}
const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

test('what a form leaves unsaved is tried again in its session, and not in the next one', async () => {
  const { sent, leave } = openForm()
  leave()
  await after(2 * RETRY_MS)
  const count = sent.length
  expect(count).toBeGreaterThan(1)
  removeToken()
  await after(6 * RETRY_MS)
  storeToken('t2')
  await after(6 * RETRY_MS)
  expect(sent).toHaveLength(count)
})

test('a save that is under way at the sign-out is the last one', async () => {
  const { sent, leave } = openForm()
  leave()
  removeToken()
  await after(6 * RETRY_MS)
  expect(sent).toHaveLength(1)
})

test('the next form of the same entry takes over; those of others go on', async () => {
  const first = openForm()
  const other = openForm('entry:1:8')
  first.leave()
  other.leave()
  await after(RETRY_MS)
  const next = openForm()
  const count = first.sent.length
  await after(2 * RETRY_MS)
  expect(first.sent).toHaveLength(count)
  expect(other.sent.length).toBeGreaterThan(2)
  expect(next.sent.length).toBeGreaterThan(1)
  next.leave()
})

test('nothing is sent in the name of who has signed in since, or of nobody', async () => {
  for (const change of [removeToken, () => storeToken('t2')]) {
    storeToken('t1')
    const { sent, leave } = openForm()
    change()
    leave()
    await after(6 * RETRY_MS)
    expect(sent).toEqual([])
  }
})

test('the same person, signed in anew in another tab, goes on', async () => {
  const { sent, store, leave } = openForm()
  storeToken('t2')
  act(() => void store.dispatch(sessionReady(userOf(0))))
  leave()
  await after(100)
  expect(sent).toHaveLength(1)
})
