import { LANGUAGES, type Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { Page } from 'playwright-core'
import { useDesk, type Desk } from '../entrant/setup.ts'
import { findings } from '../harness/axe.ts'
import { DESK, openTab, PHONE, settled, tokenOf, visit } from '../harness/browser.ts'
import { CHAIR } from '../journey/judge.ts'

/*
 * Every part of the chair's desk in three languages, at a desk and on a telephone, light and dark: in
 * each of them, though not in each combination. Colours are set before a page is opened: those that
 * are on their way from light to dark cannot be judged.
 */
type Sight = { viewport: typeof DESK; colorScheme: 'light' | 'dark' }
const SIGHTS: Record<Language, readonly Sight[]> = {
  en: [
    { viewport: DESK, colorScheme: 'light' },
    { viewport: PHONE, colorScheme: 'dark' },
  ],
  fr: [{ viewport: PHONE, colorScheme: 'light' }],
  zh: [{ viewport: DESK, colorScheme: 'dark' }],
}
const VIEWS = ['board', 'work', 'conflicts', 'sheets', 'comments', 'codes', 'results']
const ADDRESSES = [
  ...VIEWS.map((view) => paths.juryDesk({ view })),
  paths.juryDesk({ view: 'board', arrange: 'levels' }),
]
const LIMIT = 240_000

let desk: Desk
useDesk((opened) => {
  desk = opened
})

async function chairTab(language: Language, sight: Partial<Sight> = {}) {
  const context = await visit(desk.browser, desk.site, await tokenOf(desk.site, CHAIR), sight)
  await context.addCookies([{ name: 'language', value: language, url: desk.site.url }])
  return { ...(await openTab(context)), close: () => context.close() }
}

async function wrongOf(page: Page) {
  const found = await findings(page)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return overflow > 0 ? [...found, `wider than the screen by ${overflow}`] : found
}

test.each(LANGUAGES)(
  'axe finds nothing on the parts of the desk, in %s',
  async (language) => {
    for (const sight of SIGHTS[language]) {
      const { page, watch, close } = await chairTab(language, sight)
      const found: Record<string, string[]> = {}
      for (const address of ADDRESSES) {
        await page.goto(address)
        await settled(page)
        const wrong = await wrongOf(page)
        if (wrong.length > 0) found[address] = wrong
      }
      expect({ sight, found }).toEqual({ sight, found: {} })
      expect(watch.violations).toEqual([])
      expect(watch.errors).toEqual([])
      await close()
    }
  },
  LIMIT,
)

test('each part says which one it is, and its address brings it back', async () => {
  const { page, close } = await chairTab('en')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Parts of the desk' }).getByRole('link', { name }).click()
  await page.goto(paths.juryReview)
  await tab('Board')
  await heading('The board')
  await tab('Conflicts')
  await heading('Conflicts of interest')
  await page.reload()
  await heading('Conflicts of interest')
  await page.goBack()
  await heading('The board')
  await close()
}, 60_000)
