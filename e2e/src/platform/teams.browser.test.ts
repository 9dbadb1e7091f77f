import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { ACCOUNTS } from '../harness/accounts.ts'
import { launchBrowser, openTab, settled, tokenOf, visit } from '../harness/browser.ts'
import {
  addressOf,
  copyOfCheckout,
  mfe,
  mfeRunning,
  outsideRepository,
  type Team,
} from '../harness/checkout.ts'
import { registryPlace } from '../harness/database.ts'
import { newToken } from '../harness/registry.ts'
import { demoData, startSite, type Site } from '../harness/site.ts'
import { eventually, until } from '../harness/until.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test } from '../harness/test.ts'

/*
 * A team works in a checkout of its own: it creates a fifth remote, ships it to staging and to
 * production, and develops inside the deployed site. Both sites run from here and share a registry.
 */

const SHELL = resolve(import.meta.dirname, '../../../dist/shell')

let production: Site
let staging: Site
let browser: Browser
let team: Team
let shellBefore: string

test.beforeAll(async () => {
  production = await startSite({ dataDir: await demoData() })
  staging = await startSite({
    dataDir: await demoData(),
    env: { CHANNEL: 'staging', ...registryPlace(production) },
  })
  browser = await launchBrowser()
  const token = await newToken(production, 'nadia@example.org')
  const folder = await copyOfCheckout()
  team = { folder, env: { MFE_TOKEN: token, MFE_SITE: staging.url } }
  shellBefore = digestOfFolder(SHELL)
})
test.afterAll(async () => {
  await browser?.close()
  await staging?.discard()
  await production?.discard()
  await rm(team.folder, { recursive: true, force: true })
})

function digestOfFolder(folder: string): string {
  const hash = createHash('sha256')
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = join(folder, path)
    if (statSync(file).isFile()) hash.update(path).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** What a fresh visitor of a site gets at an address. */
async function look(site: Site, path: string) {
  const context = await visit(browser, site)
  const { page, watch } = await openTab(context)
  const answer = await page.goto(path)
  await settled(page)
  const heading = await page.getByRole('heading', { level: 1 }).first().textContent()
  const title = await page.title()
  const discovery = await (await fetch(`${site.url}/discovery.json`)).text()
  await context.close()
  return {
    status: answer?.status(),
    heading,
    title,
    isKnown: discovery.includes('mf-gallery'),
    asked: watch.requests.filter((url) => url.includes('mf-gallery')).length > 0,
    errors: watch.errors,
    violations: watch.violations,
  }
}

const ABSENT = { status: 404, isKnown: false, asked: false, violations: [] }

/** A site hears in a moment of what was done through another one. */
const lookFor = (site: Site, heading: string) =>
  eventually(
    () => look(site, '/gallery'),
    // The page and the discovery document may come from two machines, one of which hears later.
    (seen) => seen.heading === heading && seen.isKnown,
  )
const lookAway = (site: Site) =>
  eventually(
    () => look(site, '/gallery'),
    ({ isKnown, status }) => !isKnown && status === ABSENT.status,
  )

const shown = (heading: string) => ({
  status: 200,
  heading,
  isKnown: true,
  asked: true,
  errors: [],
  violations: [],
  title: expect.stringMatching(/^Gallery/),
})

const sitemap = async () => (await fetch(`${production.url}/sitemap-pages.xml`)).text()

/** What a command of the team says that has to be refused. */
const refusalOf = (...args: string[]) =>
  mfe(team, ...args).then(
    (said) => Promise.reject(new Error(`It was not refused:\n${said}`)),
    ({ message }: Error) => message,
  )

/** Changes a file of the team's checkout; call the answer to take it back. */
function edit(path: string, change: (text: string) => string) {
  const file = join(team.folder, path)
  const text = readFileSync(file, 'utf8')
  const changed = change(text)
  expect(changed).not.toBe(text)
  writeFileSync(file, changed)
  return () => writeFileSync(file, text)
}

test.describe('a fifth remote', () => {
  test(
    'is created and shipped to staging, where it is seen; production knows nothing',
    fullOnly,
    async () => {
      await mfe(team, 'create', 'mf-gallery', '--route', '/gallery', '--title', 'Gallery')
      await mfe(team, 'ship', 'mf-gallery')
      expect(await lookFor(staging, 'Gallery')).toMatchObject(shown('Gallery'))
      expect(await look(production, '/gallery')).toMatchObject(ABSENT)
    },
  )

  test(
    'is promoted to production, without a restart and without another shell',
    fullOnly,
    async () => {
      const { pid } = production.process
      await mfe(team, 'promote', 'mf-gallery', '--channel', 'production')
      expect(await lookFor(production, 'Gallery')).toMatchObject(shown('Gallery'))
      expect(production.process.pid).toBe(pid)
      expect(production.process.exitCode).toBe(null)
      expect(digestOfFolder(SHELL)).toBe(shellBefore)
    },
  )

  test(
    'scenario 28: stands in the menu, in three languages and in the sitemap, by its remote.json alone',
    { ...proves('scenario 28'), ...fullOnly },
    async () => {
      const context = await visit(browser, production)
      const { page } = await openTab(context)
      await page.goto('/home')
      await settled(page)
      const sections = page.getByRole('navigation', { name: 'Sections' }).first()
      await sections.getByRole('link', { name: 'Gallery' }).click()
      await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/gallery')
      for (const language of ['fr', 'zh']) {
        const answer = await page.goto(`/${language}/gallery`)
        expect(answer?.status()).toBe(200)
        const html = (await answer?.text()) ?? ''
        expect(html).toContain('hreflang="fr"')
        expect(html).toMatch(new RegExp(`<html lang="${language}`))
      }
      expect(await sitemap()).toContain('/zh/gallery<')
      await context.close()
    },
  )

  test(
    'scenario 14: is rolled back by one command, seen in the next fresh tab',
    { ...proves('scenario 14'), ...fullOnly },
    async () => {
      edit('mf-gallery/src/locales/en.json', (text) =>
        text.replace('"Gallery"', '"Gallery of the year"'),
      )
      await mfe(team, 'ship', 'mf-gallery')
      await mfe(team, 'promote', 'mf-gallery', '--channel', 'production', '--canary', 'off')
      expect(await lookFor(production, 'Gallery of the year')).toMatchObject(
        shown('Gallery of the year'),
      )

      const reason = ['--reason', 'the year is wrong']
      await mfe(team, 'rollback', 'mf-gallery', '--channel', 'production', ...reason)
      expect(await lookFor(production, 'Gallery')).toMatchObject(shown('Gallery'))
      expect(await lookFor(staging, 'Gallery of the year')).toMatchObject(
        shown('Gallery of the year'),
      )
    },
  )

  test('is removed, and leaves no trace', fullOnly, async () => {
    for (const channel of ['production', 'staging']) {
      await mfe(team, 'remove', 'mf-gallery', '--channel', channel)
    }
    expect(await lookAway(production)).toMatchObject(ABSENT)
    expect(await lookAway(staging)).toMatchObject(ABSENT)
    expect(await sitemap()).not.toContain('gallery')
    const { asked, isKnown } = await look(production, '/home')
    expect({ asked, isKnown }).toEqual({ asked: false, isKnown: false })
  })
})

test(
  'scenario 37: a remote in a repository of its own is shipped to staging and to production',
  { ...proves('scenario 37'), ...fullOnly },
  async () => {
    const outside = await outsideRepository(team)
    try {
      await mfe(outside, 'create', 'mf-atelier', '--route', '/atelier', '--title', 'Atelier')
      expect(readdirSync(outside.folder).sort()).toEqual([
        'mf-atelier',
        'node_modules',
        'package.json',
      ])
      await mfe(outside, 'ship', 'mf-atelier')
      const atelier = { status: 200, heading: 'Atelier', errors: [], violations: [] }
      const seen = (site: Site) =>
        eventually(
          () => look(site, '/atelier'),
          ({ heading }) => heading === 'Atelier',
        )
      expect(await seen(staging)).toMatchObject(atelier)
      await mfe(outside, 'promote', 'mf-atelier', '--channel', 'production')
      expect(await seen(production)).toMatchObject(atelier)
    } finally {
      await rm(outside.folder, { recursive: true, force: true })
    }
  },
)

test(
  'scenario 27: a type error and a broken surface are refused by ship, and the member is named',
  { ...proves('scenario 27'), ...fullOnly },
  async () => {
    // The first command of a checkout tells of its installation too.
    const given = async () =>
      (await mfe(team, 'status', 'mf-payment'))
        .split('\n')
        .filter((line) => line.startsWith('mf-payment'))
    const before = await given()
    const mistake = "\nexport const one: number = 'two'\n"
    const repair = edit('mf-payment/src/routes.tsx', (text) => text + mistake)
    const types = await refusalOf('ship', 'mf-payment')
    expect(types).toMatch(/mf-payment\/src\/routes\.tsx\(\d+,\d+\): error TS2322/)
    expect(types).toContain('do not compile against the installed shared')
    repair()

    const restore = edit('shared/src/theme/index.ts', (text) => text.replace('chooseTheme, ', ''))
    const surface = await refusalOf('ship', 'mf-payment')
    expect(surface).toContain('chooseTheme of @awards/shared/theme is gone')
    expect(surface).toContain('Write "version": "2.0.0" into shared/package.json')
    restore()
    expect(before).not.toEqual([])
    expect(await given()).toEqual(before)
  },
)

test(
  'scenario 36: a change has a preview with pictures of what differs, and none once it is merged',
  { ...proves('scenario 36'), ...fullOnly },
  async () => {
    const restore = edit('mf-payment/src/locales/en.json', (text) =>
      text.replace('There is no such payment here', 'Nobody knows of this payment'),
    )
    const out = join(team.folder, 'preview')
    const options = ['--change', '88', '--accounts', ACCOUNTS[0], '--out', out]
    const said = await mfe(team, 'preview', 'mf-payment', ...options)
    restore()
    const version = /mfe=mf-payment@(\S+-pr88\.1)/.exec(said)?.[1] ?? ''
    const comment = readFileSync(join(out, 'comment.md'), 'utf8')
    expect(comment).toContain(`### mf-payment ${version} beside`)
    expect(comment).toMatch(/\| \/pay-result \| 1440 \| \d+\.\d\d % changed, LCP/)
    expect(comment).toContain('| /payments | 1440 | not looked at: it leads elsewhere')
    for (const width of [390, 1440]) {
      for (const what of ['before', 'now', 'changes']) {
        const picture = readFileSync(join(out, `pay-result-${width}-${what}.png`))
        expect(picture.subarray(1, 4).toString()).toBe('PNG')
      }
    }
    // No channel gives it.
    expect(await mfe(team, 'status', 'mf-payment')).not.toContain(version)
    // The second place of releases: a proxy keeps what it has given at the first, and other machines know a release for
    // a minute.
    const served = () => fetch(`${staging.url}/mfe-b/mf-payment/${version}/remoteEntry.js`)
    expect((await served()).status).toBe(200)
    await mfe(team, 'preview', 'mf-payment', '--change', '88', '--end')
    await until(async () => (await served()).status, 404)
  },
)

test(
  'scenario 19: an edit shows within two seconds in the shell of staging, with the login kept',
  { ...proves('scenario 19'), ...fullOnly },
  async () => {
    const running = mfeRunning(team, 'dev', 'mf-jury', '--against', staging.url)
    try {
      const url = await addressOf(running, staging)
      const token = await tokenOf(staging, ACCOUNTS[1])
      const context = await visit(browser, { ...staging, url }, token)
      const { page, watch } = await openTab(context)
      await page.goto('/juryreview', { timeout: 60_000 })
      await settled(page)
      const heading = page.getByRole('heading', { level: 1 }).first()
      const before = (await heading.textContent()) ?? ''
      expect(before).not.toBe('')

      const other = 'Work in front of the chair'
      edit('mf-jury/src/locales/en.json', (text) =>
        text.replace(`"${before}"`, JSON.stringify(other)),
      )
      await page.getByRole('heading', { level: 1, name: other }).waitFor()

      // Still the same juror, on one origin alone, under the same policy.
      expect(new URL(page.url()).pathname).toBe('/juryreview')
      const foreign = watch.requests.filter(
        (one) => !one.startsWith(url) && !/^(data|blob):/.test(one),
      )
      expect(foreign).toEqual([])
      expect(watch.violations).toEqual([])
      await context.close()
    } finally {
      await running.stop()
    }
  },
)
