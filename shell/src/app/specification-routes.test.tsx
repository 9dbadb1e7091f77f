import { connectClient, removeToken } from '@awards/shared/client'
import {
  homeRoute,
  SPECIFICATION_ROUTES,
  type Identity,
  type SiteRoute,
} from '@awards/shared/domain'
import { sessionReady } from '@awards/shared/session'
import { answerCalls, renderRoutes, userOf } from '@awards/shared/testing'
import { act } from '@testing-library/react'
import { Navigate } from 'react-router-dom'
import { guard } from './guard.tsx'

type Visitor = Identity | undefined

const VISITORS: readonly Visitor[] = [undefined, 0, 1, 2, 3]
const ROUTES: readonly SiteRoute[] = SPECIFICATION_ROUTES
const addressOf = ({ path }: SiteRoute) => (path === '*' ? '/no/such/page' : path)

/** The specification's own words (§2, §6), written apart from the table that the site reads. */
const SIGNED_IN = [
  '/changepassword',
  '/account',
  '/pay-result',
  '/steps',
  '/preview',
  '/awards/steps',
  '/submit',
]
const HOME_FOR_JURORS = ['/account', '/pay-result', '/awards/steps', '/submit']
const ONLY: Record<string, readonly number[]> = {
  '/juryreview': [1],
  '/subjuryreview': [2],
  '/levelJuryreview': [3],
  '/juryreviewdetails': [1],
  '/subjuryreviewdetails': [2, 3],
}

function expectedEnd(route: SiteRoute, visitor: Visitor): string {
  if (route.redirect) return expectedEnd(routeAt(route.redirect), visitor)
  const only = ONLY[route.path]
  if ((only || SIGNED_IN.includes(route.path)) && visitor === undefined) return '/login'
  if (HOME_FOR_JURORS.includes(route.path) && visitor) return homeRoute(visitor)
  if (only && !only.includes(visitor ?? 0)) return '/403'
  return addressOf(route)
}

function routeAt(path: string): SiteRoute {
  const found = ROUTES.find((route) => route.path === path)
  if (!found) throw new Error(`The specification has no route ${path}`)
  return found
}

/** The routes of the site, each with a page that is nothing but there. */
const pages = ROUTES.map(({ path, wrappers, redirect }) => ({
  Component: guard({ wrappers }),
  children: [{ path, element: redirect ? <Navigate to={redirect} replace /> : <p>{path}</p> }],
}))

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
  connectClient({ notify: () => undefined, navigate: () => undefined })
})
afterEach(() => {
  restore()
  removeToken()
})

describe.each(VISITORS.map((visitor) => ({ visitor, who: visitor ?? 'nobody' })))(
  'identity $who',
  ({ visitor }) => {
    test.each(ROUTES.map((route) => ({ route, address: addressOf(route) })))(
      'at $address ends where the specification says',
      async ({ route, address }) => {
        proves(`route ${route.path}`)
        const page = await renderRoutes(pages, '/403')
        if (visitor !== undefined)
          act(() => void page.store.dispatch(sessionReady(userOf(visitor))))
        await act(() => page.go(address))
        expect(page.location().split('?')[0]).toBe(expectedEnd(route, visitor))
      },
    )
  },
)
