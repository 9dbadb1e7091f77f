import { admit, SPECIFICATION_ROUTES, type Identity, type SiteRoute } from '@awards/shared/domain'
import { ACCOUNTS } from './harness/accounts.ts'
import { openTab, tokenOf, visit } from './harness/browser.ts'
import type { Site } from './harness/site.ts'
import { expect, proves, test, useDesk } from './harness/test.ts'

/*
 * Each route of the specification in the browser, by somebody whom it admits. Who is admitted where is decided in
 * one table, which a unit test of the shell holds against the specification.
 */
type Visitor = Identity | undefined
const VISITORS: readonly Visitor[] = [undefined, 0, 1, 2, 3]
/** An address that matches the route. */
const addressOf = ({ path }: SiteRoute) => (path === '*' ? '/no/such/page' : path)

const firstAdmitted = (route: SiteRoute): Visitor =>
  VISITORS.find((visitor) => admit(route.wrappers, visitor).admit)

let site: Site
useDesk((desk) => {
  site = desk.site
})

for (const visitor of VISITORS) {
  const routes: SiteRoute[] = SPECIFICATION_ROUTES.filter(
    (route) => !('redirect' in route) && firstAdmitted(route) === visitor,
  )
  if (routes.length === 0) continue
  test(
    `${visitor === undefined ? 'a visitor' : `identity ${visitor}`} is shown ${routes.length} routes under their titles`,
    proves('security 17', ...routes.map(({ path }) => `route ${path}`)),
    async ({ browser }) => {
      const token = visitor === undefined ? undefined : await tokenOf(site, ACCOUNTS[visitor])
      const { page, watch } = await openTab(await visit(browser, site, token))
      for (const route of routes) {
        await page.goto(addressOf(route))
        await page.waitForURL((url) => url.pathname === addressOf(route))
        await page.waitForFunction((title) => document.title === title, route.title)
      }
      expect(watch.violations).toEqual([])
    },
  )
}

test(
  'the base path leads to the account, and a visitor from there to sign in',
  proves('route /'),
  async ({ browser }) => {
    const { page } = await openTab(await visit(browser, site))
    await page.goto('/')
    await page.waitForURL('**/login?redirect=%2Faccount')
  },
)
