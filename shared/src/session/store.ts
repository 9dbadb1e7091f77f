import { api } from '@awards/shared/client'
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { sessionSlice } from './session.slice.ts'

/** Makes the one store of the site; the shell owns it. */
export const createStore = () =>
  configureStore({
    reducer: combineSlices(sessionSlice, api),
    middleware: (standard) => standard().concat(api.middleware),
  })

export type SiteStore = ReturnType<typeof createStore>
export type RootState = ReturnType<SiteStore['getState']>
export type SiteDispatch = SiteStore['dispatch']
