import { session, sessionAdded } from '@awards/shared/calls'
import {
  callApi,
  readToken,
  removeToken,
  storeToken,
  api,
  onTokenChange,
} from '@awards/shared/client'
import type { CurrentUser } from '@awards/shared/contract'
import { sessionReady, type SiteDispatch, selectUser, type SiteStore } from './store.ts'
import { LOGIN_PATH } from '@awards/shared/domain'
import { sessionEnded } from '../browser/session-ended.ts'

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

/** Looks for the user of a stored token; needed where the site was opened on /login. */
export async function lookUpUser(dispatch: SiteDispatch): Promise<CurrentUser | undefined> {
  const user = await callApi(session.getUserInfo, {}).catch(() => undefined)
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
