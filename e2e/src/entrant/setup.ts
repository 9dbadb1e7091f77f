import type { Page } from '@playwright/test'
import { openTab, tokenOf, visit, type Watch } from '../harness/browser.ts'
import type { Desk } from '../harness/desk.ts'

export type { Desk }

export type Seat = { page: Page; watch: Watch; token: string; close(): Promise<void> }

/** A signed-in entrant's tab in a browser of its own, behind the proxy. */
export async function seatOf(
  { site, proxy, browser }: Desk,
  { email, password, size }: { email: string; password?: string; size?: typeof SIZES.phone },
): Promise<Seat> {
  const token = await tokenOf(site, email, password)
  const options = size && { viewport: size }
  const context = await visit(browser, { ...site, url: proxy.url }, token, options)
  return { ...(await openTab(context)), token, close: () => context.close() }
}

export const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
