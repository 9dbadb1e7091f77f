import { session, sessionAdded } from '@awards/shared/calls'
import { callApi, readToken, removeToken, storeToken } from '@awards/shared/client'
import type { CurrentUser } from '@awards/shared/contract'
import { sessionReady } from './session.slice.ts'
import type { SiteDispatch } from './store.ts'

/** Takes over what signing in or registering has answered. */
export function signIn(
  dispatch: SiteDispatch,
  { token, user }: { token: string; user: CurrentUser },
) {
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
