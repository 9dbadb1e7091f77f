import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import {
  settled,
  tokenOf,
  visit,
  type launchBrowser,
  type openTab,
} from '../e2e/src/harness/browser.ts'
import { addressOf, copyOfCheckout, mfeRunning } from '../e2e/src/harness/checkout.ts'
import type { Site } from '../e2e/src/harness/site.ts'

const REMOTE = 'mf-jury'
const PAGE = '/juryreview'
const TEXTS = `${REMOTE}/src/locales/en.json`
const LIMIT_MS = 120_000

type Browser = Awaited<ReturnType<typeof launchBrowser>>
type Page = Awaited<ReturnType<typeof openTab>>['page']
export type DevLoop = { start_ms: number[]; edit_ms: number[]; kept_state: boolean }

/** Edits the heading of the page; the time until the page in the browser has it. */
async function edited(page: Page, file: string, from: string, to: string): Promise<number> {
  const begin = performance.now()
  writeFileSync(file, readFileSync(file, 'utf8').replace(`"${from}"`, JSON.stringify(to)))
  await page.waitForFunction((text) => document.querySelector('h1')?.textContent === text, to, {
    timeout: LIMIT_MS,
  })
  return performance.now() - begin
}

/**
 * A team's day in a copy of this checkout: from the command that starts one remote inside a running site to
 * its page in the browser, several times; and from an edit of the page to the browser, in milliseconds.
 */
export async function devLoop(
  site: Site,
  browser: Browser,
  { starts, edits }: { starts: number; edits: number },
): Promise<DevLoop> {
  const folder = await copyOfCheckout()
  const loop: DevLoop = { start_ms: [], edit_ms: [], kept_state: false }
  for (let turn = 0; turn < starts; turn += 1) {
    const token = await tokenOf(site, ACCOUNTS[1])
    const begin = performance.now()
    const running = mfeRunning({ folder, env: {} }, 'dev', REMOTE, '--against', site.url)
    try {
      const url = await addressOf(running, site)
      const context = await visit(browser, { ...site, url }, token)
      const page = await context.newPage()
      await page.goto(PAGE, { timeout: LIMIT_MS })
      await page.waitForFunction(() => document.querySelector('h1')?.textContent)
      loop.start_ms.push(performance.now() - begin)
      if (turn === starts - 1) {
        await settled(page)
        const search = page.getByRole('search').getByRole('searchbox').first()
        await search.fill('kept while the page is edited')
        let heading = (await page.locator('h1').first().textContent()) ?? ''
        for (let edit = 0; edit < edits; edit += 1) {
          await pause(700)
          const next = `Heading ${edit + 1}`
          loop.edit_ms.push(await edited(page, join(folder, TEXTS), heading, next))
          heading = next
        }
        loop.kept_state = (await search.inputValue()) === 'kept while the page is edited'
      }
      await context.close()
    } finally {
      await running.stop()
    }
  }
  return loop
}
