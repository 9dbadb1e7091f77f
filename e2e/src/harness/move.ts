import type { Page } from '@playwright/test'
import { settled } from './browser.ts'

const QUIET_MS = 250

/** Counts the requests of a tab that have no answer yet. */
export function watchRequests(page: Page): () => number {
  const open = new Set<unknown>()
  page.on('request', (request) => void open.add(request))
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
  return () => open.size
}

/**
 * Goes to another address of the site as a link does: the page stays, nothing is loaded again. The application's mark is
 * taken away before, since the page from before stands as it was until the next one is drawn.
 */
export async function move(page: Page, address: string, pending: () => number) {
  await page.evaluate((to) => {
    delete document.documentElement.dataset['settled']
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)
  do {
    await settled(page)
    await still(page)
  } while (pending() > 0)
}

/** Waits until the page has its heading, loads nothing, and has not changed for a moment. */
export const still = (page: Page) =>
  page.evaluate(
    (quiet) =>
      new Promise<void>((done) => {
        const isThere = () =>
          !document.querySelector('[data-loader]') && document.querySelector('h1') !== null
        let timer = setTimeout(look, quiet)
        const again = () => {
          clearTimeout(timer)
          timer = setTimeout(look, quiet)
        }
        const observer = new MutationObserver(again)
        observer.observe(document.body, { childList: true, subtree: true })
        function look() {
          if (!isThere()) return again()
          observer.disconnect()
          done()
        }
      }),
    QUIET_MS,
  )
