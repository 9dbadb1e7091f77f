import type { BrowserContext, Page } from '@playwright/test'
import { findings } from '../harness/axe.ts'
import { DESK, openTab, PHONE, settled, visit } from '../harness/browser.ts'
import { databaseUrl, query } from '../harness/database.ts'
import { someOf } from '../../../tools/testing/scale.ts'
import { fullOnly } from '../harness/scale.ts'
import { runToEnd } from '../harness/start.ts'
import { expect, proves, test } from '../harness/test.ts'
import { until } from '../harness/until.ts'
import { arrived, deployed, marked, releaseLine, usePlatform, type Platform } from './setup.ts'

/* The page of releases: what the command line does, for a browser that an operator has made staff. */
let platform: Platform

usePlatform({}, (started) => {
  platform = started
})

/** The link that an operator makes on the machine of the site. */
async function staffLink(owner: string, remote?: string): Promise<string> {
  const { site } = platform
  const { code, said } = await runToEnd(
    'platform/src/registry/registry.cli.ts',
    ['staff-link', '--owner', owner, ...(remote ? ['--remote', remote] : [])],
    { DATA_DIR: site.dataDir, DATABASE_URL: databaseUrl(site), SITE_URL: site.url },
  )
  const link = /http\S+\?link=[\w-]+/.exec(said)?.[0]
  if (code !== 0 || !link) throw new Error(`There is no link:\n${said}`)
  return new URL(link).pathname + new URL(link).search
}

/** A browser that has opened the link of its owner and looks at the page. */
async function staffBrowser(owner: string, remote: string, isPhone = false) {
  const context = await visit(platform.browser, platform.site, undefined, {
    viewport: isPhone ? PHONE : DESK,
    hasTouch: isPhone,
  })
  const tab = await openTab(context)
  await tab.page.goto(await staffLink(owner, remote))
  await tab.page.getByRole('button', { name: 'Continue in this browser' }).click()
  await tab.page.waitForURL(/\/releases/)
  await settled(tab.page)
  return { ...tab, context }
}

/** What a fresh tab has, from the server to the page. */
async function freshTab(version: string): Promise<BrowserContext> {
  const context = await visit(platform.browser, platform.site)
  const { page } = await openTab(context)
  await page.goto('/about')
  await releaseLine(page, version).waitFor()
  return context
}

const now = (page: Page) => page.getByRole('region', { name: 'What this channel gives now' })
const lastActs = async () =>
  (await platform.registry.audit()).filter(
    (one) => one.name === 'mf-public' && one.outcome === 'done' && one.revision !== null,
  )

test(
  'scenario 38: a release is rolled back from the page, on a telephone, by touch',
  proves('scenario 38'),
  async () => {
    await deployed(platform, marked('mf-public', '3.0.0'))
    await deployed(platform, marked('mf-public', '3.1.0'), marked('mf-public', '3.0.0'))
    const { page, watch } = await staffBrowser('Nadia', 'mf-public', true)
    await page.getByRole('link', { name: /Public pages/ }).tap()
    await expect(now(page).getByText('3.1.0')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)

    await page.getByRole('button', { name: 'Roll back', exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: 'Roll back Public pages' })
    await expect(dialog.getByText('3.0.0', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Roll back' }).tap()
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('scores are rounded twice')
    await expect(
      dialog.getByText(
        "npm run mfe -- rollback mf-public --channel production --reason 'scores are rounded twice'",
      ),
    ).toBeVisible()
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Roll back' }).tap()
    await expect(dialog).toBeHidden()
    await expect(now(page).getByText('3.0.0')).toBeVisible()
    await expect(now(page).getByText('3.1.0')).toBeHidden()

    const [last] = await lastActs()
    expect(last).toMatchObject({
      actor: 'Nadia',
      action: 'rollback',
      reason: 'scores are rounded twice',
    })
    await platform.registry.untilDeployed('mf-public')
    await freshTab('3.0.0')
    expect(await findings(page)).toEqual([])
    expect([watch.errors, watch.violations]).toEqual([[], []])
  },
)

test('somebody who was faster is not overwritten, and the page says so', fullOnly, async () => {
  await deployed(platform, marked('mf-public', '3.2.0'), marked('mf-public', '3.0.0'))
  const { page } = await staffBrowser('Nadia', 'all')
  await page.getByRole('link', { name: /Public pages/ }).click()
  await page.getByRole('button', { name: 'Promote 3.0.0' }).click()
  const dialog = page.getByRole('dialog', { name: 'Promote a release of Public pages' })
  await dialog.getByRole('radio', { name: 'To everybody at once' }).check()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('the older one')
  await deployed(platform, marked('mf-public', '3.3.0'), marked('mf-public', '3.0.0'))
  await dialog.getByRole('button', { name: 'Promote' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Somebody was faster')
  const [last] = await lastActs()
  expect(last?.detail['versions']).toMatchObject([{ version: '3.3.0' }, { version: '3.0.0' }])
})

test('a canary is held: its shares stay, and nobody judges it any more', fullOnly, async () => {
  await deployed(platform, marked('mf-public', '3.4.0'))
  await platform.registry.publish(marked('mf-public', '3.5.0'))
  const { page } = await staffBrowser('Nadia', 'mf-public')
  await page.getByRole('link', { name: /Public pages/ }).click()
  await page.getByRole('button', { name: 'Promote 3.5.0' }).click()
  const promotion = page.getByRole('dialog', { name: 'Promote a release of Public pages' })
  await promotion.getByRole('textbox', { name: 'Reason' }).fill('the new gallery')
  await promotion.getByRole('button', { name: 'Promote' }).click()
  await expect(page.getByText('3.5.0 is being tried with 1% of the visitors')).toBeVisible()

  await page.getByRole('button', { name: 'Hold the canary' }).click()
  const hold = page.getByRole('dialog', { name: 'Hold the canary of Public pages' })
  await hold.getByRole('textbox', { name: 'Reason' }).fill('until Monday')
  await hold.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(hold).toBeHidden()
  await expect(page.getByText('3.5.0 is being tried')).toBeHidden()
  const text = "select state from mfe_rollouts where version = '3.5.0'"
  await until(
    async () => (await query<{ state: string }>(platform.site, text))[0]?.state,
    'replaced',
  )
  const [last] = await lastActs()
  expect(last).toMatchObject({ action: 'hold', reason: 'until Monday' })
  expect(last?.detail['versions']).toMatchObject([{ traffic: 1 }, { traffic: 99 }])
})

test('money takes two people: the one proposes, the other agrees', fullOnly, async () => {
  await platform.registry.publish(marked('mf-payment', '3.0.0'))
  const ada = await staffBrowser('Ada', 'mf-payment')
  await ada.page.getByRole('link', { name: /Payment/ }).click()
  await ada.page.getByRole('button', { name: 'Promote 3.0.0' }).click()
  const proposal = ada.page.getByRole('dialog', { name: 'Propose a release of Payment' })
  await proposal.getByRole('radio', { name: 'To everybody at once' }).check()
  await proposal.getByRole('textbox', { name: 'Reason' }).fill('the new fee')
  await proposal.getByRole('button', { name: 'Propose' }).click()
  await expect(ada.page.getByText(/You proposed this/)).toBeVisible()
  await expect(ada.page.getByRole('button', { name: 'Agree to it' })).toBeHidden()

  const ben = await staffBrowser('Ben', 'all')
  await ben.page.getByRole('link', { name: /Payment/ }).click()
  await ben.page.getByRole('button', { name: 'Agree to it' }).click()
  const agreement = ben.page.getByRole('dialog', { name: 'Agree to a release of Payment' })
  await agreement.getByRole('button', { name: 'Agree' }).click()
  await expect(now(ben.page).getByText('3.0.0')).toBeVisible()
})

test(
  'nobody without a link sees anything, and one that only looks changes nothing',
  fullOnly,
  async () => {
    const { page } = await openTab(await visit(platform.browser, platform.site))
    await page.goto('/releases')
    await expect(page.getByText('This page is for those who ship releases')).toBeVisible()
    await arrived(page)
    expect(await findings(page)).toEqual([])

    const looking = await openTab(await visit(platform.browser, platform.site))
    await looking.page.goto(await staffLink('Tom'))
    await looking.page.getByRole('button', { name: 'Continue in this browser' }).click()
    await looking.page.waitForURL(/\/releases/)
    await looking.page.getByText('You act as Tom · this browser only looks').waitFor()
    await expect(looking.page.getByRole('button', { name: /Promote|Roll back/ })).toHaveCount(0)
  },
)

test(
  'the shared packages are a graph and a table, at a desk and on a telephone',
  fullOnly,
  async () => {
    for (const isPhone of someOf([true, false])) {
      const { page, watch, context } = await staffBrowser('Nadia', 'mf-public', isPhone)
      await page.getByRole('link', { name: 'Shared packages' }).click()
      const packages = page.getByRole('article', { name: 'Shared packages' })
      await packages.getByRole('button', { name: /^antd 6\./ }).click()
      await expect(packages.getByRole('status')).toContainText('Jury pages')
      await expect(packages.getByRole('status')).toContainText('antd/es/button')
      expect(await findings(page)).toEqual([])
      await packages.getByRole('button', { name: 'As a table' }).click()
      await expect(packages.getByRole('row', { name: /^react 19\./ })).toContainText('^19.')
      expect(await findings(page)).toEqual([])
      if (isPhone) {
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(width).toBe(PHONE.width)
      }
      expect([watch.errors, watch.violations]).toEqual([[], []])
      await context.close()
    }
  },
)
