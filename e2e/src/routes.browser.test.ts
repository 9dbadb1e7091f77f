import {
  admit,
  PAGES,
  SPECIFICATION_ROUTES,
  type Identity,
  type SiteRoute,
} from '@awards/shared/domain'
import { ACCOUNTS } from './harness/accounts.ts'
import { idOf } from './journey/screens.ts'
import { openTab, tokenOf, visit } from './harness/browser.ts'
import type { Site } from './harness/site.ts'
import { expect, proves, test, useDesk } from './harness/test.ts'

/*
 * Each route of the specification in the browser, by somebody whom it admits. Who is admitted where is decided in
 * one table, which a unit test of the shell holds against the specification.
 */
type Visitor = Identity | undefined
const VISITORS: readonly Visitor[] = [undefined, 0, 1, 2, 3]
/** Where somebody finds an entry for a page of one; without it the page is named after what is missing. */
const ENTRY_LISTS: Readonly<Record<string, string>> = {
  [PAGES.juryReviewDetails.path]: 'judge/judgeEntryList',
  [PAGES.subJuryReviewDetails.path]: 'subJudge/subJuryAwardList',
}

/** An address that matches the route, of an entry that the visitor may see. */
async function addressOf({ path }: SiteRoute, visitor: Visitor) {
  if (path === '*') return '/no/such/page'
  const list = ENTRY_LISTS[path]
  if (!list || visitor === undefined) return path
  return `${path}?id=${await idOf(site, list, '', ACCOUNTS[visitor])}`
}

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
    proves('security 17', 'wcag 2.4.2', ...routes.map(({ path }) => `route ${path}`)),
    async ({ browser }) => {
      const token = visitor === undefined ? undefined : await tokenOf(site, ACCOUNTS[visitor])
      const { page, watch } = await openTab(await visit(browser, site, token))
      for (const route of routes) {
        const address = await addressOf(route, visitor)
        await page.goto(address)
        await page.waitForURL((url) => `${url.pathname}${url.search}` === address)
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
