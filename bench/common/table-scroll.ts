import type { openTab } from '../../e2e/src/harness/browser.ts'
import { quantile, round, isQuick } from './results.ts'

const WHEEL_MS = isQuick ? 1_500 : 5_000
const WHEEL_STEP = 400
const SLOWER = 4

export type Page = Awaited<ReturnType<typeof openTab>>['page']
export type Scrolled = {
  readonly p95_frame_ms: number
  readonly long_tasks: number
  readonly dom_rows: number
  /** Main-thread time per 1,000 pixels; hardly depends on other processes. */
  readonly work_ms_per_1000_px: number
}
type Kept = { frames: number[]; long: number; stop: () => void }

/** Scrolls a table with the mouse wheel as fast as the page follows. */
export async function scroll(page: Page, rows: string, isSlow: boolean): Promise<Scrolled> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? SLOWER : 1 })
  await session.send('Performance.enable')
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000
  }
  const box = await page.locator(rows).first().boundingBox()
  await page.mouse.move((box?.x ?? 0) + 200, 700)
  await page.evaluate(watchFrames)
  const [begin, before] = [performance.now(), await busy()]
  let pixels = 0
  while (performance.now() - begin < WHEEL_MS) {
    await page.mouse.wheel(0, WHEEL_STEP)
    pixels += WHEEL_STEP
  }
  const work = (await busy()) - before
  const { frames, long } = await page.evaluate(() => {
    const { kept } = globalThis as unknown as { kept: Kept }
    kept.stop()
    return { frames: kept.frames, long: kept.long }
  })
  await session.detach()
  return {
    p95_frame_ms: round(quantile(frames, 0.95)),
    long_tasks: long,
    dom_rows: await page.locator(rows).count(),
    work_ms_per_1000_px: round((work * 1_000) / pixels),
  }
}

function watchFrames() {
  const observer = new PerformanceObserver((list) => (kept.long += list.getEntries().length))
  let last = performance.now()
  const next = (now: number) => {
    kept.frames.push(now - last)
    last = now
    frame = requestAnimationFrame(next)
  }
  let frame = requestAnimationFrame(next)
  const stop = () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
  }
  const kept: Kept = { frames: [], long: 0, stop }
  observer.observe({ type: 'longtask' })
  Object.assign(globalThis, { kept })
}

/** JS heap of the page after garbage collection, in megabytes. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return round(usedSize / 2 ** 20)
}

/** Event Timing threshold: shorter events are not reported; durations have steps of 8 ms. */
const SHORTEST_MS = 16
/** Wait after the last key until its frame is presented and reported. */
const SETTLED_MS = 300

/** Longest interaction, from a key or click to the next paint (Event Timing, as INP). */
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
