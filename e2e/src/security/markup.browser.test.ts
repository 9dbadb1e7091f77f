import { paths } from '@awards/shared/paths'
import type { Browser } from '@playwright/test'
import { ACCOUNTS } from '../harness/accounts.ts'
import { openTab, settled, tokenOf, visit } from '../harness/browser.ts'
import { query } from '../harness/database.ts'
import { rendered } from '../harness/rendered.ts'
import type { Site } from '../harness/site.ts'
import { until } from '../harness/until.ts'
import { findShown, screensOf, type Screen, type Shown } from '../journey/screens.ts'
import { plantMarkup } from './planted-markup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'

const CHAIR = 'president@jury.example.org'
const PUBLIC_TOO = ['awardLevels', 'regulations', 'media', 'privacy'] as const
const DESK = ['board', 'results', 'work', 'codes', 'conflicts', 'comments', 'sheets']
/** Pages that show no word of the database beside those of the frame. */
const WORDLESS = [
  'organiser-team',
  'certificates',
  'login',
  'register',
  'forget',
  '403',
  'not-found',
]

let site: Site
let browser: Browser
let screens: Screen[]

useOwnDesk(async (desk) => {
  ;({ site, browser } = desk)
  const shown = await findShown(site)
  const told = screensOf(shown).filter(({ name, act }) => !act && !WORDLESS.includes(name))
  screens = [...told, ...otherScreens(shown)]
  await plantMarkup(site)
  // The news of it takes a moment from the database to the server.
  await until(async () => (await rendered(`${site.url}/winners`)).body.includes('planted=1'), true)
  await query(site, 'delete from mfe_reports')
})

const otherScreens = (shown: Shown): Screen[] => [
  ...PUBLIC_TOO.map((name) => ({ name, address: paths[name] })),
  { name: 'juror', address: `${paths.jury}/rouvray` },
  { name: 'score-sheet', who: ACCOUNTS[0], address: paths.scoreSheet(shown.awarded) },
  ...DESK.map((view) => ({ name: `desk-${view}`, who: CHAIR, address: paths.juryDesk({ view }) })),
]

/** What became of the markup on the pages of one person. */
async function look(who?: string) {
  const context = await visit(browser, site, who && (await tokenOf(site, who)))
  const { page, watch } = await openTab(context)
  const seen = []
  for (const { name, address } of screens.filter((screen) => screen.who === who)) {
    await page.goto(address)
    await settled(page)
    const found = await page.evaluate(() => ({
      ran: 'planted' in window,
      elements: document.querySelectorAll('[onerror], img[src="x"]').length,
      isShown: document.body.innerHTML.includes('&lt;img src=x'),
    }))
    seen.push({ name, ...found })
  }
  await context.close()
  return { seen, violations: watch.violations }
}

test(
  'markup in every text is a text on every page, and no page is broken by it',
  { ...proves('security 1'), ...fullOnly },
  async () => {
    const people = [...new Set(screens.map(({ who }) => who))]
    const found = []
    for (const who of people) found.push(await look(who))
    const seen = found.flatMap((one) => one.seen)
    const harmless = { ran: false, elements: 0, isShown: true }
    expect(seen).toEqual(seen.map(({ name }) => ({ name, ...harmless })))
    expect(found.flatMap(({ violations }) => violations)).toEqual([])
    expect(await query(site, 'select directive, blocked from mfe_reports')).toEqual([])
  },
)
