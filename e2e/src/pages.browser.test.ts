import { LANGUAGES } from '@awards/shared/domain'
import type { Browser } from '@playwright/test'
import { cameBefore, DESK, openTab, settled } from './harness/browser.ts'
import { query } from './harness/database.ts'
import { rendered, untilRendered } from './harness/rendered.ts'
import type { Site } from './harness/site.ts'
import { until } from './harness/until.ts'
import { expect, proves, test, useDesk } from './harness/test.ts'

const MOST_SHIFT = 0.01

let site: Site
let browser: Browser
/** Path of each kind of page, and a text that stands in it in every language. */
let pages: Record<string, string>

const html = (path: string) => rendered(site.url + path)
const firstLink = (body: string, start: string) =>
  new RegExp(`href="(${start}[^"?#]+)"`).exec(body)?.[1] ?? 'none'
const inLanguage = (language: string, path: string) =>
  language === 'en' ? path : `/${language}${path}`
const rootOf = (body: string) =>
  body.slice(body.indexOf('<div id="root"'), body.indexOf('<script type="application/json"'))

useDesk(async (desk) => {
  ;({ site, browser } = desk)
  for (const one of [site.url, ...site.replicas]) await untilRendered(`${one}/winners`)
  const [winners, news] = await Promise.all([html('/winners'), html('/news')])
  pages = {
    home: '/home',
    winners: '/winners',
    winner: firstLink(winners.body, '/winners/'),
    article: firstLink(news.body, '/news/'),
  }
})

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test('documents carry their content, their head and no attribute of style', async () => {
      for (const [name, path] of Object.entries(pages)) {
        const { status, body } = await html(inLanguage(language, path))
        expect([name, status]).toEqual([name, 200])
        const root = rootOf(body)
        expect(root).toContain('data-rendered="mf-public@')
        expect(root).toMatch(/<h1[^>]*>[^<]/)
        expect(root.replace(/<[^>]+>/g, '').length).toBeGreaterThan(600)
        expect(root).not.toMatch(/<[^>]+ style=/)
        // Links of a page stay in its language.
        expect(root).toContain(`href="${inLanguage(language, '/categories')}"`)
        for (const part of [
          / rel="canonical" href="http/,
          /hreflang="zh-CN"/,
          /<meta name="description" content="[^"]{20}/,
          /property="og:title"/,
          /application\/ld\+json/,
          /<link rel="stylesheet" href="\/mfe\/mf-public\//,
        ]) {
          expect([name, part.test(body)]).toEqual([name, true])
        }
      }
    })
  })
}

test('a work that is hidden looks like one that never was, from that moment on', async () => {
  const { winner = '' } = pages
  const [id = ''] = winner.split('/').slice(-1)
  const show = (isShown: boolean) =>
    query(site, 'update apply_orders set is_show = $1 where id = $2', [isShown, id])
  await show(false)
  try {
    // The news of it takes a moment from the database to the server.
    await until(async () => (await html(winner)).status, 404)
    const hidden = await html(winner)
    const never = await html('/winners/227000000000000001')
    expect([hidden.status, never.status]).toEqual([404, 404])
    expect(rootOf(hidden.body).replaceAll(id, 'ID')).toBe(
      rootOf(never.body).replaceAll('227000000000000001', 'ID'),
    )
    expect(hidden.body).toContain('<meta name="robots" content="noindex">')
    expect((await html('/winners')).body).not.toContain(winner)
  } finally {
    await show(true)
  }
})

test(
  'without scripts the pages are read, and lead to each other',
  proves('wcag 1.3.2'),
  async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' })
    const page = await context.newPage()
    for (const path of Object.values(pages)) {
      await untilRendered(site.url + path)
      await page.goto(site.url + path)
      expect(await page.locator('h1').first().isVisible()).toBe(true)
    }
    for (const name of ['winner', 'winners']) await untilRendered(site.url + pages[name])
    await page.goto(site.url + pages['winners'])
    await page.locator(`main a[href="${pages['winner']}"]`).first().click()
    expect(page.url()).toBe(site.url + pages['winner'])
    expect(await page.locator('main img').count()).toBeGreaterThan(0)
    await context.close()
  },
)

test('scripts take the page over: nothing moves, nothing is asked for again', async () => {
  const context = await browser.newContext({ viewport: DESK, locale: 'en-GB' })
  await cameBefore(context)
  for (const [name, path] of Object.entries(pages)) {
    const { page, watch } = await openTab(context)
    await page.addInitScript(() => {
      const seen = { shift: 0, main: null as Element | null }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          seen.shift += (entry as PerformanceEntry & { value: number }).value
        }
      }).observe({ type: 'layout-shift', buffered: true })
      document.addEventListener('DOMContentLoaded', () => {
        seen.main = document.querySelector('main')
      })
    })
    await untilRendered(site.url + path)
    await page.goto(site.url + path)
    await settled(page)
    await page.waitForFunction(() =>
      Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react')),
    )
    const { shift, isSame } = await page.evaluate(() => {
      const { seen } = window as unknown as { seen: { shift: number; main: Element | null } }
      return { shift: seen.shift, isSame: seen.main === document.querySelector('main') }
    })
    expect({ name, isSame, errors: watch.errors, violations: watch.violations }).toEqual({
      name,
      isSame: true,
      errors: [],
      violations: [],
    })
    expect(shift).toBeLessThanOrEqual(MOST_SHIFT)
    expect(watch.requests.filter((url) => url.includes('/api/index/'))).toEqual([])
    const own = watch.requests.filter((url) => /\.(js|css)$/.test(url))
    expect(own.filter((url, index) => own.indexOf(url) !== index)).toEqual([])
    await page.close()
  }
  await context.close()
})
