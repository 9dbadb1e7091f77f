import { admit, FORBIDDEN_PATH, LOGIN_PATH, type Identity } from '@awards/shared/domain'
import { homeRoute } from '@awards/shared/domain'
import { findRoute } from '../app/find-route.ts'

const NOWHERE = [LOGIN_PATH, FORBIDDEN_PATH, '/']

/** The path that `?redirect=` names, if it is one of this very site. */
export function sameSitePath(wanted: string | null): string | undefined {
  // A backslash or a control character reads as another host in some browsers.
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\\\u0000-\u001f]/.test(wanted)) return undefined
  const url = new URL(wanted, window.location.origin)
  if (url.origin !== window.location.origin || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}

/** Where to go after signing in: where the visitor wanted to, if their identity may, else home. */
export function destination(wanted: string | null, identity: Identity): string {
  const path = sameSitePath(wanted)
  if (!path) return homeRoute(identity)
  const { pathname } = new URL(path, window.location.origin)
  const route = findRoute(pathname)
  const isOpen = route && admit(route.wrappers, identity).admit
  return isOpen && !NOWHERE.includes(pathname) ? path : homeRoute(identity)
}
