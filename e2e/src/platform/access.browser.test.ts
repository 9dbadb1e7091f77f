import type { BrowserContext, Page } from '@playwright/test'
import { findings } from '../harness/axe.ts'
import { settled, visit } from '../harness/browser.ts'
import { NOT_FOUND } from '../harness/fault-proxy.ts'
import { localRelease, otherShell } from '../harness/release.ts'
import { rerelease } from '../harness/rerelease.ts'
import { eventually, until } from '../harness/until.ts'
import {
  arrived,
  deployed,
  marked,
  panel,
  releaseLine,
  tabAt,
  usePlatform,
  type Platform,
} from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test } from '../harness/test.ts'

/* Caches, and people who do not see what happens: a site of staging, where anybody may pin. */
let platform: Platform

usePlatform({ CHANNEL: 'staging' }, (started) => {
  platform = started
})

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Addresses of each class, and what a cache is told about it. */
function classes(): [string, number, RegExp, string][] {
  const { version } = localRelease('mf-jury')
  const base = `mf-jury/${version}`
  return [
    ['/home', 200, /^text\/html/, 'no-cache'],
    ['/no/such/page', 404, /^text\/html/, 'no-cache'],
    ['/discovery.json', 200, /^application\/json/, 'private, no-cache'],
    ...['/mfe', '/mfe-b'].flatMap((place): [string, number, RegExp, string][] => [
      [`${place}/${base}/mf-manifest.json`, 200, /^application\/json/, IMMUTABLE],
      [`${place}/${base}/remoteEntry.js`, 200, /^text\/javascript/, IMMUTABLE],
      [`${place}/${base}/js/nothing.js`, 404, /^text\/plain/, 'no-store'],
      [`${place}/mf-jury/9.9.9/remoteEntry.js`, 404, /^text\/plain/, 'no-store'],
      [`${place}/mf-nothing/1.0.0/remoteEntry.js`, 404, /^text\/plain/, 'no-store'],
      [`${place}/`, 404, /^text\/plain/, 'no-store'],
      [`${place}/index.html`, 404, /^text\/plain/, 'no-store'],
      [`${place}/${base}/`, 404, /^text\/plain/, 'no-store'],
    ]),
    ['/api/registry/mfe/mf-jury/versions', 401, /^application\/json/, 'no-store'],
    ['/api/registry/nothing', 404, /./, 'no-store'],
  ]
}

test(
  'scenario 20: each class of address tells caches what they may keep',
  proves('scenario 20'),
  async () => {
    for (const [path, status, type, caching] of classes()) {
      // As a browser asks for a page: the site must not take it for one.
      const headersSent = { accept: 'text/html,*/*;q=0.8' }
      const answer = await fetch(platform.site.url + path, { headers: headersSent })
      const { headers } = answer
      await answer.arrayBuffer()
      expect({
        path,
        status: answer.status,
        type: headers.get('content-type'),
        caching: headers.get('cache-control'),
      }).toEqual({ path, status, type: expect.stringMatching(type), caching })
      expect({ path, nosniff: headers.get('x-content-type-options') }).toEqual({
        path,
        nosniff: 'nosniff',
      })
      if (caching === IMMUTABLE) {
        expect(headers.get('access-control-allow-origin')).toBe('*')
        expect(headers.get('timing-allow-origin')).toBe('*')
      }
      if (path === '/discovery.json') {
        expect(headers.get('etag')).toBeTruthy()
        expect(headers.get('vary')).toMatch(/cookie/i)
      }
    }
  },
)

/** Focus and what is announced, for somebody who hears the page. */
async function isAnnounced(page: Page) {
  await until(() => page.evaluate(() => document.activeElement?.tagName), 'H1')
  const heading = page.getByRole('heading', { level: 1 })
  await until(() => page.getByRole('alert').filter({ has: heading }).count(), 1)
}

test(
  'scenario 21: while a remote is on its way',
  { ...proves('scenario 21'), ...fullOnly },
  async () => {
    await deployed(platform, marked('mf-public', '2.0.0'))
    platform.proxy.on(/^\/mfe\/mf-public\/.*\.js$/, { kind: 'hang' })
    const { page, close } = await tabAt(platform, '/faq')
    await page.getByRole('banner').waitFor()
    await page.getByRole('main').getByRole('status').first().waitFor()
    // It speaks up when it takes long.
    const spoken = page
      .getByRole('status')
      .getByText(/takes longer|slow|still/i)
      .first()
      .waitFor()
    expect(await findings(page)).toEqual([])
    await spoken
    expect(await findings(page)).toEqual([])
    await close()
  },
)

test('scenario 21: when a remote cannot be loaded', proves('scenario 21'), async () => {
  await deployed(platform, marked('mf-public', '2.0.1'))
  platform.proxy.on(/^\/mfe(-b)?\/mf-public\//, NOT_FOUND)
  const { page, close } = await tabAt(platform, '/faq')
  await panel(page).waitFor()
  await isAnnounced(page)
  expect(await findings(page)).toEqual([])
  await close()
})

test(
  'scenario 21: when the version before stands in',
  { ...proves('scenario 21'), ...fullOnly },
  async () => {
    await deployed(platform, marked('mf-public', '2.1.0'), marked('mf-public', '2.0.2'))
    platform.proxy.on(/^\/mfe(-b)?\/mf-public\/2\.1\.0\/remoteEntry/, NOT_FOUND)
    const { page, close } = await tabAt(platform, '/faq')
    await releaseLine(page, '2.0.2').waitFor()
    await settled(page)
    expect(await findings(page)).toEqual([])
    await close()
  },
)

test(
  'scenario 21: with a pinned release, and the panel of all releases',
  { ...proves('scenario 21'), ...fullOnly },
  async () => {
    await deployed(platform, marked('mf-public', '2.2.0'))
    await platform.registry.publish(marked('mf-public', '2.3.0-pr88.1'))
    const { page, close } = await tabAt(platform, '/faq?mfe=mf-public@2.3.0-pr88.1')
    await releaseLine(page, '2.3.0-pr88.1').waitFor()
    await settled(page)
    await page.getByRole('region', { name: 'Pinned releases' }).waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Releases', exact: false }).first().click()
    await page.getByRole('dialog').getByText('2.3.0-pr88.1').first().waitFor()
    expect(await findings(page)).toEqual([])
    await close()
  },
)

/** A release with another lead on the page of questions, in the browser and from the server. */
const withLead = (version: string, lead: string) =>
  rerelease(localRelease('mf-public'), version, {
    edits: [
      {
        file: /^(server\/routes\.cjs|js\/texts-en-json\.\w+\.js)$/,
        change: (text) => text.replace('Short answers to what we are asked most.', lead),
      },
    ],
  })

test(
  'scenario 34: the first HTML is that of the pinned release, in each language and without scripts @full',
  proves('scenario 34'),
  async () => {
    await deployed(platform, withLead('2.6.0', 'Answers of today.'))
    await platform.registry.publish(withLead('2.7.0', 'Answers of tomorrow.'))
    const preloads = (page: Page) =>
      page
        .locator('link[href*="/mfe/mf-public/"]')
        .evaluateAll((links) => [
          ...new Set(links.map((link) => /mf-public\/([\d.]+)/.exec(link.outerHTML)?.[1])),
        ])
    const read = async (path: string, context: BrowserContext) => {
      const page = await context.newPage()
      // A server that is too busy to render in time answers with the bare document; that is asked for again.
      await eventually(
        async () => {
          await page.goto(path)
          return page.locator('main').count()
        },
        (count) => count > 0,
      )
      const language = await page.locator('html').getAttribute('lang')
      const found = { text: await page.locator('main').innerText(), preloads: await preloads(page) }
      await page.close()
      return { language, ...found }
    }
    const options = { javaScriptEnabled: false }
    const tester = await visit(platform.browser, platform.site, undefined, options)
    const today = { text: expect.stringContaining('Answers of today.'), preloads: ['2.6.0'] }
    const pinned = { text: expect.stringContaining('Answers of tomorrow.'), preloads: ['2.7.0'] }
    await eventually(
      () => read('/faq?mfe=mf-public@2.7.0', tester),
      ({ text }) => text.includes('Answers of tomorrow.'),
    )
    expect(await read('/faq?mfe=mf-public@2.7.0', tester)).toMatchObject(pinned)
    expect(await read('/faq', tester)).toMatchObject(pinned)
    expect(await read('/fr/faq', tester)).toMatchObject({ language: 'fr', preloads: ['2.7.0'] })
    const visitor = await visit(platform.browser, platform.site, undefined, options)
    expect(await read('/faq', visitor)).toMatchObject(today)
    await tester.close()
    await visitor.close()

    const { page, watch, close } = await tabAt(platform, '/faq?mfe=mf-public@2.7.0')
    await settled(page)
    await expect(page.getByText('Answers of tomorrow.')).toBeVisible()
    await page.getByRole('button', { name: 'Reset all pins' }).click()
    await expect(page.getByText('Answers of today.')).toBeVisible()
    expect([watch.errors, watch.violations]).toEqual([[], []])
    await close()
  },
)

test(
  'scenario 34: a pinned build of the shell is that of this tab, also after another tab had other pins',
  { ...proves('scenario 34'), ...fullOnly },
  async () => {
    const version = '9.0.0-pr88'
    await platform.registry.publishShell(otherShell(version, 'Another shell'))
    const { page, watch, context, close } = await tabAt(platform, `/faq?mfe=shell@${version}`)
    const mark = page.getByText('Another shell')
    const badge = page.getByRole('region', { name: 'Pinned releases' })
    await expect(mark).toBeAttached()
    await expect(badge.getByText(`shell@${version}`)).toBeVisible()
    await expect(badge.getByText('could not be loaded')).toBeHidden()
    await arrived(page)

    // The documents of a browser are rendered by the pins that came last; this one is none of its own.
    const other = await context.newPage()
    await other.goto('/faq?mfe=mf-public@staging')
    await expect(other.getByText('Another shell')).not.toBeAttached()
    await other.close()
    await page.reload()
    await expect(mark).toBeAttached()

    await badge.getByRole('button', { name: 'Reset all pins' }).click()
    await expect(mark).not.toBeAttached()
    await page.goto('/faq?mfe=shell@9.9.9')
    await expect(badge.getByText('this version is not published')).toBeVisible()
    expect([watch.errors, watch.violations]).toEqual([[], []])
    await close()
  },
)

test(
  'scenario 21: when a pinned release fails, its tester is told and nothing stands in',
  { ...proves('scenario 21'), ...fullOnly },
  async () => {
    await deployed(platform, marked('mf-public', '2.4.0'))
    await platform.registry.publish(
      marked('mf-public', '2.5.0', { atImport: 'throw new Error("x")' }),
    )
    const { page, close } = await tabAt(platform, '/faq?mfe=mf-public@2.5.0')
    await panel(page).waitFor()
    await isAnnounced(page)
    expect(await releaseLine(page, '2.4.0').count()).toBe(0)
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Reset all pins' }).click()
    await releaseLine(page, '2.4.0').waitFor()
    await close()
  },
)
