import type { LoadEvent } from '@awards/shared/releases'
import type { Page } from '@playwright/test'
import { ACCOUNTS } from '../harness/accounts.ts'
import { settled, tokenOf } from '../harness/browser.ts'
import { HTML_PAGE, JSON_ERROR, NOT_FOUND, type Fault } from '../harness/fault-proxy.ts'
import { plant } from '../harness/plant.ts'
import { withPage } from '../harness/rerelease.ts'
import {
  arrived,
  deployed,
  eventsOf,
  follow,
  isSameDocument,
  marked,
  panel,
  releaseLine,
  tabAt,
  tryAgain,
  usePlatform,
  type Platform,
} from './setup.ts'
import { eventually, until } from '../harness/until.ts'
import { fullBeyond, fullOnly } from '../harness/scale.ts'
import { expect, proves, test } from '../harness/test.ts'
import { packagesOf } from '../harness/runtimes.ts'

let platform: Platform
let entrant: string

usePlatform({}, async (started) => {
  platform = started
  entrant = await tokenOf(platform.site, ACCOUNTS[0])
})

const good = marked('mf-public', '2.0.0')
const newer = marked('mf-public', '2.1.0')

/** Files of a release on both places. */
const files = (version: string, path: string) =>
  new RegExp(`^/mfe(-b)?/mf-public/${version.replaceAll('.', '\\.')}/${path}$`)

test(
  'scenario 3: a manifest that hangs gives way to the version before, and the rest works meanwhile',
  proves('scenario 3'),
  async () => {
    await deployed(platform, newer, good)
    platform.proxy.on(files('2.1.0', 'mf-manifest\\.json'), { kind: 'hang' })
    const { page, close } = await tabAt(platform, '/home', { token: entrant })

    // Header and navigation are there, and other remotes work.
    await page.getByRole('navigation', { name: 'Sections' }).waitFor()
    await follow(page, '/account')
    await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor()

    await follow(page, '/home')
    await releaseLine(page, '2.0.0').waitFor()
    expect(await isSameDocument(page)).toBe(true)
    await close()
  },
)

test(
  'scenario 23: the buttons beside a slow load can be pressed, at a desk and on a telephone',
  { ...proves('scenario 23'), ...fullOnly },
  async () => {
    await deployed(platform, newer, good)
    platform.proxy.on(files('2.1.0', 'remoteEntry\\.js'), { kind: 'hang' })
    const { page, close } = await tabAt(platform, '/home')
    // Not a pixel of a button may lie below something else.
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      for (const name of ['Try again', 'Use the previous version']) {
        await page.getByRole('button', { name }).click({ trial: true })
      }
    }
    await page.getByRole('button', { name: 'Use the previous version' }).click()
    await releaseLine(page, '2.0.0').waitFor()
    await close()
  },
)

const KINDS: [string, Fault, string][] = [
  ['the manifest is a 500 with JSON', JSON_ERROR, 'mf-manifest\\.json'],
  ['the entry is not found', NOT_FOUND, 'remoteEntry\\.js'],
  ['the exposed chunk is not found', NOT_FOUND, 'js/__federation_expose_routes\\.\\w+\\.js'],
  ['the exposed chunk is a page', HTML_PAGE, 'js/__federation_expose_routes\\.\\w+\\.js'],
  ['a style sheet is not found', NOT_FOUND, 'css/\\d+\\.\\w+\\.css'],
]

/** What the document asks for in advance must not use up a fault that is meant for the loader. */
const withoutPreloads = (text: string) => text.replace(/<link rel="preload"[^>]*>/g, '')

/** While `fault` lasts the panel stands in place of the page; after it "Try again" brings the page without a reload. */
async function recoversInPlace(path: string, fault: Fault) {
  await deployed(platform, good)
  platform.proxy.on(files('2.0.0', path), fault)
  const { page, close } = await tabAt(platform, '/home')
  await panel(page).waitFor()
  platform.proxy.clear()
  await tryAgain(page).click()
  await releaseLine(page, '2.0.0').waitFor()
  await panel(page).waitFor({ state: 'detached' })
  expect(await isSameDocument(page)).toBe(true)
  await close()
}

test.describe('scenario 4', () => {
  for (const [index, [_, fault, path]] of KINDS.entries()) {
    test(
      `scenario 4: once, ${_}: the page comes without a reload`,
      { ...proves('scenario 4'), ...fullBeyond(index) },
      async () => {
        await deployed(platform, good)
        platform.proxy.on(/^\/home$/, { kind: 'rewrite', change: withoutPreloads })
        platform.proxy.on(files('2.0.0', path), fault, 1)
        const { page, close } = await tabAt(platform, '/home')
        await releaseLine(page, '2.0.0').or(panel(page)).first().waitFor()
        // A page in the place of code may be anything: it is the visitor who asks once more.
        if (fault === HTML_PAGE) await tryAgain(page).click()
        await releaseLine(page, '2.0.0').waitFor()
        await panel(page).waitFor({ state: 'detached' })
        expect(await isSameDocument(page)).toBe(true)
        expect(platform.proxy.asked(files('2.0.0', path)).length).toBeGreaterThan(1)
        await close()
      },
    )
  }

  for (const [index, [_, fault, path]] of KINDS.entries()) {
    test(
      `scenario 4: for a while, ${_}: "Try again" works`,
      { ...proves('scenario 4'), ...fullBeyond(index) },
      () => recoversInPlace(path, fault),
    )
  }
})

test(
  'scenario 35: a style sheet that was corrupt on its way comes with "Try again", in place',
  proves('scenario 35'),
  () => recoversInPlace('css/\\d+\\.\\w+\\.css', { kind: 'flip', isKept: true }),
)

test(
  'scenario 5: without any remote the shell stands, and asks no more than three times',
  proves('scenario 5'),
  async () => {
    await deployed(platform, good)
    platform.proxy.on(/^\/mfe(-b)?\//, NOT_FOUND)
    platform.proxy.on(/^\/mfe(-b)?\/mf-entrant\//, { kind: 'status', status: 503 })
    platform.proxy.on(/^\/mfe(-b)?\/mf-payment\//, { kind: 'reset' })
    platform.proxy.on(/^\/(home|account)$/, { kind: 'rewrite', change: withoutPreloads })
    const { page, watch, close } = await tabAt(platform, '/home', { token: entrant })
    await panel(page).waitFor()
    await page.getByRole('contentinfo').waitFor()
    await accountMenu(page).waitFor()
    for (const path of ['/account', '/pay-result?entry=1']) {
      await follow(page, path)
      await panel(page).waitFor()
      await accountMenu(page).waitFor()
    }
    const asked = (remote: string) => platform.proxy.asked(new RegExp(`^/mfe(-b)?/${remote}/`))
    await until(async () => [asked('mf-public').length, asked('mf-entrant').length], [2, 3])
    // Longer than all pauses together: what comes later would be a storm.
    await page.waitForTimeout(3000)
    // What is not there is asked for once in each place, what may come back twice in the first one.
    expect(asked('mf-public').length).toBe(2)
    expect(asked('mf-entrant').length).toBe(3)
    // The browser itself repeats a request whose connection breaks; the page does not.
    const broken = watch.requests.filter((url) => /\/mfe(-b)?\/mf-payment\//.test(url))
    expect(broken.length).toBe(3)
    expect(await page.evaluate(() => localStorage.getItem('token') !== null)).toBe(true)
    expect(watch.violations).toEqual([])
    await close()
  },
)

const accountMenu = (page: Page) => page.getByRole('banner').getByLabel(/account/i)

test(
  'scenario 6: a visitor causes no request to the remotes of others',
  proves('scenario 6'),
  async () => {
    const { page, watch, close } = await tabAt(platform, '/')
    await arrived(page)
    await settled(page)
    await follow(page, '/home')
    await arrived(page)
    await settled(page)
    const others = watch.requests.filter((url) =>
      /\/mfe(-b)?\/mf-(jury|payment|entrant)\//.test(url),
    )
    expect(others).toEqual([])
    await close()
  },
)

test.describe('scenario 9', () => {
  for (const [index, [_what, path]] of (
    [
      ['manifest', 'mf-manifest\\.json'],
      ['entry', 'remoteEntry\\.js'],
      ['exposed chunk', 'js/__federation_expose_routes\\.\\w+\\.js'],
      ['chunk of the page', 'js/\\d+\\.\\w+\\.js'],
      ['style sheet', 'css/\\d+\\.\\w+\\.css'],
    ] as const
  ).entries()) {
    test(
      `scenario 9: one other byte in the ${_what}, and the version before runs`,
      { ...proves('scenario 9'), ...fullBeyond(index) },
      async () => {
        await deployed(platform, newer, good)
        platform.proxy.on(files('2.1.0', path), { kind: 'flip' })
        const { page, close } = await tabAt(platform, '/home')
        await releaseLine(page, '2.0.0').waitFor()
        expect(await releaseLine(page, '2.1.0').count()).toBe(0)
        expect(platform.proxy.asked(files('2.1.0', path)).length).toBeGreaterThan(0)
        const events = await eventually(
          () => eventsOf(platform, 'mf-public'),
          (list) => list.some(({ outcome }) => outcome === 'fallback'),
        )
        expect(events.find(({ outcome }) => outcome === 'fallback')).toMatchObject({
          remote: { version: '2.1.0' },
          fallback_version: '2.0.0',
        })
        await close()
      },
    )
  }

  test(
    'scenario 9: a page that is opened later and was changed comes in the version before',
    { ...proves('scenario 9'), ...fullOnly },
    async () => {
      await deployed(platform, newer, good)
      const { page, close } = await tabAt(platform, '/home')
      await releaseLine(page, '2.1.0').waitFor()
      platform.proxy.on(files('2.1.0', 'js/\\d+\\.\\w+\\.js'), { kind: 'flip' })
      await page.getByRole('contentinfo').locator('a[href="/faq"]').click()
      await releaseLine(page, '2.0.0').waitFor()
      expect(new URL(page.url()).pathname).toBe('/faq')
      await close()
    },
  )

  for (const [index, [what, change]] of (
    [
      [
        'no digests',
        (integrity: Record<string, string>) =>
          void Object.keys(integrity).forEach((key) => delete integrity[key]),
      ],
      [
        'no digest of the entry',
        (integrity: Record<string, string>) => void delete integrity['remoteEntry.js'],
      ],
      [
        'e0d123e5 as the digest of the entry',
        (integrity: Record<string, string>) => void (integrity['remoteEntry.js'] = 'e0d123e5'),
      ],
    ] as const
  ).entries()) {
    test(
      `scenario 9: a manifest with ${what} is not trusted`,
      { ...proves('scenario 9'), ...fullBeyond(index) },
      async () => {
        await deployed(platform, good)
        const version = `2.9.${what.length}`
        const planted = marked('mf-public', version, {
          atImport: 'window.planted = true',
          manifest: ({ integrity }) => change(integrity),
        })
        await plant(platform.site, planted, good)
        const { page, close } = await tabAt(platform, '/home')
        await releaseLine(page, '2.0.0').waitFor()
        expect(await page.evaluate(() => 'planted' in window)).toBe(false)
        await close()
      },
    )
  }

  for (const [index, [_what, change]] of (
    [
      ['is missing', (text: string) => text.replace(/"integrity":"sha384-[^"]+"/g, '"x":"y"')],
      [
        'is e0d123e5',
        (text: string) => text.replace(/"integrity":"sha384-[^"]+"/g, '"integrity":"e0d123e5"'),
      ],
    ] as const
  ).entries()) {
    test(
      `scenario 9: a release whose digest ${_what} is not run`,
      { ...proves('scenario 9'), ...fullBeyond(index) },
      async () => {
        await deployed(platform, good)
        platform.proxy.on(/^\/(home|discovery\.json)$/, { kind: 'rewrite', change })
        const { page, close } = await tabAt(platform, '/home')
        await tryAgain(page).waitFor()
        expect(await packagesOf(page)).toEqual(['shell'])
        await close()
      },
    )
  }
})

test.describe('scenario 15', () => {
  const failing = [
    ['in render', 'faq', '() => { throw new Error("planted in render") }', 'render'],
    [
      'in an effect',
      'contact',
      '() => { React.useEffect(() => { throw new Error("planted in an effect") }, []); return null }',
      'render',
    ],
  ] as const

  for (const [index, [_where, path, code, phase]] of failing.entries()) {
    test(
      `scenario 15: a page that throws ${_where} fails alone`,
      { ...proves('scenario 15'), ...fullBeyond(index) },
      async () => {
        const version = `2.5.${path.length}`
        await deployed(platform, marked('mf-public', version, { pages: withPage(path, code) }))
        const { page, close } = await tabAt(platform, '/account', { token: entrant })
        await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor()
        await page.getByRole('contentinfo').locator(`a[href="/${path}"]`).click()
        await panel(page).waitFor()
        await accountMenu(page).waitFor()
        // What a tab of the test before tells when it is closed may come meanwhile.
        const ofRelease = ({ remote }: LoadEvent) => remote.version === version
        const events = await eventually(
          async () => (await eventsOf(platform, 'mf-public')).filter(ofRelease),
          (list) => list.some(({ outcome }) => outcome === 'failed'),
        )
        expect(events.find(({ outcome }) => outcome === 'failed')).toMatchObject({
          remote: { name: 'mf-public', version },
          phase,
          kind: 'evaluation',
        })
        await page.goBack()
        await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor()
        expect(await isSameDocument(page)).toBe(true)
        await close()
      },
    )
  }

  test(
    'scenario 15: a promise that nobody caught is reported, and the page stays',
    { ...proves('scenario 15'), ...fullOnly },
    async () => {
      const code = `() => {
      React.useEffect(() => { Promise.reject(new Error("planted promise")) }, [])
      return React.createElement('h1', null, 'Still here')
    }`
      await deployed(platform, marked('mf-public', '2.6.0', { pages: withPage('about', code) }))
      const { page, close } = await tabAt(platform, '/about', { token: entrant })
      await page.getByRole('heading', { name: 'Still here' }).waitFor()
      const events = await eventually(
        () => eventsOf(platform, 'mf-public'),
        (list) => list.some(({ message }) => message?.includes('planted promise')),
      )
      expect(events.find(({ message }) => message?.includes('planted promise'))).toMatchObject({
        remote: { name: 'mf-public', version: '2.6.0' },
        phase: 'render',
      })
      await accountMenu(page).waitFor()
      await panel(page).waitFor({ state: 'detached' })
      await close()
    },
  )

  test(
    'scenario 15: a remote that throws at import fails alone',
    { ...proves('scenario 15'), ...fullOnly },
    async () => {
      const bad = marked('mf-public', '2.7.0', { atImport: 'throw new Error("planted at import")' })
      await deployed(platform, bad)
      const { page, close } = await tabAt(platform, '/account', { token: entrant })
      await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor()
      await follow(page, '/faq')
      await panel(page).waitFor()
      await accountMenu(page).waitFor()
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor()
      await panel(page).waitFor({ state: 'detached' })
      await close()
    },
  )

  test(
    'scenario 15: with a version before, one that throws at import gives way to it',
    { ...proves('scenario 15'), ...fullOnly },
    async () => {
      const bad = marked('mf-public', '2.7.0', { atImport: 'throw new Error("planted at import")' })
      await deployed(platform, bad, good)
      const { page, close } = await tabAt(platform, '/faq')
      await releaseLine(page, '2.0.0').waitFor()
      const events = await eventually(
        () => eventsOf(platform, 'mf-public'),
        (list) => list.some(({ outcome }) => outcome === 'fallback'),
      )
      expect(events.find(({ outcome }) => outcome === 'fallback')).toMatchObject({
        remote: { version: '2.7.0' },
        kind: 'evaluation',
        fallback_version: '2.0.0',
      })
      await close()
    },
  )
})
