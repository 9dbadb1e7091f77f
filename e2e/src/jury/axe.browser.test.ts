import type { Language } from '@awards/shared/domain'
import { type Desk } from '../entrant/setup.ts'
import { findings } from '../harness/axe.ts'
import { DESK, openTab, PHONE, settled, tokenOf, visit } from '../harness/browser.ts'
import { move, watchRequests } from '../harness/move.ts'
import { screensToSee, type Screen, type Seen } from './screens-to-see.ts'
import { someOf } from '../../../tools/testing/scale.ts'
import { fullOnly, isFull } from '../harness/scale.ts'
import { expect, test, useOwnDesk } from '../harness/test.ts'

type Look = { language: Language; viewport: typeof DESK; colorScheme: 'light' | 'dark' }

/*
 * A screen is seen in three looks: in every language, at both widths, light and dark. Where
 * there are many, every second one takes other looks. A look is that of the window from its beginning: colours that are on
 * their way from light to dark have no contrast.
 */
const look = (language: Language, viewport: typeof DESK, colorScheme: 'light' | 'dark') => ({
  language,
  viewport,
  colorScheme,
})
const LOOKS: readonly (readonly Look[])[] = [
  [look('en', DESK, 'light'), look('fr', PHONE, 'dark'), look('zh', DESK, 'dark')],
  [look('en', PHONE, 'dark'), look('fr', DESK, 'light'), look('zh', PHONE, 'light')],
]
/** From so many screens up every second one takes the other looks. */
const MANY = 5
const PEOPLE = [
  'the chair',
  'a juror',
  'the second level',
  'somebody who has not signed',
  'somebody invited',
  'an entrant',
]

let desk: Desk
let people: Record<string, Seen>
useOwnDesk(async (opened) => {
  desk = opened
  people = await screensToSee(desk)
})

/** What is wrong with screens that one person opens one after the other, in one look. */
async function wrongWith(screens: readonly Screen[], token: string | undefined, seen: Look) {
  const { language, ...options } = seen
  const context = await visit(desk.browser, desk.site, token, options)
  await context.addCookies([{ name: 'language', value: language, url: desk.site.url }])
  const { page, watch } = await openTab(context)
  page.on('dialog', (dialog) => void dialog.accept())
  const pending = watchRequests(page)
  const found: Record<string, unknown> = {}
  for (const [index, { name, address, act }] of screens.entries()) {
    if (index === 0 || act) {
      await page.goto(address)
      await settled(page)
      await act?.(page)
    } else await move(page, address, pending)
    const wrong: string[] = await findings(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (overflow > 0) wrong.push(`wider than the screen by ${overflow}`)
    if (wrong.length > 0) found[`${name}, ${language}, ${JSON.stringify(options)}`] = wrong
  }
  await context.close()
  const { errors, violations } = watch
  return { ...found, ...(errors.length + violations.length > 0 && { errors, violations }) }
}

for (const who of PEOPLE) {
  test(
    `axe finds nothing on the screens of ${who}`,
    // Each screen of these three is seen by accessibility.browser.test.ts too, in one of its states.
    ['the chair', 'a juror', 'the second level'].includes(who) ? fullOnly : {},
    async () => {
      const { email, screens } = people[who] ?? { screens: [] }
      const token = email && (await tokenOf(desk.site, email))
      expect(screens.map(({ address }) => address)).not.toContain('')
      const rounds = LOOKS.slice(0, screens.length < MANY ? 1 : LOOKS.length)
      for (const [round, looks] of rounds.entries()) {
        // States of a screen that need a hand are left to the full run: each screen itself is seen in both.
        const seenNow = screens.filter(({ act }) => isFull || !act)
        const own = seenNow.filter((_, index) => index % rounds.length === round)
        for (const seen of someOf(looks, round + PEOPLE.indexOf(who)))
          expect(await wrongWith(own, token, seen)).toEqual({})
      }
    },
  )
}
