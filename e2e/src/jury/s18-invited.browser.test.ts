import { juryCodes, jurySeat, publication } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { type Desk } from '../entrant/setup.ts'
import { openTab, tokenOf, visit } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { DAY } from '../harness/clock.ts'
import { CHAIR, SUB_JURY } from '../journey/judge.ts'
import * as form from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'

const GUEST = 'info@aoiworks.example.org'

let desk: Desk
useOwnDesk((opened) => {
  desk = opened
})

async function invitation() {
  const categories = await call(desk.site, '', publication.category, {})
  const [first] = categories.flatMap((one) => (one.children.length > 0 ? one.children : [one]))
  const { code } = await call(desk.site, await tokenOf(desk.site, CHAIR), juryCodes.inviteJuror, {
    email: GUEST,
    level: 2 as const,
    category_ids: [first?.id ?? ''],
    label: 'Aoi',
    language: 'en' as const,
  })
  return code
}

test(
  'S18 a scanner looks twice, the juror clicks the next day, signs and has a list; then it is closed',
  proves('story S18'),
  async () => {
    const code = await invitation()
    for (let look = 0; look < 2; look += 1) {
      const looked = await fetch(`${desk.site.url}${paths.juryInvitation(code)}`)
      expect(looked.status).toBe(200)
      await call(desk.site, '', jurySeat.invitation, { code })
    }
    desk.clock.moveBy(DAY)

    const { page, watch } = await openTab(await visit(desk.browser, desk.site))
    await page.goto(paths.juryInvitation(code))
    await page.getByRole('heading', { level: 1, name: /^A seat on the jury of/ }).waitFor()
    expect(await page.getByRole('main').innerText()).not.toContain(GUEST)
    // Somebody else's account: the server says so, and the page shows the way out.
    const accept = page.getByRole('button', { name: 'Accept the seat' })
    await page.getByRole('link', { name: 'I have an account' }).click()
    await form.signIn(page, SUB_JURY['Matteo Ferrante'])
    await accept.click()
    await page.getByRole('alert').first().waitFor()
    await accept.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Use another account' }).click()
    await page.waitForURL('**/login**')

    await form.signIn(page, GUEST)
    await accept.click()
    await page.waitForURL(`**${paths.subJuryReview}`)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Sign' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your entries' }).waitFor()

    await page.goto(paths.juryInvitation(code))
    await page.getByRole('heading', { level: 1, name: 'This invitation is closed' }).waitFor()
    expect(watch.violations).toEqual([])
  },
)

test('an invitation that nobody has sent says so', fullOnly, async () => {
  const { page } = await openTab(await visit(desk.browser, desk.site))
  await page.goto(paths.juryInvitation('J-NOTHING'))
  await page.getByRole('heading', { level: 1, name: 'This invitation is not known' }).waitFor()
})
