import { api } from '@awards/shared/client'
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { sessionSlice } from './session.slice.ts'

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
