import { session, sessionAdded } from '@awards/shared/calls'
import {
  api,
  callApi,
  onTokenChange,
  readToken,
  removeToken,
  storeToken,
} from '@awards/shared/client'
import type { CurrentUser } from '@awards/shared/contract'
import { identityFlags, LOGIN_PATH } from '@awards/shared/domain'
import { combineSlices, configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { useMemo } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { sessionEnded } from '../browser/session-ended.ts'

/** `loading` until the first look for a user has ended; only then may the site be shown. */
export type SessionState = { status: 'loading' | 'ready'; user: CurrentUser | undefined }

const initialState: SessionState = { status: 'loading', user: undefined }

/** Who is signed in. */
const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionReady: (_state, { payload }: PayloadAction<CurrentUser | undefined>): SessionState => ({
      status: 'ready',
      user: payload,
    }),
  },
})

export const { sessionReady } = sessionSlice.actions

type WithSession = { session: SessionState }

export const selectUser = ({ session }: WithSession) => session.user
export const selectStatus = ({ session }: WithSession) => session.status
/** The four flags that the specification derives from the user's identity (§6). */
export const selectFlags = ({ session }: WithSession) => identityFlags(session.user?.identity)
export const selectIsJury = (state: WithSession) => selectFlags(state).isJury
export const selectIsIdentity = (state: WithSession) => selectFlags(state).isIdentity
export const selectIsSubJury = (state: WithSession) => selectFlags(state).isSubJury
export const selectIsSecondJury = (state: WithSession) => selectFlags(state).isSecondJury

type ApiState = ReturnType<typeof api.reducer>
/** What a page that the server rendered brings along: the answers it was rendered from. */
export type StoredAnswers = Pick<ApiState, 'queries' | 'provided'>

const reducer = combineSlices(sessionSlice, api)

/** Makes the one store of the site; the shell owns it. `answers` are those of a rendered page. */
export const createStore = (answers?: StoredAnswers) =>
  configureStore({
    reducer,
    middleware: (standard) => standard().concat(api.middleware),
    // What is not given begins as it always does.
    ...(answers && { preloadedState: { api: answers as ApiState } }),
  })

export type SiteStore = ReturnType<typeof createStore>
export type RootState = ReturnType<SiteStore['getState']>
export type SiteDispatch = SiteStore['dispatch']

export const useSiteSelector = useSelector.withTypes<RootState>()
export const useSiteDispatch = useDispatch.withTypes<SiteDispatch>()

/** The signed-in user; undefined for a visitor. */
export const useCurrentUser = (): CurrentUser | undefined => useSiteSelector(selectUser)

/** The user with the flags of the specification, §6. */
export function useSession() {
  const user = useCurrentUser()
  const status = useSiteSelector(selectStatus)
  return useMemo(() => ({ user, status, ...identityFlags(user?.identity) }), [user, status])
}

/** Takes over what signing in or registering has answered. */
export function signIn(
  dispatch: SiteDispatch,
  { token, user }: { token: string; user: CurrentUser },
) {
  sessionEnded.forget()
  dispatch(sessionReady(user))
  storeToken(token)
}

/** Ends the session here at once, on the server as soon as it can be reached. */
export async function signOut() {
  const token = readToken()
  removeToken()
  if (token) {
    await callApi(sessionAdded.logout, {}, { skipErrorHandler: true, headers: { token } }).catch(
      () => undefined,
    )
  }
}

/** The user of the stored token. A session that runs puts the end of an earlier one behind, whoever began it. */
async function fetchUser(): Promise<CurrentUser | undefined> {
  const user = await callApi(session.getUserInfo, {}).catch(() => undefined)
  // It may have ended while the answer was on its way.
  if (user && readToken() !== undefined) sessionEnded.forget()
  return user
}

/** Looks for the user of a stored token; needed where the site was opened on /login. */
export async function lookUpUser(dispatch: SiteDispatch): Promise<CurrentUser | undefined> {
  const user = await fetchUser()
  dispatch(sessionReady(user))
  return user
}

/**
 * Finds out who is signed in (specification §4): no look on /login or without a token; where the
 * look fails, nobody is. From then on the session follows the token, in every tab.
 */
export async function startSession(store: SiteStore, pathname: string) {
  const look = pathname !== LOGIN_PATH && readToken() !== undefined
  store.dispatch(sessionReady(look ? await fetchUser() : undefined))
  return onTokenChange((token) => void followToken(store, token))
}

async function followToken(store: SiteStore, token: string | undefined) {
  // What the cache holds was answered to somebody else.
  if (!token) {
    store.dispatch(sessionReady(undefined))
    store.dispatch(api.util.resetApiState())
    return
  }
  const user = await fetchUser()
  if (readToken() !== token) return
  const before = selectUser(store.getState())
  store.dispatch(sessionReady(user))
  // Another tab may have signed in as another person, who must not see what the first one was told.
  const isOther = before !== undefined && before.id !== user?.id
  store.dispatch(isOther ? api.util.resetApiState() : api.util.invalidateTags(['everything']))
}
