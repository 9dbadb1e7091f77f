import type { Browser, Page } from '@playwright/test'
import { ACCOUNTS } from './harness/accounts.ts'
import { cameBefore, openTab, settled, tokenOf, visit } from './harness/browser.ts'
import { NOT_FOUND, type FaultProxy } from './harness/fault-proxy.ts'
import type { Site } from './harness/site.ts'
import { eventually, until } from './harness/until.ts'
import { localRelease } from './harness/release.ts'
import { copiesOf, devtoolsGraph, ONE_EACH, packagesOf, untilRuns } from './harness/runtimes.ts'
import { fullBeyond, fullOnly } from './harness/scale.ts'
import { expect, proves, test, useDesk } from './harness/test.ts'

/** Well before Chromium looks whether preloads were taken. */
const IN_TIME_MS = 2_000
const PANEL = 'This part of the site is not available right now'

let site: Site
let proxy: FaultProxy
let browser: Browser

/** Files of the public pages on both places; a file is lost or changed on the way to the browser. */
const lost = (path: string) => new RegExp(`^/mfe(-b)?/mf-public/[^/]+/${path}$`)

useDesk((desk) => {
  ;({ site, browser, proxy } = desk)
})

/** A tab of its own, so that nothing comes from the cache of another test. */
async function visitor(path: string, token?: string) {
  const context = await visit(browser, { ...site, url: proxy.url }, token)
  await cameBefore(context)
  const tab = await openTab(context)
  await tab.page.goto(path)
  await settled(tab.page)
  return { ...tab, close: () => context.close() }
}

const remotesAsked = (requests: readonly string[]) => [
  ...new Set(requests.flatMap((url) => /\/mfe\/([\w-]+)\//.exec(url)?.[1] ?? [])),
]
const alertText = (page: Page) => page.getByRole('alert').filter({ hasText: PANEL })

test('a visitor at home loads one remote, each file once, without an error', async () => {
  const { page, watch, close } = await visitor('/home')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(watch).toMatchObject({ errors: [], violations: [] })
  expect(remotesAsked(watch.requests)).toEqual(['mf-public'])
  const files = watch.requests.filter((url) => /\/(mfe|assets)\//.test(url))
  expect(files.length).toBe(new Set(files).size)
  await close()
})

test('the devtools of Module Federation show the releases that run, and what they share', async () => {
  const { page, close } = await visitor('/home')
  const node = `mf_public:${localRelease('mf-public').version}`
  const graph = await devtoolsGraph(page)
  expect(graph['shell']?.remotes).toEqual([node])
  expect(graph[node]?.shared).toEqual(expect.arrayContaining(['react', '@awards/shared/ui']))
  expect(await packagesOf(page)).toContain('shell')
  await close()
})

/** What Chromium says of preloads that nobody took some seconds after the load, and when all was taken. */
async function preloadsOf(path: string) {
  const context = await visit(browser, site)
  const { page } = await openTab(context)
  const warnings: string[] = []
  page.on('console', (message) => {
    if (/preload/i.test(message.text())) warnings.push(message.text())
  })
  await page.goto(path)
  await settled(page)
  const atRest = await page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return performance.now() - (document?.loadEventEnd ?? 0)
  })
  await page.waitForTimeout(5000)
  await context.close()
  return { warnings, atRest }
}

test('what the document names in advance is what the page then uses', async () => {
  // Of a page that a busy machine has not ready in those seconds a warning says nothing.
  const { warnings } = await eventually(
    () => preloadsOf('/winners'),
    ({ warnings, atRest }) => warnings.length === 0 || atRest < IN_TIME_MS,
  )
  expect(warnings).toEqual([])
})

/** Goes to a page as a link would, without loading the document anew. */
async function follow(page: Page, path: string, remote: string) {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await untilRuns(page, remote)
}

test("an entrant's page runs on one React, router, store and client", async () => {
  const { page, close } = await visitor('/account', await tokenOf(site, ACCOUNTS[0]))
  await follow(page, '/pay-result?entry=1', 'mf-payment')
  await follow(page, '/winners', 'mf-public')
  await settled(page)
  expect((await packagesOf(page)).sort()).toEqual([
    'mf_entrant',
    'mf_payment',
    'mf_public',
    'shell',
  ])
  expect(await copiesOf(page)).toEqual(ONE_EACH)
  await close()
})

test("a juror's page has one of each too", fullOnly, async () => {
  const { page, close } = await visitor('/juryreview', await tokenOf(site, ACCOUNTS[1]))
  await follow(page, '/steps', 'mf-entrant')
  await follow(page, '/winners', 'mf-public')
  await settled(page)
  expect((await packagesOf(page)).sort()).toEqual(['mf_entrant', 'mf_jury', 'mf_public', 'shell'])
  expect(await copiesOf(page)).toEqual(ONE_EACH)
  await close()
})

for (const [index, [_what, path]] of (
  [
    ['its folder', '.*'],
    ['its manifest', 'mf-manifest\\.json'],
    ['its entry', 'remoteEntry\\.js'],
    ['its chunks', 'js/.*'],
  ] as const
).entries()) {
  test(
    `without ${_what} a remote fails alone, and "Try again" brings it back`,
    fullBeyond(index),
    async () => {
      proxy.on(lost(path), NOT_FOUND)
      const { page, close } = await visitor('/home')
      await alertText(page).waitFor()
      await until(() => page.evaluate(() => document.activeElement?.tagName), 'H1')
      await page.getByRole('banner').waitFor()
      await page.evaluate(() => Object.assign(window, { sameDocument: true }))

      const before = proxy.asked(lost(path)).length
      await page.getByRole('button', { name: 'Try again' }).click()
      // The button turns until both tries have failed; the file must not come back before.
      while (proxy.asked(lost(path)).length === before) await page.waitForTimeout(20)
      await page.locator('main button[aria-busy]').waitFor({ state: 'detached' })
      await alertText(page).waitFor()

      proxy.clear()
      await page.getByRole('button', { name: 'Try again' }).click()
      await alertText(page).waitFor({ state: 'detached' })
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
      await close()
    },
  )
}

test('who is not admitted is sent on before a remote is loaded', async () => {
  const { page, watch, close } = await visitor('/steps?step=2')
  await page.waitForURL('**/login?redirect=*')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/steps?step=2')
  const started = watch.requests.filter((url) => url.includes('/api/') && !url.includes('/index/'))
  expect(started).toEqual([])
  expect(await packagesOf(page)).toEqual(['shell'])
  await close()
})

test('the shell’s own pages stay when all remotes are gone', fullOnly, async () => {
  proxy.on(/^\/mfe(-b)?\//, NOT_FOUND)
  const empty = (text: string) =>
    text.replace(/"microFrontends":\{.*?\}(?=\}(<|$))/s, '"microFrontends":{}')
  proxy.on(/^\/(login|discovery\.json)$/, { kind: 'rewrite', change: empty })
  const { page, watch, close } = await visitor('/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(watch.errors).toEqual([])
  await close()
})

for (const [index, name] of ['remoteEntry.js', 'mf-manifest.json'].entries()) {
  test(
    `a changed ${name} is not run`,
    { ...proves('security 28'), ...fullBeyond(index) },
    async () => {
      const path = name.replace('.', '\\.')
      proxy.on(lost(path), { kind: 'rewrite', change: (text) => `${text}\n` })
      const { page, watch, close } = await visitor('/home')
      await alertText(page).waitFor()
      await until(async () => /integrity/i.test(watch.errors.join()), true)
      expect(await packagesOf(page)).toEqual(['shell'])
      await close()
    },
  )
}

test('an unknown page is the not-found page, with its status', async () => {
  const context = await visit(browser, site)
  const { page } = await openTab(context)
  const answer = await page.goto('/winners/1/2/3')
  expect(answer?.status()).toBe(404)
  await settled(page)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // Without the layout there are no sections to go to.
  expect(await page.getByRole('navigation').count()).toBe(0)
  await context.close()
})
