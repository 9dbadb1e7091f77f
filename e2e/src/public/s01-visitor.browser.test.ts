import { publication, publicationAdded } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { keyboardOf } from '../entrant/keyboard.ts'
import { type Desk } from '../entrant/setup.ts'
import { openTab, settled, visit } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { fullOnly } from '../harness/scale.ts'
import { until } from '../harness/until.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

/** A winner of the packaging category, as the list tells it to anybody. */
async function packaging() {
  const { categories } = await call(desk.site, '', publicationAdded.winnerFacets, {})
  const category = categories.find(({ code }) => code === 'PAC')
  const { list, total } = await call(desk.site, '', publication.winnerList, { category: 'PAC' })
  const [winner] = list
  if (!category || !winner) throw new Error('Nothing was awarded in packaging')
  expect(list).toHaveLength(total)
  return { category, winner }
}

test(
  'S01 a visitor comes from the home page to a winner and its certificate by keyboard, and gives no token',
  proves('story S01', 'wcag 2.1.1', 'wcag 2.1.2', 'wcag 2.4.3', 'wcag 2.4.7'),
  async () => {
    const { category, winner } = await packaging()
    const { page, watch } = await openTab(await visit(desk.browser, desk.site))
    const tokens: string[] = []
    page.on('request', (request) => {
      const token = request.headers()['token']
      if (token) tokens.push(request.url())
    })
    const keyboard = await keyboardOf(page)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })

    await page.goto(paths.home)
    await settled(page)
    await keyboard.press(page.getByRole('banner').getByRole('link', { name: 'Winners' }).first())
    await page.waitForURL(`**${paths.winners()}`)

    // A list is chosen from by its first letters, as the keyboard does it.
    const field = page.getByLabel('Category')
    await until(async () => {
      await keyboard.type(field, category.name.slice(0, 4))
      return field.inputValue()
    }, category.code)
    await page.waitForURL(/[?&]category=PAC/)
    await settled(page)
    await keyboard.press(page.getByRole('main').getByRole('link', { name: winner.title }).first())
    await heading(winner.title).waitFor()

    await keyboard.press(page.getByRole('link', { name: /^Verify C-/ }))
    await page.waitForURL('**/verify/**')
    await page.getByText('Valid', { exact: true }).first().waitFor()
    await page.getByRole('main').getByText(winner.title).first().waitFor()

    expect(tokens).toEqual([])
    expect(keyboard.stops.flatMap(({ wrong }) => wrong)).toEqual([])
    expect(watch.violations).toEqual([])
  },
)

test('E8: the name of the programme fits a small telephone in French', fullOnly, async () => {
  const { page } = await openTab(await visit(desk.browser, desk.site))
  const name = page.getByRole('banner').getByRole('link').first()
  await page.setViewportSize({ width: 320, height: 700 })
  for (const address of ['/fr/home', '/fr/winners']) {
    await page.goto(address)
    await settled(page)
    // Beside the way in, which takes its room from the name.
    await page.getByRole('banner').getByRole('link', { name: 'Se connecter' }).waitFor()
    const banner = await page.getByRole('banner').boundingBox()
    const written = await name.boundingBox()
    expect(written?.y).toBeGreaterThanOrEqual(banner?.y ?? 0)
    expect((written?.y ?? 0) + (written?.height ?? 0)).toBeLessThanOrEqual(banner?.height ?? 0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
})

test('E30: on a very wide screen the first words stand within the grid', fullOnly, async () => {
  const { page } = await openTab(await visit(desk.browser, desk.site))
  await page.setViewportSize({ width: 2560, height: 1200 })
  await page.goto('/home')
  await settled(page)
  const grid = await page.getByRole('banner').getByRole('link').first().boundingBox()
  const words = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(words?.x).toBeGreaterThanOrEqual(grid?.x ?? 0)
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual(2560 - (grid?.x ?? 0))
})

test(
  'letters typed into the search of the questions stay while /discovery.json is slow',
  fullOnly,
  async () => {
    const { page } = await openTab(await visit(desk.browser, desk.site))
    await page.route('**/discovery.json*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await page.goto(paths.faq)
    await settled(page)
    // As if the tab had been open for long: the next navigation asks for the releases again.
    await page.evaluate(() => {
      const clock = Date.now
      Date.now = () => clock() + 6_000
    })
    const field = page.getByRole('searchbox')
    const typedInto = await field.elementHandle()
    await field.pressSequentially('fees', { delay: 120 })
    await page.waitForURL('**/faq?q=fees')
    await settled(page)
    expect(await field.inputValue()).toBe('fees')
    expect(await typedInto?.evaluate((one) => one === document.activeElement)).toBe(true)
  },
)
