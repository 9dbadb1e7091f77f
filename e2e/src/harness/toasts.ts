import type { Page } from '@playwright/test'

declare global {
  interface Window {
    toastsSeen?: string[]
  }
}

/** Notes every toast of the page from now on, for they go by themselves; gives their texts so far. */
export async function toastsOf(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    const noted = new WeakSet<Element>()
    window.toastsSeen = seen
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('.ant-message-notice')) {
        if (noted.has(toast) || !toast.textContent) continue
        noted.add(toast)
        seen.push(toast.textContent)
      }
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => window.toastsSeen ?? [])
}
