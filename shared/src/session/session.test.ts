import { waitFor } from '@testing-library/dom'
import { sessionEnded } from '../browser/session-ended.ts'
import { http } from '../client/http.ts'
import { answer, answerCalls, refuse, userOf } from '@awards/shared/testing'
import {
  api,
  connectClient,
  readToken,
  removeToken,
  storeSeenToken,
  storeToken,
} from '@awards/shared/client'
import { session, sessionAdded } from '@awards/shared/contract'
import type { Identity } from '@awards/shared/domain'
import {
  createStore,
  selectIsIdentity,
  selectIsJury,
  selectIsSecondJury,
  selectIsSubJury,
  selectStatus,
  selectUser,
  sessionReady,
  signOut,
  startSession,
} from './session.ts'

let asked = 0
let restore = () => {}
let stop = () => {}
beforeEach(() => {
  asked = 0
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
  answer(session.getUserInfo, () => {
    asked += 1
    return userOf(0)
  })
})
afterEach(() => {
  stop()
  restore()
  removeToken()
})

const started = async (pathname: string) => {
  const store = createStore()
  stop = await startSession(store, pathname)
  return store
}

test.each<[Identity | undefined, boolean, boolean, boolean, boolean]>([
  [undefined, false, false, false, false],
  [0, false, false, false, false],
  [1, true, true, false, false],
  [2, true, false, true, false],
  [3, true, false, false, true],
])('flags of identity %p', (identity, isJury, isIdentity, isSubJury, isSecondJury) => {
  const store = createStore()
  store.dispatch(sessionReady(identity === undefined ? undefined : userOf(identity)))
  const state = store.getState()
  expect(selectIsJury(state)).toBe(isJury)
  expect(selectIsIdentity(state)).toBe(isIdentity)
  expect(selectIsSubJury(state)).toBe(isSubJury)
  expect(selectIsSecondJury(state)).toBe(isSecondJury)
})

test('with a token the user is fetched', async () => {
  storeToken('t1')
  const store = await started('/account')
  expect(selectUser(store.getState())?.display_name).toBe('Ada Marin')
})

test('a tab that sees the site as somebody else ends that session alone, and is the organiser’s again', async () => {
  const ended: unknown[] = []
  const network = http.defaults.adapter
  http.defaults.adapter = (request) => {
    if (request.url?.endsWith('logout')) ended.push(request.headers.get('token'))
    if (typeof network !== 'function') throw new Error('The calls of a test are answered by it')
    return network(request)
  }
  answer(sessionAdded.logout, () => ({ signed_out: true as const }))
  storeToken('own')
  storeSeenToken('seen')
  expect(readToken()).toBe('seen')
  await signOut()
  expect(readToken()).toBe('own')
  expect(ended).toEqual(['seen'])
})

test('without a token nobody is asked for', async () => {
  const store = await started('/account')
  expect(asked).toBe(0)
  expect(selectStatus(store.getState())).toBe('ready')
})

test('on /login nobody is asked for, even with a token', async () => {
  storeToken('t1')
  const store = await started('/login')
  expect(asked).toBe(0)
  expect(selectUser(store.getState())).toBeUndefined()
})

test('where the fetch fails the user stays undefined', async () => {
  storeToken('t1')
  refuse(session.getUserInfo, 500, 'Down')
  const store = await started('/account')
  expect(selectUser(store.getState())).toBeUndefined()
  expect(selectStatus(store.getState())).toBe('ready')
  expect(readToken()).toBe('t1')
})

test('signing out in another tab signs out here', async () => {
  storeToken('t1')
  const store = await started('/account')
  localStorage.removeItem('token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }))
  expect(selectUser(store.getState())).toBeUndefined()
})

test('another person who signs in in another tab is shown nothing that the first was told', async () => {
  storeToken('t1')
  const store = await started('/account')
  let told = 0
  const stories = api.injectEndpoints({
    endpoints: (build) => ({
      mine: build.query<string, void>({ queryFn: () => ({ data: `told ${++told}` }) }),
    }),
  })
  await store.dispatch(stories.endpoints.mine.initiate())
  const kept = () => stories.endpoints.mine.select()(store.getState()).data
  const tokenFromElsewhere = (token: string) => {
    localStorage.setItem('token', token)
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: token }))
    return new Promise((next) => setTimeout(next, 50))
  }
  await tokenFromElsewhere('t2')
  expect(kept()).toBe('told 1')
  answer(session.getUserInfo, () => ({ ...userOf(0), id: '2' }))
  await tokenFromElsewhere('t3')
  await waitFor(() => expect(selectUser(store.getState())?.id).toBe('2'))
  await waitFor(() => expect(kept()).toBeUndefined())
})

test('a session that a form, an organisation or another tab has begun puts the end of the one before behind', async () => {
  const isForgotten = () => waitFor(() => expect(sessionEnded.read()).toBe(false))
  await started('/login')
  sessionEnded.note()
  storeToken('of a form')
  await isForgotten()
  sessionEnded.note()
  localStorage.setItem('token', 'of another tab')
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'of another tab' }))
  await isForgotten()
  stop()
  sessionEnded.note()
  await started('/account')
  await isForgotten()
})

test('while nobody is found by the token, the end of the session before stays known', async () => {
  refuse(session.getUserInfo, 500, 'Down')
  await started('/login')
  sessionEnded.note()
  storeToken('t1')
  await new Promise((next) => setTimeout(next, 50))
  expect(sessionEnded.read()).toBe(true)
  sessionEnded.forget()
})
