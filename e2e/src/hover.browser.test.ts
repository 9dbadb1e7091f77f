import { paths } from '@awards/shared/paths'
import type { Page } from '@playwright/test'
import { ACCOUNTS } from './harness/accounts.ts'
import { findings } from './harness/axe.ts'
import { openTab, settled, tokenOf, visit } from './harness/browser.ts'
import { fullOnly } from './harness/scale.ts'
import type { Site } from './harness/site.ts'
import { expect, test, useDesk } from './harness/test.ts'

/* Links and buttons under the pointer: antd colours every link of the page, once it is loaded. */
let site: Site
useDesk((desk) => {
  site = desk.site
})

const PUBLIC_FROM = paths.account('profile')
const OWN = [
  [undefined, paths.login('/steps')],
  [ACCOUNTS[0], PUBLIC_FROM],
  [ACCOUNTS[2], paths.subJuryReview],
  [ACCOUNTS[1], paths.juryReview],
] as const

/** Contrast that is too weak while the pointer is over every link and button at once. */
async function weakUnderPointer(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'a[href], button:not(:disabled)',
  })
  expect(nodeIds.length).toBeGreaterThan(10)
  for (const nodeId of nodeIds) {
    await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['hover'] })
  }
  const found = await findings(page)
  await session.detach()
  return found.filter((one) => one.startsWith('color-contrast'))
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `what is under the pointer can be read, in the ${colorScheme} look`,
    fullOnly,
    async ({ browser }) => {
      for (const [account, path] of OWN) {
        const token = account && (await tokenOf(site, account))
        const { page } = await openTab(await visit(browser, site, token, { colorScheme }))
        await page.goto(path)
        await settled(page)
        expect(await weakUnderPointer(page)).toEqual([])
        if (path !== PUBLIC_FROM) continue
        // A public page on its own has no antd: opened from a page with a form, it keeps it.
        for (const name of ['Winners', 'About', /^Garance/]) {
          await page.getByRole('banner').getByRole('link', { name }).first().click()
          await settled(page)
          expect(await page.locator('style[data-css-hash]').count()).toBeGreaterThan(0)
          expect(await weakUnderPointer(page)).toEqual([])
        }
      }
    },
  )
}
