import { admit, FORBIDDEN_PATH, holdsOneOf, LOGIN_PATH } from '@awards/shared/domain'
import { findRoute } from '../releases/routes/remote-pages.ts'
import type { CurrentUser } from '@awards/shared/contract'
import { isSignedInByForm, organisationStep } from '@awards/shared/client'
import { signIn, useCurrentUser, useSiteDispatch } from '@awards/shared/session'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'

const NOWHERE = [LOGIN_PATH, FORBIDDEN_PATH, '/']

/** The path that `?redirect=` names, if it is one of this very site. */
export function sameSitePath(wanted: string | null): string | undefined {
  // A backslash or a control character reads as another host in some browsers.
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\\\u0000-\u001f]/.test(wanted)) return undefined
  const url = new URL(wanted, window.location.origin)
  if (url.origin !== window.location.origin || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}

type SignedIn = Pick<CurrentUser, 'identity' | 'home_route' | 'rights'>

/** Where to go after signing in: where the visitor wanted to, if the account may, else home. */
export function destination(wanted: string | null, user: SignedIn): string {
  const path = sameSitePath(wanted)
  if (!path) return user.home_route
  const { pathname } = new URL(path, window.location.origin)
  const route = findRoute(pathname)
  const mayEnter =
    route && admit(route.wrappers, user.identity).admit && holdsOneOf(route.rights, user.rights)
  return mayEnter && !NOWHERE.includes(pathname) ? path : user.home_route
}

/** Stores a new session and navigates to `?redirect=`, else home. */
export function useFinishSignIn() {
  const dispatch = useSiteDispatch()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return (answer: { token: string; user: CurrentUser }) => {
    signIn(dispatch, answer)
    // The page has said that signing in links the organisation.
    const step = organisationStep()
    if (step?.step === 'link') {
      const { attempt } = step
      void import('./organisations/organisation-client.ts').then(({ link }) => link({ attempt }))
    }
    void navigate(destination(search.get('redirect'), answer.user), { replace: true })
  }
}

/** Who signs in in another tab goes on in this one too, to where this one wanted to go. */
export function useUserOfAnyTab() {
  const user = useCurrentUser()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  // The session of a form that the browser sent can be there before this page is mounted.
  const wasVisitor = useRef(!user || isSignedInByForm())
  const wanted = search.get('redirect')
  useEffect(() => {
    if (user && wasVisitor.current) {
      void navigate(destination(wanted, user), { replace: true })
    }
    wasVisitor.current = !user
  }, [user, wanted, navigate])
  return user
}
