import { account, session } from '@awards/shared/contract'
import { newDraft, newEntrant, PASSWORD, type Entrant } from '../entrant/draft.ts'
import type { Desk } from '../entrant/setup.ts'
import { ORGANISER } from '../harness/accounts.ts'
import { findings } from '../harness/axe.ts'
import { PHONE, settled } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { query } from '../harness/database.ts'
import { mailTo } from '../harness/mailbox.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'
import { actsOf, openStory, organiserAt } from './desk.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

const idOf = async ({ token }: Entrant) =>
  (await call(desk.site, token, session.getUserInfo, {})).id
const PEOPLE = '/organiser?view=people'
const NAME = 'Noémie Garel'

test(
  'O05: somebody is found by the number of an entry, and a mistyped address is put right',
  proves(
    'story O05',
    'call organiser/people',
    'call organiser/person',
    'call organiser/correctEmail',
  ),
  async () => {
    const entrant = await newEntrant(desk, 'mistyped')
    await newDraft(desk, entrant.token, {})
    const [{ entry_no } = { entry_no: '' }] = await query<{ entry_no: string }>(
      desk.site,
      `select entry_no from apply_orders join users on users.id = user_id where email = $1`,
      [entrant.email],
    )
    const { page, watch, close } = await organiserAt(desk, PEOPLE)
    await openStory(page, `#${entry_no}`, NAME)
    await page.getByText(entry_no).first().waitFor()

    await page.getByRole('button', { name: 'Correct the address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Right address').fill('well.typed@desk.example.org')
    await dialog.getByLabel('Reason').fill('She told us on the telephone')
    await dialog.getByRole('button', { name: 'Correct the address' }).click()
    await page.getByText('Address not proven yet').waitFor()
    for (const address of [entrant.email, 'well.typed@desk.example.org']) {
      await mailTo(desk.site, address, ({ subject }) => /address .* corrected/.test(subject))
    }
    await expect(call(desk.site, entrant.token, session.getUserInfo, {})).rejects.toThrow(/401/)
    const login = { email: 'well.typed@desk.example.org', password: PASSWORD }
    await expect(call(desk.site, '', session.login, login)).rejects.toThrow(/409/)
    expect(watch.errors).toEqual([])
    await close()
  },
)

test(
  'O05: the story is read on a telephone, and by the keyboard alone help is sent',
  { ...proves('story O05', 'call organiser/sendSignInHelp'), ...fullOnly },
  async () => {
    const entrant = await newEntrant(desk, 'locked.out')
    const { page, close } = await organiserAt(desk, PEOPLE, PHONE)
    await page.getByRole('searchbox', { name: /Name, address/ }).focus()
    await page.keyboard.type('locked.out@desk')
    await page.keyboard.press('Enter')
    await page.getByText('1 person', { exact: true }).waitFor()
    const found = page.getByRole('list', { name: 'People' }).getByRole('link', { name: NAME })
    await found.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: NAME, level: 2 }).waitFor()
    await settled(page)
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Send help with signing in' }).focus()
    await page.keyboard.press('Enter')
    await mailTo(desk.site, entrant.email, ({ subject }) => subject === 'Choose a new password')
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true)
    await close()
  },
)

test(
  'O10: the site is seen as an entrant sees it; nothing can be changed, and one press ends it @full',
  proves('story O10', 'call organiser/seeAs', 'security 55'),
  async () => {
    const entrant = await newEntrant(desk, 'seen')
    await newDraft(desk, entrant.token, {})
    const { page, context, close } = await organiserAt(desk, PEOPLE)
    await openStory(page, 'seen@desk', NAME)
    await page.getByRole('button', { name: 'See the site as this person' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('A question about a draft')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^See the site/ })
      .click()
    const banner = page.getByRole('region', { name: 'Seen as another person' })
    await banner.waitFor()
    await settled(page)
    expect(new URL(page.url()).pathname).toBe('/account')
    expect(await banner.textContent()).toContain(`as ${NAME}`)
    expect(await findings(page)).toEqual([])

    // What the page itself sends as that person is refused.
    await page.goto('/account?tab=sessions')
    await page
      .getByRole('button', { name: /^End session/ })
      .first()
      .click()
    await page.getByText('You see the site as another person').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/account')
    expect(await call(desk.site, entrant.token, account.sessions, {})).toHaveLength(1)

    // The other tabs of the browser stay the organiser's.
    const other = await context.newPage()
    await other.goto('/organiser?view=people')
    await other.getByRole('searchbox', { name: /Name, address/ }).waitFor()
    expect(await other.getByRole('region', { name: 'Seen as another person' }).count()).toBe(0)

    await banner.getByRole('button', { name: 'End' }).click()
    await page.getByRole('heading', { name: NAME, level: 2 }).waitFor()
    await page.getByText('Looked at the site as this person').first().waitFor()
    expect(await actsOf(desk, 'person.seen', await idOf(entrant))).toEqual([
      { by: ORGANISER, reason: 'A question about a draft' },
    ])
    await close()
  },
)

test(
  'O08: an act is found in the audit log by its kind and its person, and saved as a file',
  proves('story O08', 'call organiser/audit', 'call organiser/exportAudit'),
  async () => {
    const entrant = await newEntrant(desk, 'audited')
    const id = await idOf(entrant)
    const { page, context, close } = await organiserAt(desk, `/organiser?view=audit&person=${id}`)
    const log = page.getByRole('list', { name: 'Audit log' })
    await log.getByText('Signed in').first().waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('combobox', { name: 'Kind' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Ent')
    await page.getByText('Entries', { exact: true }).last().click()
    await page.getByText('Nothing was done').waitFor()
    await page.goBack()
    await page.goto(`/organiser?view=audit&person=${id}`)
    const opened = context.waitForEvent('request', (one) => one.url().includes('/files/'))
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const text = await (await fetch((await opened).url())).text()
    expect(text.split('\r\n')[0]).toContain('id,at,by,action,about,changes,reason')
    expect(text).toContain('session.opened')
    await close()
  },
)

test(
  'O05: a copy asked for by letter is made by keyboard alone, and stands among the requests with its last day',
  {
    ...proves('story O05', 'call organiser/exportPerson', 'call organiser/dataRequests'),
    ...fullOnly,
  },
  async () => {
    const entrant = await newEntrant(desk, 'by.letter')
    const { page, watch, close } = await organiserAt(desk, PEOPLE, PHONE)
    await openStory(page, 'by.letter@desk', NAME)
    await page.getByRole('button', { name: 'Make a copy of the data' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Received on').fill('2026-01-31')
    await dialog.getByLabel('Reason').fill('Letter with a copy of the passport')
    await dialog.getByRole('button', { name: 'Make a copy of the data' }).press('Enter')
    await mailTo(desk.site, entrant.email, ({ subject }) => /data/.test(subject))

    await page.goto(`${PEOPLE}&part=requests`)
    const line = page
      .getByRole('list', { name: 'Requests about data' })
      .getByRole('listitem')
      .filter({ hasText: 'Letter with a copy of the passport' })
    await line.getByText('Received on 31 January 2026, by mail').waitFor()
    await settled(page)
    expect(await findings(page)).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true)
    expect(watch.errors).toEqual([])
    await close()
  },
)
