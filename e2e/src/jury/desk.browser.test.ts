import { LANGUAGES } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { Page } from 'playwright-core'
import { useDesk, type Desk } from '../entrant/setup.ts'
import { findings } from '../harness/axe.ts'
import { DESK, openTab, PHONE, settled, tokenOf, visit } from '../harness/browser.ts'
import { CHAIR } from '../journey/judge.ts'

/* Every part of the chair's desk, in three languages, at a desk and on a telephone, light and dark. */
const LIMIT = 300_000
const VIEWS = ['board', 'work', 'conflicts', 'sheets', 'comments', 'codes', 'results']
const ADDRESSES = [
  ...VIEWS.map((view) => paths.juryDesk({ view })),
  paths.juryDesk({ view: 'board', arrange: 'levels' }),
]
let desk: Desk
useDesk((opened) => {
  desk = opened
})

/** What is wrong with the page as it stands, by width and by colours. */
async function wrongOf(page: Page) {
  const wrong: Record<string, string[]> = {}
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    await settled(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const found = await findings(page)
      if (found.length > 0) wrong[`${size.width}, ${colorScheme}`] = found
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (overflow > 0) wrong[`${size.width}, wider than the screen by`] = [String(overflow)]
  }
  return wrong
}

test.each(LANGUAGES)(
  'axe finds nothing on the parts of the desk, in %s',
  async (language) => {
    const context = await visit(desk.browser, desk.site, await tokenOf(desk.site, CHAIR))
    await context.addCookies([{ name: 'language', value: language, url: desk.site.url }])
    const { page, watch } = await openTab(context)
    const found: Record<string, unknown> = {}
    for (const address of ADDRESSES) {
      await page.setViewportSize(DESK)
      await page.goto(address)
      await settled(page)
      const wrong = await wrongOf(page)
      if (Object.keys(wrong).length > 0) found[address] = wrong
    }
    expect(found).toEqual({})
    expect(watch.violations).toEqual([])
    expect(watch.errors).toEqual([])
    await context.close()
  },
  LIMIT,
)

test('each part says which one it is, and the address brings it back', async () => {
  const context = await visit(desk.browser, desk.site, await tokenOf(desk.site, CHAIR))
  const { page } = await openTab(context)
  await page.goto(paths.juryReview)
  await settled(page)
  const tabs = page.getByRole('navigation', { name: 'Parts of the desk' })
  await tabs.getByRole('link', { name: 'Board' }).click()
  await page.getByRole('heading', { level: 1, name: 'The board' }).waitFor()
  await tabs.getByRole('link', { name: 'Conflicts' }).click()
  const conflicts = page.getByRole('heading', { level: 1, name: 'Conflicts of interest' })
  await conflicts.waitFor()
  await page.reload()
  await conflicts.waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'The board' }).waitFor()
  await context.close()
})
