import type { Browser } from '@playwright/test'
import { REMOTES } from '@awards/shared/domain'
import { ACCOUNTS } from '../harness/accounts.ts'
import {
  DEMO_PASSWORD,
  launchBrowser,
  openTab,
  settled,
  tokenOf,
  visit,
} from '../harness/browser.ts'
import { newToken, registryOf } from '../harness/registry.ts'
import { previousRelease, type Release } from '../harness/release.ts'
import { demoData, startSite, type Site } from '../harness/site.ts'
import { findShown, screensOf } from '../journey/screens.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, test } from '../harness/test.ts'
import { copiesOf, ONE_EACH } from '../harness/runtimes.ts'

/*
 * The contract between releases: the four remotes as they were built for the shell of before run on
 * the shell and the API of today. They went through today's gates.
 */
let site: Site
let browser: Browser
let releases: Release[]

test.beforeAll(async () => {
  site = await startSite({ dataDir: await demoData(), env: { CHANNEL: 'staging' } })
  browser = await launchBrowser()
  const registry = registryOf(site, await newToken(site, 'ana@example.org'), 'staging')
  releases = await Promise.all(REMOTES.map(previousRelease))
  for (const release of releases) {
    const { status, body } = await registry.publish(release)
    if (status > 201) throw new Error(`${release.name}: ${JSON.stringify(body)}`)
    const { version } = release
    await registry.deploy(release.name, [{ version, traffic: 100, default: true }])
  }
})
test.afterAll(async () => {
  await browser?.close()
  await site?.discard()
})

const SCREENS: Record<string, string> = {
  visitor: 'home winners winner faq',
  entrant: 'account steps-1 steps-2 steps-3 preview submit pay',
  chair: 'juryreview juryreviewdetails',
  juror: 'subjuryreview score',
}

for (const who of Object.keys(SCREENS)) {
  test(
    `the remotes of before show their pages to a ${who}`,
    who === 'entrant' ? {} : fullOnly,
    async () => {
      const screens = screensOf(await findShown(site)).filter(({ name }) =>
        SCREENS[who]?.split(' ').includes(name),
      )
      expect(screens.map(({ name }) => name).sort()).toEqual(SCREENS[who]?.split(' ').sort())
      for (const person of new Set(screens.map((screen) => screen.who))) {
        const token = person && (await tokenOf(site, person))
        const context = await visit(browser, site, token)
        const { page, watch } = await openTab(context)
        for (const { name, address } of screens.filter((screen) => screen.who === person)) {
          await page.goto(address)
          await settled(page)
          const heading = await page.getByRole('heading', { level: 1 }).first().textContent()
          expect({ name, heading }).toEqual({ name, heading: expect.stringMatching(/\S/) })
          expect({ name, alerts: await page.getByRole('alert').allTextContents() }).toEqual({
            name,
            alerts: [],
          })
          expect({ name, copies: await copiesOf(page) }).toEqual({ name, copies: ONE_EACH })
          expect({ name, ...watch, requests: [] }).toEqual({
            name,
            errors: [],
            violations: [],
            requests: [],
          })
        }
        const loaded = watch.requests.flatMap(
          (url) => /\/mfe\/(mf-\w+\/[\d.a-z-]+)\//.exec(url) ?? [],
        )
        const known = releases.map((release) => `${release.name}/${release.version}`)
        expect(
          loaded.filter((_, index) => index % 2 === 1).filter((one) => !known.includes(one)),
        ).toEqual([])
        await context.close()
      }
    },
  )
}

test('who signs in arrives on the account page of before', fullOnly, async () => {
  const context = await visit(browser, site)
  const { page, watch } = await openTab(context)
  await page.goto('/home')
  await settled(page)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill(ACCOUNTS[0])
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/account')
  await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor()
  expect(await copiesOf(page)).toEqual(ONE_EACH)
  expect(watch).toMatchObject({ errors: [], violations: [] })
  await context.close()
})
