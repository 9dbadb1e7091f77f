import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { launchBrowser, settled, tokenOf, visit, type openTab } from '../e2e/src/harness/browser.ts'
import { benchSite } from './common/bench-site.ts'
import { longestAnswer, SHORTEST_MS } from './common/event-timing.ts'
import { spread } from './common/figures.ts'
import { isQuick, keep, spreadFigure, type Figure } from './common/results.ts'

// How long pages take to show the answer to a key or a click (Event Timing, as INP counts it): the slowest of
// each page's script, on this machine as it is and on a processor four times slower.
const ROUNDS = isQuick ? 1 : 5
const PACES = { 'as it is': { rate: 1, limit: 40 }, 'four times slower': { rate: 4, limit: 100 } }

type Page = Awaited<ReturnType<typeof openTab>>['page']
type Script = { path: string; who?: string; act: (page: Page) => Promise<void> }

const SCRIPTS: Record<string, Script> = {
  'winners: search and menu': {
    path: '/winners',
    act: async (page) => {
      const search = page.getByRole('searchbox').or(page.getByRole('textbox')).first()
      await search.click()
      await page.keyboard.type('lamp', { delay: 60 })
      await page.keyboard.press('Tab')
      await page.getByRole('link').nth(3).hover()
    },
  },
  'login: typing': {
    path: '/login',
    act: async (page) => {
      const fields = page.getByRole('textbox')
      await fields.first().click()
      await page.keyboard.type('somebody@example.org', { delay: 30 })
      await page.keyboard.press('Tab')
      await page.keyboard.type('not the password', { delay: 30 })
    },
  },
  'chair: keys in the table': {
    path: '/juryreview',
    who: ACCOUNTS[1],
    act: async (page) => {
      await page.getByRole('grid').focus()
      for (const key of ['ArrowDown', 'ArrowDown', ' ', 'ArrowDown', ' ', 'PageDown', 'Home']) {
        await page.keyboard.press(key, { delay: 30 })
        await page.waitForTimeout(60)
      }
    },
  },
  'chair: search': {
    path: '/juryreview',
    who: ACCOUNTS[1],
    act: async (page) => {
      await page.getByRole('search').getByRole('searchbox').first().click()
      await page.keyboard.type('lamp', { delay: 60 })
    },
  },
}

const site = await benchSite()
const browser = await launchBrowser()

/** The longest time from an event to the frame that answers it. */
async function slowest({ path, who, act }: Script, rate: number): Promise<number> {
  const context = await visit(browser, site, who && (await tokenOf(site, who)))
  const page = await context.newPage()
  await page.goto(path)
  await settled(page)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  const longest = await longestAnswer(page, () => act(page))
  await context.close()
  return longest
}

try {
  const figures: Figure[] = []
  for (const [name, script] of Object.entries(SCRIPTS)) {
    for (const [pace, { rate, limit }] of Object.entries(PACES)) {
      const values: number[] = []
      for (let turn = 0; turn < ROUNDS; turn += 1) values.push(await slowest(script, rate))
      const about = { bar: 'P4', name: `${name}, ${pace}`, unit: 'ms', limit }
      figures.push(spreadFigure(about, spread(values)))
    }
  }
  keep('interactions', figures, { shortest_ms: SHORTEST_MS, rounds: ROUNDS })
} finally {
  await browser.close()
  await site.stop()
}
