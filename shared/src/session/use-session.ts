import type { CurrentUser } from '@awards/shared/contract'
import { identityFlags } from '@awards/shared/domain'
import { useMemo } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { selectStatus, selectUser } from './session.slice.ts'
import type { RootState, SiteDispatch } from './store.ts'

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
