import { FOCUS_REFRESH_MS } from '@awards/shared/domain'
import type { Dispatch } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query/react'

/** Refreshes what is on screen when the window gets the focus, at most once in 5 seconds. */
export function refreshOnFocus(dispatch: Dispatch): () => void {
  return setupListeners(dispatch, (send, { onFocus, onOnline, onOffline }) => {
    let last = -Infinity
    const focused = () => {
      if (document.visibilityState === 'hidden' || Date.now() - last < FOCUS_REFRESH_MS) return
      last = Date.now()
      send(onFocus())
    }
    const online = () => send(onOnline())
    const offline = () => send(onOffline())
    window.addEventListener('focus', focused)
    window.addEventListener('visibilitychange', focused)
    window.addEventListener('online', online)
    window.addEventListener('offline', offline)
    return () => {
      window.removeEventListener('focus', focused)
      window.removeEventListener('visibilitychange', focused)
      window.removeEventListener('online', online)
      window.removeEventListener('offline', offline)
    }
  })
}
