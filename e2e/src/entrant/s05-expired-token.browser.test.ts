import { entries, sessionAdded } from '@awards/shared/contract'
import { TOKEN_KEY } from '@awards/shared/domain'
import type { Page } from '@playwright/test'
import { settled } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { infoOf, newDraft, newEntrant } from './draft.ts'
import * as form from './enter-work.ts'
import { seatOf, type Desk } from './setup.ts'
import { until } from '../harness/until.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'

let desk: Desk
useDesk((opened) => void (desk = opened))

const ALT = 'Step stool opened, the strap at the height of a hand'
const FILM = 'https://vimeo.com/123456789'

/** What the form saves waits on its way until the answer may come. */
async function heldBack(page: Page) {
  let answered = () => {}
  const until = new Promise<void>((done) => (answered = done))
  await page.route('**/api/apply/edit*', async (route) => {
    await until
    await route.continue()
  })
  return answered
}

test(
  'S05: a session that ends in step 3 costs no key that was pressed',
  proves('error 401', 'story S05'),
  async () => {
    const entrant = await newEntrant(desk, 's05')
    const [id = ''] = await newDraft(desk, entrant.token, { pictures: 3 })
    const { page, token, watch, close } = await seatOf(desk, entrant)
    await form.openStep(page, id, 3)
    await form.pictureTexts(page).first().waitFor()
    // Another call of the page that is still under way would be refused first.
    await settled(page)

    await call(desk.site, token, sessionAdded.logout, {})
    const answered = await heldBack(page)
    await form.pictureTexts(page).first().fill(ALT)
    // Typed while the refusal is on its way: these keys must not be lost either.
    await form.field(page, 'Film').pressSequentially(FILM)
    answered()

    await page.waitForURL(/\/login\?redirect=/)
    expect(await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY)).toBeNull()
    expect((await infoOf(desk, entrant.token, id)).answers.video_url ?? '').toBe('')
    await form.signIn(page, entrant)

    await page.waitForURL((url) => url.pathname === '/steps')
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('id'), searchParams.get('step')]).toEqual([id, '3'])
    await until(() => form.pictureTexts(page).first().inputValue(), ALT)
    await until(() => form.field(page, 'Film').inputValue(), FILM)
    await until(async () => {
      const { files, answers } = await infoOf(desk, entrant.token, id)
      return [files[0]?.alt, answers.video_url]
    }, [ALT, FILM])
    await form.saved(page)
    const { total } = await call(desk.site, entrant.token, entries.entryList, {})
    expect(total).toBe(1)
    expect(watch.violations).toEqual([])
    await close()
  },
)
