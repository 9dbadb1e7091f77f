import { readToken } from '@awards/shared/client'
import { admit, FORBIDDEN_PATH, type Wrapper } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { lookUpUser, selectUser, type SiteStore } from '@awards/shared/session'
import { withoutBase } from './without-base.ts'

/** Where a visitor who is not admitted to `wrappers` has to go, known before the page is loaded. */
export const divertFor = (store: SiteStore) => (wrappers: readonly Wrapper[]) => {
  if (wrappers.length === 0) return undefined
  return async (path: string) => {
    const known = selectUser(store.getState())
    const user = known ?? (readToken() ? await lookUpUser(store.dispatch) : undefined)
    const admission = admit(wrappers, user?.identity)
    if (admission.admit) return undefined
    const { pathname, search } = new URL(path, window.location.origin)
    if (admission.to === 'login') return paths.login(withoutBase({ pathname, search }))
    return admission.to === 'forbidden' ? FORBIDDEN_PATH : admission.to
  }
}
