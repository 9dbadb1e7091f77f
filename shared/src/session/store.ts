import type { CurrentUser } from '@awards/shared/contract'
import { identityFlags } from '@awards/shared/domain'
import { createSlice, type PayloadAction, combineSlices, configureStore } from '@reduxjs/toolkit'
import { api } from '@awards/shared/client'
import { useMemo } from 'react'
import { useDispatch, useSelector } from 'react-redux'

/** `loading` until the first look for a user has ended; only then may the site be shown. */
export type SessionState = { status: 'loading' | 'ready'; user: CurrentUser | undefined }

const initialState: SessionState = { status: 'loading', user: undefined }

/** Who is signed in. */
export const sessionSlice = createSlice({
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
