import { admit, FORBIDDEN_PATH, type Wrapper } from '@awards/shared/domain'
import { readToken } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import { lookUpUser, useCurrentUser, useSiteDispatch } from '@awards/shared/session'
import { Loader } from '@awards/shared/ui'
import { useContext, useEffect, useState } from 'react'
import { Navigate, Outlet, UNSAFE_DataRouterContext, useLocation } from 'react-router-dom'

/** The component that admits a visitor to a route with `wrappers`, or sends them where they belong. */
export function guard(wrappers: readonly Wrapper[]) {
  if (wrappers.length === 0) return undefined
  return function Guard() {
    const { pathname, search, key } = useLocation()
    const router = useContext(UNSAFE_DataRouterContext)?.router
    const { user, pending } = useUserOfToken()
    if (pending) return <Loader />
    // The router commits an address before React commits its page, in a transition. A session that ends in between
    // re-renders this page once more: a redirect from here would undo the navigation.
    if (router && router.state.location.key !== key) return null
    const admission = admit(wrappers, user?.identity)
    if (admission.admit) return <Outlet />
    if (admission.to === 'login') return <Navigate to={paths.login(pathname + search)} replace />
    if (admission.to === 'forbidden') return <Navigate to={FORBIDDEN_PATH} replace />
    return <Navigate to={admission.to} replace />
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
