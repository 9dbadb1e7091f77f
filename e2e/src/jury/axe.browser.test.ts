import { LANGUAGES, type Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { Page } from 'playwright-core'
import { useDesk, type Desk } from '../entrant/setup.ts'
import { findings } from '../harness/axe.ts'
import { DESK, openTab, PHONE, settled, tokenOf, visit } from '../harness/browser.ts'
import { query } from '../harness/database.ts'
import { SECOND_LEVEL, SUB_JURY } from '../journey/judge.ts'
import * as form from './setup.ts'

/*
 * Every screen of a juror, in three languages, at a desk and on a telephone, light and dark: each
 * screen is seen in each of them, though not in each combination.
 */
const LIMIT = 300_000
const VIEWS: Record<Language, readonly View[]> = {
  en: [
    { size: DESK, colorScheme: 'light' },
    { size: PHONE, colorScheme: 'dark' },
  ],
  fr: [{ size: PHONE, colorScheme: 'light' }],
  zh: [{ size: DESK, colorScheme: 'dark' }],
}
const NEWCOMER = SUB_JURY['Saara Lehtinen']
let desk: Desk
let juror: form.Seating

useDesk(async (opened) => {
  desk = opened
  juror = await form.seatingOf(desk, SUB_JURY['Matteo Ferrante'])
  await query(
    desk.site,
    `update jurors set agreement_version = null, agreement_signed_at = null
      where user_id = (select id from users where email = $1)`,
    [NEWCOMER],
  )
})

type View = { size: typeof DESK; colorScheme: 'light' | 'dark' }
type State = { name: string; address: () => string; act?: (page: Page) => Promise<unknown> }

const sheet = (at: number) => () => paths.subJuryReviewDetails(juror.ids[at] ?? '')
const pressed = (key: string) => async (page: Page) => {
  await form.scales(page).last().waitFor()
  await page.keyboard.press(key)
  await page.locator('[role=dialog], dialog[open]').first().waitFor()
}

const STATES: State[] = [
  { name: 'queue', address: () => paths.subJuryReview },
  { name: 'nothing in it', address: () => `${paths.subJuryReview}?state=recused` },
  { name: 'sheet', address: sheet(0) },
  {
    name: 'half marked',
    address: sheet(1),
    act: async (page) => {
      await form.scales(page).last().waitFor()
      await form.scoreByKeys(page, ['15', '1'])
    },
  },
  { name: 'help', address: sheet(2), act: pressed('?') },
  { name: 'pictures', address: sheet(2), act: pressed('l') },
  { name: 'no score', address: sheet(2), act: pressed('a') },
  { name: 'conflict of interest', address: sheet(2), act: pressed('c') },
  { name: 'side by side', address: () => paths.juryCompare(juror.ids.slice(0, 3)) },
]

async function pageOf(email: string, language: Language) {
  const context = await visit(desk.browser, desk.site, await tokenOf(desk.site, email))
  await context.addCookies([{ name: 'language', value: language, url: desk.site.url }])
  const { page, watch } = await openTab(context)
  page.on('dialog', (dialog) => void dialog.accept())
  return { page, watch, close: () => context.close() }
}

/** Each view is opened anew: colours that are on their way from light to dark have no contrast. */
async function look(page: Page, language: Language, states: readonly State[]) {
  const found: Record<string, string[]> = {}
  for (const { size, colorScheme } of VIEWS[language]) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    for (const { name, address, act } of states) {
      await page.goto(address())
      await settled(page)
      await act?.(page)
      const wrong = await findings(page)
      if (wrong.length > 0) found[`${name}, ${size.width}, ${colorScheme}`] = wrong
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      if (overflow > 0) found[`${name}, ${size.width}, wider than the screen`] = [String(overflow)]
    }
  }
  return found
}

test.each(LANGUAGES)(
  'axe finds nothing on the screens of jurors, in %s',
  async (language) => {
    const first = await pageOf(juror.email, language)
    expect(await look(first.page, language, STATES)).toEqual({})
    expect(first.watch.violations).toEqual([])
    await first.close()

    const second = await pageOf(SECOND_LEVEL['Kenji Morita'], language)
    const shortlist = [{ name: 'shortlist', address: () => paths.levelJuryReview }]
    expect(await look(second.page, language, shortlist)).toEqual({})
    await second.close()

    const newcomer = await pageOf(NEWCOMER, language)
    const agreement = [{ name: 'agreement', address: () => paths.subJuryReview }]
    expect(await look(newcomer.page, language, agreement)).toEqual({})
    expect(await newcomer.page.getByRole('checkbox').count()).toBe(1)
    await newcomer.close()
  },
  LIMIT,
)
