import type { CurrentUser } from '@awards/shared/contract'
import { identityFlags } from '@awards/shared/domain'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

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
