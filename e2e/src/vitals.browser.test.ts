import type { Browser, Page } from '@playwright/test'
import { openTab, settled, visit } from './harness/browser.ts'
import { query } from './harness/database.ts'
import type { Site } from './harness/site.ts'
import { eventually } from './harness/until.ts'
import { expect, test, useOwnDesk } from './harness/test.ts'

let site: Site
let browser: Browser
useOwnDesk((desk) => {
  ;({ site, browser } = desk)
})

type Told = { route: string; metric: string; visits: number }

/** What visits have told so far, once it is as much as is waited for. */
const told = (count: number): Promise<Told[]> =>
  eventually(
    () => query<Told>(site, 'select route, metric, visits from web_vitals order by metric, route'),
    ({ length }) => length >= count,
  )

/** Notes what the page itself begins to measure. */
function noteMeasures() {
  const { observe } = PerformanceObserver.prototype
  window.measures = []
  PerformanceObserver.prototype.observe = function (options) {
    window.measures?.push(options?.type ?? '')
    observe.call(this, options)
  }
}
declare global {
  interface Window {
    measures?: string[]
  }
}

/** What was put off until the browser has nothing to do is done by then. */
const idle = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestIdleCallback(() => done(true))))

/** Opens a page, waits until it is being measured, and touches it. */
async function use(path: string): Promise<Page> {
  const { page } = await openTab(await visit(browser, site))
  await page.addInitScript(noteMeasures)
  await page.goto(path)
  await settled(page)
  await page.waitForFunction(() => window.measures?.includes('event'))
  await page.getByRole('heading', { level: 1 }).click()
  // How long the page took to answer is known once that is painted.
  await page.evaluate(
    () =>
      new Promise((done) => {
        new PerformanceObserver(() => done(true)).observe({ type: 'first-input', buffered: true })
      }),
  )
  await idle(page)
  return page
}

const names = (rows: Told[]) => rows.map(({ metric, route }) => `${metric} ${route}`)
const all = (route: string) =>
  ['CLS', 'FCP', 'INP', 'LCP', 'TTFB'].map((name) => `${name} ${route}`)

test('a tab that is closed, and one that goes to another site, tell how fast the page was, once', async () => {
  const closed = await use('/home')
  await closed.close({ runBeforeUnload: true })
  expect(names(await told(5))).toEqual(all('/home'))

  const left = await use('/regulations')
  await left.goto('about:blank')
  const both = await told(10)
  expect(names(both).toSorted()).toEqual([...all('/home'), ...all('/regulations')].toSorted())
  expect(both.map(({ visits }) => visits)).toEqual(Array(10).fill(1))
})
