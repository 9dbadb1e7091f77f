import type { Page } from '@playwright/test'
import { ACCOUNTS } from '../harness/accounts.ts'
import { tokenOf } from '../harness/browser.ts'
import { NOT_FOUND } from '../harness/fault-proxy.ts'
import {
  deployed,
  eventsOf,
  follow,
  isSameDocument,
  marked,
  releaseLine,
  tabAt,
  usePlatform,
  type Platform,
} from './setup.ts'
import { eventually, until } from '../harness/until.ts'
import { fullBeyond, fullOnly } from '../harness/scale.ts'
import { expect, proves, test } from '../harness/test.ts'

/* What visitors see of releases that come and go while they are on the site. */
const FRESH = 'A newer version of this part of the site is ready.'
const TAKEN_BACK = 'The version of this part that you are using was taken back.'

let platform: Platform
let entrant: string

usePlatform({}, async (started) => {
  platform = started
  entrant = await tokenOf(platform.site, ACCOUNTS[0])
})

/** Somebody comes back to the tab now and then, until it tells something. */
async function comeBackTo(page: Page, text: string) {
  const notice = page.getByText(text)
  await until(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.waitForTimeout(1000)
    return notice.count()
  }, 1)
}

test(
  'scenario 1: an open tab stays on its version, and hears of the new one on focus',
  proves('scenario 1'),
  async () => {
    await deployed(platform, marked('mf-public', '1.9.0'))
    const { page, watch, close } = await tabAt(platform, '/home')
    await releaseLine(page, '1.9.0').waitFor()

    await deployed(platform, marked('mf-public', '2.0.0'), marked('mf-public', '1.9.0'))
    platform.proxy.clear()
    const answers: number[] = []
    page.on('response', (answer) => {
      if (answer.url().includes('/mfe/mf-public/1.9.0/')) answers.push(answer.status())
    })
    await follow(page, '/regulations')
    await releaseLine(page, '1.9.0').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Regulations' }).waitFor()
    expect(answers.length).toBeGreaterThan(0)
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(watch.errors).toEqual([])

    await comeBackTo(page, FRESH)
    expect(await isSameDocument(page)).toBe(true)
    expect(platform.proxy.asked(/\/mf-public\/2\.0\.0\//)).toEqual([])

    await page.getByRole('button', { name: 'Reload now' }).click()
    await releaseLine(page, '2.0.0').waitFor()
    await close()
  },
)

test(
  'scenario 1: a tab that nobody touches hears of it within five minutes',
  { ...proves('scenario 1'), ...fullOnly },
  async () => {
    await deployed(platform, marked('mf-public', '2.0.1'))
    const { page, close } = await tabAt(platform, '/login')
    await page.clock.install()
    await page.goto('/home')
    await releaseLine(page, '2.0.1').waitFor()
    await deployed(platform, marked('mf-public', '2.0.2'), marked('mf-public', '2.0.1'))
    expect(await page.getByText(FRESH).count()).toBe(0)
    await page.clock.runFor(5 * 60_000 + 1000)
    await page.getByText(FRESH).waitFor()
    await close()
  },
)

const TITLE = 'A chair that I would not like to describe twice'

const NAME = 'A name that I would not like to write twice'

/** A tab with a form in which somebody has written, and which keeps nothing by itself. */
async function dirtyTab() {
  const tab = await tabAt(platform, '/account?tab=profile', { token: entrant })
  await tab.page.getByRole('button', { name: 'Change your details' }).click()
  await tab.page.getByLabel('First name').fill(NAME)
  return tab
}

for (const [index, [_what, notice, happen]] of (
  [
    ['a newer version', FRESH, () => deployNewer()],
    ['a rollback', TAKEN_BACK, () => platform.registry.rollback('mf-entrant')],
  ] as const
).entries()) {
  test(
    `scenario 1: ${_what} never takes unsaved work away`,
    { ...proves('scenario 1'), ...fullBeyond(index) },
    async () => {
      await deployed(platform, marked('mf-entrant', '2.0.0'))
      await deployed(platform, marked('mf-entrant', '2.1.0'), marked('mf-entrant', '2.0.0'))
      const { page, close } = await dirtyTab()
      await releaseLine(page, '2.1.0').waitFor()
      await happen()

      await comeBackTo(page, notice)
      await page.getByRole('button', { name: 'Reload now' }).click()
      await page.getByText(/There is unsaved work on this page/).waitFor()
      expect(await page.getByLabel('First name').inputValue()).toBe(NAME)
      expect(await isSameDocument(page)).toBe(true)
      await close()
    },
  )
}

test(
  'scenario 1: what was typed to begin an entry is there again in the newer version',
  { ...proves('scenario 1'), ...fullOnly },
  async () => {
    await deployed(platform, marked('mf-entrant', '2.0.0'))
    await deployed(platform, marked('mf-entrant', '2.1.0'), marked('mf-entrant', '2.0.0'))
    const { page, close } = await tabAt(platform, '/steps', { token: entrant })
    await page.getByLabel('Title').fill(TITLE)
    await releaseLine(page, '2.1.0').waitFor()
    await deployNewer()
    await comeBackTo(page, FRESH)
    await page.getByRole('button', { name: 'Reload now' }).click()
    await releaseLine(page, '2.2.0').waitFor()
    await page.waitForFunction(
      (title) => document.querySelector<HTMLInputElement>('#begin_title')?.value === title,
      TITLE,
    )
    await close()
  },
)
const deployNewer = () =>
  deployed(platform, marked('mf-entrant', '2.2.0'), marked('mf-entrant', '2.1.0'))

test(
  'scenario 2: without the entry of the new version the page shows the one before',
  proves('scenario 2'),
  async () => {
    await deployed(platform, marked('mf-entrant', '2.1.0'), marked('mf-entrant', '2.0.0'))
    platform.proxy.on(/^\/mfe(-b)?\/mf-entrant\/2\.1\.0\/remoteEntry\.js$/, NOT_FOUND)
    const { page, close } = await tabAt(platform, '/account', { token: entrant })
    await releaseLine(page, '2.0.0').waitFor()
    await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor()
    expect(await releaseLine(page, '2.1.0').count()).toBe(0)
    expect(platform.proxy.asked(/\/mf-entrant\/2\.0\.0\/js\//).length).toBeGreaterThan(0)
    expect(platform.proxy.asked(/\/mf-entrant\/2\.1\.0\/remoteEntry/).length).toBeLessThanOrEqual(4)

    const events = await eventually(
      () => eventsOf(platform, 'mf-entrant'),
      (list) => list.some(({ outcome }) => outcome === 'fallback'),
    )
    const fallbacks = events.filter(({ outcome }) => outcome === 'fallback')
    expect(fallbacks).toEqual([
      expect.objectContaining({
        remote: expect.objectContaining({ name: 'mf-entrant', version: '2.1.0' }),
        fallback_version: '2.0.0',
        phase: 'entry',
        pinned: false,
      }),
    ])
    await close()
  },
)

test(
  'scenario 14: a rollback shows in the next fresh tab, and in open ones at the next page',
  proves('scenario 14'),
  async () => {
    await deployed(platform, marked('mf-public', '3.0.0'))
    await deployed(platform, marked('mf-public', '3.1.0'), marked('mf-public', '3.0.0'))
    const open = await tabAt(platform, '/home')
    await releaseLine(open.page, '3.1.0').waitFor()

    const { body } = await platform.registry.rollback('mf-public')
    const fresh = await tabAt(platform, '/home')
    await releaseLine(fresh.page, '3.0.0').waitFor()
    await fresh.close()

    // The tab that is open hears of it, and leaves the version when its visitor goes on.
    await comeBackTo(open.page, TAKEN_BACK)
    expect(await isSameDocument(open.page)).toBe(true)
    await open.page.getByRole('contentinfo').locator('a[href="/faq"]').click()
    await releaseLine(open.page, '3.0.0').waitFor()
    expect(new URL(open.page.url()).pathname).toBe('/faq')
    await open.close()

    const rollbacks = (await platform.registry.audit()).filter(
      ({ action, name }) => action === 'rollback' && name === 'mf-public',
    )
    expect(rollbacks[0]).toMatchObject({ revision: (body as { revision: number }).revision })
    expect(body).toMatchObject({ withdrawn: expect.arrayContaining(['3.1.0']) })
  },
)
