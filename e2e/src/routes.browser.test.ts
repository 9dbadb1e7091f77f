import {
  homeRoute,
  SPECIFICATION_ROUTES,
  type Identity,
  type SiteRoute,
} from '@awards/shared/domain'
import type { Browser } from '@playwright/test'
import { ACCOUNTS } from './harness/accounts.ts'
import { launchBrowser, openTab, tokenOf, visit } from './harness/browser.ts'
import { demoData, startSite, type Site } from './harness/site.ts'
import { expect, proves, test } from './harness/test.ts'

type Visitor = Identity | undefined
type End = { path: string; title: string }

const VISITORS: readonly Visitor[] = [undefined, 0, 1, 2, 3]
const TITLES = new Map<string, string>(SPECIFICATION_ROUTES.map(({ path, title }) => [path, title]))
/** An address that matches the route. */
const addressOf = ({ path }: SiteRoute) => (path === '*' ? '/no/such/page' : path)

const end = (path: string): End => ({ path, title: TITLES.get(path) ?? TITLES.get('*') ?? '' })

/** Where the specification (§2, §6) lets a visitor end; written apart from the code that decides it. */
function expectedEnd(route: SiteRoute, visitor: Visitor): End {
  if (route.redirect) return expectedEnd(routeAt(route.redirect), visitor)
  const [only] = ONLY[route.path] ?? []
  const needsUser = only !== undefined || SIGNED_IN.includes(route.path)
  if (needsUser && visitor === undefined) return end('/login')
  if (HOME_FOR_JURORS.includes(route.path) && visitor) return end(homeRoute(visitor))
  if (only !== undefined && !(ONLY[route.path] ?? []).includes(visitor ?? 0)) return end('/403')
  return { path: addressOf(route), title: route.title }
}

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
const ONLY: Record<string, number[]> = {
  '/juryreview': [1],
  '/subjuryreview': [2],
  '/levelJuryreview': [3],
  '/juryreviewdetails': [1],
  '/subjuryreviewdetails': [2, 3],
}

function routeAt(path: string): SiteRoute {
  const found = SPECIFICATION_ROUTES.find((route) => route.path === path)
  if (!found) throw new Error(`The specification has no route ${path}`)
  return found
}

let site: Site
let browser: Browser
const tabs = new Map<Visitor, Awaited<ReturnType<typeof openTab>>>()

test.beforeAll(async () => {
  site = await startSite({ dataDir: await demoData() })
  browser = await launchBrowser()
  for (const visitor of VISITORS) {
    const token = visitor === undefined ? undefined : await tokenOf(site, ACCOUNTS[visitor])
    tabs.set(visitor, await openTab(await visit(browser, site, token)))
  }
})
test.afterAll(async () => {
  await browser?.close()
  await site?.discard()
})

for (const { visitor, who } of VISITORS.map((visitor) => ({
  visitor,
  who: visitor ?? 'anonymous',
}))) {
  test.describe(`identity ${who}`, () => {
    for (const { route, address } of SPECIFICATION_ROUTES.map((route) => ({
      route,
      address: addressOf(route),
    }))) {
      test(
        `at ${address} ends where the specification says`,
        proves('route *', 'security 17'),
        async () => {
          const tab = tabs.get(visitor)
          if (!tab) throw new Error('This visitor has no browser')
          await tab.page.goto(address)

          const wanted = expectedEnd(route, visitor)
          await tab.page.waitForURL((url) => url.pathname === wanted.path)
          await tab.page.waitForFunction((title) => document.title === title, wanted.title)
          expect(tab.watch.violations).toEqual([])
        },
      )
    }
  })
}
