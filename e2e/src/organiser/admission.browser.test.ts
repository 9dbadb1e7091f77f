import { entries, organiser, session } from '@awards/shared/contract'
import { newDraft, newEntrant } from '../entrant/draft.ts'
import type { Desk } from '../entrant/setup.ts'
import { ORGANISER } from '../harness/accounts.ts'
import { findings } from '../harness/axe.ts'
import { settled, tokenOf } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { query } from '../harness/database.ts'
import { mailTo } from '../harness/mailbox.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'
import { until } from '../harness/until.ts'
import { SUB_JURY } from '../journey/judge.ts'
import { organiserAt } from './desk.ts'

let desk: Desk
useOwnDesk((opened) => {
  desk = opened
})

type Waiting = { id: string; title: string; email: string }
/** Entries that wait at the desk, the longest waiting first. */
const waiting = () =>
  query<Waiting>(
    desk.site,
    `select entry.id, entry.title, owner.email from apply_orders entry join users owner on owner.id = entry.user_id
     join editions edition on edition.id = entry.edition_id and edition.status = 1
     where entry.entry_status = 20 and entry.entry_fee_status in (2, 3)
     order by entry.paid_at, entry.id`,
    [],
  )
/** An entry that waits; where other tests have taken all of them, one that was admitted waits again. */
async function oneWaiting(): Promise<Waiting> {
  const [first] = await waiting()
  if (first) return first
  await query(
    desk.site,
    `update apply_orders set entry_status = 20 where id = (
       select entry.id from apply_orders entry
       join editions edition on edition.id = entry.edition_id and edition.status = 1
       where entry.entry_status = 30 and entry.entry_fee_status in (2, 3) limit 1)`,
    [],
  )
  const [again] = await waiting()
  if (!again) throw new Error('The demo has no entry that waits, and none that was admitted')
  return again
}
const statusOf = async (id: string) => {
  const [row] = await query<{ entry_status: number }>(
    desk.site,
    'select entry_status from apply_orders where id = $1',
    [id],
  )
  return row?.entry_status
}

test(
  'O04: entries are admitted by the pointer, and by keyboard alone handed back and refused',
  proves(
    'story O04',
    'call organiser/admit',
    'call organiser/askCorrection',
    'call organiser/refuse',
  ),
  async () => {
    const [first, second, third] = await waiting()
    if (!first || !second || !third) throw new Error('The demo has too few entries that wait')
    const { page, watch, close } = await organiserAt(desk, '/organiser')
    expect(await findings(page)).toEqual([])
    await page
      .getByRole('checkbox', { name: `Choose ${first.title}` })
      .first()
      .check()
    await page.getByRole('button', { name: 'Admit', exact: true }).click()
    await page.getByText('1 entry is admitted.').waitFor()
    expect(await statusOf(first.id)).toBe(30)
    await mailTo(desk.site, first.email, ({ subject }) => /is admitted/.test(subject))

    await settled(page)
    const noteClose = () =>
      document.addEventListener('focusin', ({ target }) => {
        const isClose = target instanceof Element && target.getAttribute('aria-label') === 'Close'
        if (isClose) document.body.dataset['focusedClose'] = ''
      })
    await page.evaluate(noteClose)
    await page.keyboard.press('j')
    await page.keyboard.press('c')
    await expect(page.getByRole('dialog').getByLabel('What has to be put right')).toBeFocused()
    // A space of what is typed at once would press it.
    expect(await page.locator('body').getAttribute('data-focused-close')).toBeNull()
    await page.keyboard.type('The third picture shows another work')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Ask for a correction' })
      .press('Enter')
    await until(() => statusOf(second.id), 25)

    await settled(page)
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused()
    await page.keyboard.type('Shown at another prize before')
    await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).press('Enter')
    await until(() => statusOf(third.id), 91)
    expect(watch.errors).toEqual([])
    await close()
  },
)

test(
  'O09: a right is given, opens its desk, and is taken back at once',
  proves(
    'story O09',
    'call organiser/giveRight',
    'call organiser/takeRight',
    'call organiser/team',
  ),
  async () => {
    const { page, close } = await organiserAt(desk, '/organiser?view=team')
    await page.getByRole('button', { name: 'Give a right' }).click()
    const dialog = page.getByRole('dialog')
    const email = 'helper@desk.example.org'
    await query(
      desk.site,
      `insert into users (email, password_hash, first_name, last_name, country)
       select $1, password_hash, 'Zoé', 'Brûlé', 'FR' from users where email = $2`,
      [email, ORGANISER],
    )
    await dialog.getByLabel('E-mail address of the account').fill(email)
    await dialog.getByRole('button', { name: 'Give a right' }).click()
    await page.getByText('The right is given.').waitFor()
    const token = await tokenOf(desk.site, email)
    expect((await call(desk.site, token, organiser.admissionList, {})).colleagues).toContainEqual(
      expect.objectContaining({ name: 'Zoé Brûlé' }),
    )
    await expect(call(desk.site, token, organiser.team, {})).rejects.toThrow(/403/)

    await page.getByRole('button', { name: /Take back “Admit entries” from Zoé/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await page.getByText('The right is taken back.').waitFor()
    await expect(call(desk.site, token, organiser.admissionList, {})).rejects.toThrow(/403/)
    await close()
  },
)

test(
  'O11: who judges or takes part is given no right, and who organises enters nothing',
  proves('story O11', 'security 55'),
  async () => {
    const entrant = await newEntrant(desk, 'takes.part')
    await newDraft(desk, entrant.token, {})
    const { page, token, close } = await organiserAt(desk, '/organiser?view=team')
    await page.getByRole('button', { name: 'Give a right' }).click()
    const dialog = page.getByRole('dialog')
    for (const [email, says] of [
      [SUB_JURY['Matteo Ferrante'], /judges in an edition/],
      [entrant.email, /takes part with works of their own/],
    ] as const) {
      await dialog.getByLabel('E-mail address of the account').fill(email)
      await dialog.getByRole('button', { name: 'Give a right' }).click()
      // The dialog itself speaks of both; a refusal is an alert.
      await dialog.getByRole('alert').getByText(says).waitFor()
    }
    const categories = { section_id: '42', category_ids: ['42'] }
    await expect(
      call(desk.site, token, entries.entry, {
        ...categories,
        idempotency_key: crypto.randomUUID(),
      }),
    ).rejects.toThrow(/403/)
    expect((await call(desk.site, token, session.getUserInfo, {})).rights).toContain('organise')
    await close()
  },
)

test(
  'O12: of two organisers at once the slower is told, and nothing is done twice',
  { ...proves('story O12', 'call organiser/admit'), ...fullOnly },
  async () => {
    const first = await oneWaiting()
    const seats = [await organiserAt(desk, '/organiser'), await organiserAt(desk, '/organiser')]
    for (const { page } of seats) {
      await page
        .getByRole('checkbox', { name: `Choose ${first.title}` })
        .first()
        .check()
    }
    await Promise.all(
      seats.map(({ page }) => page.getByRole('button', { name: 'Admit', exact: true }).click()),
    )
    await until(() => statusOf(first.id), 30)
    const told = await Promise.all(
      seats.map(({ page }) =>
        Promise.race([
          page
            .getByText('1 entry is admitted.')
            .waitFor()
            .then(() => 'done'),
          page
            .getByRole('alert')
            .getByText(/meanwhile/)
            .waitFor()
            .then(() => 'told'),
        ]),
      ),
    )
    expect(told.toSorted()).toEqual(['done', 'told'])
    for (const { close } of seats) await close()
  },
)
