import type { CurrentUser } from '@awards/shared/contract'
import { admit, holdsOneOf, isOpenRoute } from '@awards/shared/domain'
import { readToken } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import { lookUpUser, useCurrentUser, useSiteDispatch } from '@awards/shared/session'
import { Loader } from '@awards/shared/ui'
import { useContext, useEffect, useState } from 'react'
import { Navigate, Outlet, UNSAFE_DataRouterContext, useLocation } from 'react-router-dom'
import type { Access } from '../releases/routes/remote-pages.ts'

type Visitor = Pick<CurrentUser, 'identity'> & Partial<Pick<CurrentUser, 'rights'>>

/** The path to which a page sends a visitor who asks for `address`; undefined for one whom it admits. */
export function redirectOf(
  { wrappers, rights }: Access,
  user: Visitor | undefined,
  address: string,
): string | undefined {
  const admission = admit(wrappers, user?.identity)
  if (admission.admit) {
    if (holdsOneOf(rights, user?.rights)) return undefined
    return user ? paths.forbidden : paths.login(address)
  }
  if (admission.to === 'login') return paths.login(address)
  return admission.to === 'forbidden' ? paths.forbidden : admission.to
}

/** The component that admits a visitor to a page, or sends them where they belong. */
export function guard(access: Access) {
  if (isOpenRoute(access)) return undefined
  return function Guard() {
    const { pathname, search, key } = useLocation()
    const router = useContext(UNSAFE_DataRouterContext)?.router
    const { user, pending } = useUserOfToken()
    if (pending) return <Loader />
    // The router commits an address before React commits its page, in a transition. A session that ends in between
    // re-renders this page once more: a redirect from here would undo the navigation.
    if (router && router.state.location.key !== key) return null
    const elsewhere = redirectOf(access, user, pathname + search)
    return elsewhere ? <Navigate to={elsewhere} replace /> : <Outlet />
  }
}

/** Looks the user up here when the site was opened on /login, which skips the look-up (specification §4). */
function useUserOfToken() {
  const user = useCurrentUser()
  const dispatch = useSiteDispatch()
  const [looked, setLooked] = useState(false)
  const pending = !user && !looked && readToken() !== undefined
  useEffect(() => {
    if (pending) void lookUpUser(dispatch).then(() => setLooked(true))
  }, [pending, dispatch])
  return { user, pending }
}
