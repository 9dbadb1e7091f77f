import { api, callApi, onTokenChange, readToken } from '@awards/shared/client'
import { session } from '@awards/shared/calls'
import { LOGIN_PATH } from '@awards/shared/domain'
import { selectUser, sessionReady } from './session.slice.ts'
import type { SiteStore } from './store.ts'

/**
 * Finds out who is signed in (specification §4): no look on /login or without a token; where the
 * look fails, nobody is. From then on the session follows the token, in every tab.
 */
export async function startSession(store: SiteStore, pathname: string) {
  const look = pathname !== LOGIN_PATH && readToken() !== undefined
  store.dispatch(sessionReady(look ? await fetchUser() : undefined))
  return onTokenChange((token) => void followToken(store, token))
}

const fetchUser = () => callApi(session.getUserInfo, {}).catch(() => undefined)

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
