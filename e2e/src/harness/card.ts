import type { CardSimulator } from '@awards/simulators'
import type { Page } from '@playwright/test'
import type { Site } from './site.ts'

/** The hosted page of the card service, in the tab that the site sent there. */
export function cardPage(page: Page) {
  const there = () => page.getByRole('button', { name: /^(Pay|Payer)\b|^支付/ })
  return {
    /** Waits until the payer stands on the page of the service. */
    opened: () => there().waitFor(),
    /** Pays, and comes back to the site. */
    async pay() {
      await there().click()
      await page.waitForURL(/\/pay-result/)
    },
    /** Leaves without having paid, by the link of the service. */
    async leave() {
      await page.getByRole('link', { name: /back|cancel|return|revenir|返回/i }).click()
      await page.waitForURL(/\/pay-result/)
    },
  }
}

/** What goes wrong at the card service from now on; nothing ends it. */
export async function cardChaos(
  { wallet }: Pick<Site, 'wallet'>,
  wish: Parameters<CardSimulator['setChaos']>[0] = {},
) {
  await fetch(new URL('/card/chaos', wallet), { method: 'POST', body: JSON.stringify(wish) })
}
