import type { openTab } from '../../e2e/src/harness/browser.ts'

type Page = Awaited<ReturnType<typeof openTab>>['page']

/** The browser tells of events that took at least this long, in steps of eight milliseconds. */
export const SHORTEST_MS = 16
/** So long after the last key its frame is on the screen, and has been told of. */
const SETTLED_MS = 300

/** The longest time from a key or a click to the frame that answers it (Event Timing, as INP counts it). */
export async function longestAnswer(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate((durationThreshold) => {
    const kept = { longest: 0 }
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId, duration } = entry as PerformanceEventTiming
        if (interactionId) kept.longest = Math.max(kept.longest, duration)
      }
    })
    observer.observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
    Object.assign(globalThis, { answers: { kept, observer } })
  }, SHORTEST_MS)
  await act()
  await page.waitForTimeout(SETTLED_MS)
  return page.evaluate(() => {
    type Answers = { kept: { longest: number }; observer: PerformanceObserver }
    const { kept, observer } = (globalThis as unknown as { answers: Answers }).answers
    observer.disconnect()
    return kept.longest
  })
}
