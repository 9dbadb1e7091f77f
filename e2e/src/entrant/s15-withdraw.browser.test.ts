import { entries, judge, subjudges } from '@awards/shared/contract'
import { ENTRY_FEE_STATUS, ENTRY_STATUS } from '@awards/shared/domain'
import type { Page } from '@playwright/test'
import { CHAIR } from '../journey/judge.ts'
import { tokenOf } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { DAY } from '../harness/clock.ts'
import { query } from '../harness/database.ts'
import { mailTo } from '../harness/mailbox.ts'
import { COMPLETE, newEntrant } from './draft.ts'
import { entryPaidByWallet, expectMoneyBack } from './money-back.ts'
import { seatOf, type Desk } from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'

type Paid = { id: string; entry_no: string; title: string; email: string; edition_id: string }

let desk: Desk
useOwnDesk((opened) => {
  desk = opened
})

/** A paid entry of the demo programme in a status, in the panel of the chair. */
async function paidEntry(status: number, more = 'true'): Promise<Paid> {
  const [row] = await query<Paid>(
    desk.site,
    `select o.id::text as id, o.entry_no, o.title, u.email, o.edition_id::text as edition_id
     from apply_orders o join users u on u.id = o.user_id
     where o.entry_status = $1 and o.entry_fee_status = 2 and ${more} order by o.id limit 1`,
    [status],
  )
  if (!row) throw new Error(`The demo programme has no paid entry in status ${status}`)
  return row
}

const rowOf = async (id: string) => {
  const [row] = await query<{ entry_status: number; entry_fee_status: number; scores: number }>(
    desk.site,
    `select entry_status, entry_fee_status,
       (select count(*)::int from scores s where s.apply_order_id = o.id and not s.is_draft) as scores
     from apply_orders o where o.id = $1`,
    [id],
  )
  return row
}

/** The titles that the chair has on the list of an edition. */
async function chairSees({ title, edition_id }: Paid): Promise<string[]> {
  const chair = await tokenOf(desk.site, CHAIR)
  const page = await call(desk.site, chair, judge.judgeEntryList, { edition_id, keyword: title })
  return page.list.filter((one) => one.entry_status < 90).map((one) => one.title)
}

/** Withdraws on the screen: the button of the card, the consequences, the yes. */
async function withdraw(page: Page, title: string, consequence: RegExp) {
  await page.goto('/account')
  await page.getByRole('button', { name: `Withdraw: ${title}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(consequence).waitFor()
  await dialog.getByRole('button', { name: 'Withdraw the entry' }).click()
}

test(
  'S15: a paid entry is withdrawn before judging: its refund is asked for, the jury loses it',
  { ...proves('call apply/deleteEntry', 'story S15'), ...fullOnly },
  async () => {
    const entry = await paidEntry(ENTRY_STATUS.registered)
    await query(
      desk.site,
      `update apply_orders set paid_at = now() - interval '3 days' where id = $1`,
      [entry.id],
    )
    expect(await chairSees(entry)).toContain(entry.title)
    const { page, close } = await seatOf(desk, { email: entry.email })

    await withdraw(page, entry.title, /refunded if it was paid in the last 14 days/)

    await page
      .getByText(/The entry is withdrawn/)
      .first()
      .waitFor()
    const after = await rowOf(entry.id)
    expect(after?.entry_status).toBe(ENTRY_STATUS.withdrawn)
    expect([ENTRY_FEE_STATUS.refund_pending, ENTRY_FEE_STATUS.refunded]).toContain(
      after?.entry_fee_status,
    )
    expect(await chairSees(entry)).not.toContain(entry.title)
    await mailTo(desk.site, entry.email, (mail) => mail.subject.includes(entry.entry_no))
    await close()
  },
)

test(
  'S15: three days after the payment, admitted: the fee goes back to the wallet, with a credit note',
  proves('story S15'),
  async () => {
    const entrant = await newEntrant(desk, 's15')
    const first = await seatOf(desk, entrant)
    const id = await entryPaidByWallet(desk, first.page, entrant)
    await query(desk.site, 'update apply_orders set entry_status = $1 where id = $2', [
      ENTRY_STATUS.admitted,
      id,
    ])
    await first.close()
    desk.clock.moveBy(3 * DAY)
    const { page, token, close } = await seatOf(desk, entrant)

    await withdraw(page, COMPLETE.title, /refunded if it was paid in the last 14 days/)

    await page
      .getByText(/The entry is withdrawn/)
      .first()
      .waitFor()
    expect((await rowOf(id))?.entry_status).toBe(ENTRY_STATUS.withdrawn)
    await expectMoneyBack(desk, page, { id, token, email: entrant.email })
    await close()
  },
)

test(
  'S15: once judging has begun it can still be withdrawn, without a refund; scores are kept',
  fullOnly,
  async () => {
    const entry = await paidEntry(
      ENTRY_STATUS.in_judging,
      'exists (select 1 from scores s where s.apply_order_id = o.id and not s.is_draft)',
    )
    const before = await rowOf(entry.id)
    const [juror] = await query<{ email: string; level: number }>(
      desk.site,
      `select u.email, j.level from scores s join jurors j on j.id = s.juror_id
     join users u on u.id = j.user_id where s.apply_order_id = $1 and s.level = 2 limit 1`,
      [entry.id],
    )
    const reviewer = await tokenOf(desk.site, juror?.email ?? '')
    const queue = async () => {
      const { list } = await call(desk.site, reviewer, subjudges.subJuryAwardList, {
        pageSize: 100,
      })
      return list.map((one) => one.apply_order_id)
    }
    expect(await queue()).toContain(entry.id)
    const { page, token, close } = await seatOf(desk, { email: entry.email })

    await withdraw(page, entry.title, /Judging has begun, so the fee is not refunded/)

    await page
      .getByText(/can no longer be refunded/)
      .first()
      .waitFor()
    expect(await rowOf(entry.id)).toEqual({ ...before, entry_status: ENTRY_STATUS.withdrawn })
    expect(await queue()).not.toContain(entry.id)
    const chair = await tokenOf(desk.site, CHAIR)
    const zip = call(desk.site, chair, judge.downloadZip, { apply_order_id: entry.id })
    const names = await zip.then(
      async ({ url }) =>
        Buffer.from(await (await fetch(desk.site.url + url)).arrayBuffer()).toString('latin1'),
      () => '',
    )
    expect(names).not.toMatch(/\.jpg/)
    const again = call(desk.site, token, entries.deleteEntry, { apply_order_id: entry.id })
    await expect(again).rejects.toThrow(/423/)
    await close()
  },
)
