import { entries, judgeAdded, type CurrentUser } from '@awards/shared/contract'
import { ENTRY_STATUS } from '@awards/shared/domain'
import { tokenOf } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { DAY, MINUTE, SECOND } from '../harness/clock.ts'
import { query } from '../harness/database.ts'
import { CHAIR } from '../journey/judge.ts'
import { infoOf, newDraft, newEntrant, PASSWORD } from './draft.ts'
import * as form from './enter-work.ts'
import { seatOf, type Desk } from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'

/** Registered paid entry of the open call, and whose it is. */
const PAID = { title: 'Tige', owner: '' }
const NEXT_OPENS = '2031-02-01T09:00:00.000Z'
let desk: Desk
let close: number
let email: string

useOwnDesk(async (opened) => {
  desk = opened
  const entrant = await newEntrant(desk, 's17')
  email = entrant.email
  const times = await call(desk.site, entrant.token, entries.registrationTime, {})
  close = Date.parse(times.closes_at)
  const [row] = await query<{ email: string }>(
    desk.site,
    `select u.email from apply_orders o join users u on u.id = o.user_id where o.title = $1`,
    [PAID.title],
  )
  PAID.owner = row?.email ?? ''
  // The organiser has announced when the next call opens.
  await query(
    desk.site,
    `insert into editions (code, name, year, season, status, opens_at, closes_at)
     values ('NEXT', '{"en":"Next","fr":"Suivante","zh":"下一届"}', 2031, 1, 0, $1,
             $1::timestamptz + interval '60 days')`,
    [NEXT_OPENS],
  )
})

/** The code and reason of the next answer of a call. */
async function answerOf(page: Awaited<ReturnType<typeof seatOf>>['page'], path: string) {
  const response = await page.waitForResponse((one) => one.url().endsWith(path))
  return (await response.json()) as { code: number; msg: unknown; data: CurrentUser }
}

test(
  'S17: one second after the close nothing can be begun, and the next call has a date',
  { ...proves('call apply/entry', 'call apply/registrationTime', 'story S17'), ...fullOnly },
  async () => {
    desk.clock.moveTo(close - 10 * MINUTE)
    const { page, close: leave } = await seatOf(desk, { email, password: PASSWORD })
    await page.goto('/steps')
    await page.getByRole('radio', { name: form.SECTION }).check({ force: true })
    await form.category(page, /Furniture/).check()
    await form.title(page).fill('Passerelle')

    desk.clock.moveTo(close + SECOND)
    const refusal = answerOf(page, '/api/apply/entry')
    const told = form.toasts(page).filter({ hasText: /2031/ }).first().waitFor()
    await form.begin(page).click()
    const { code, msg, data } = await refusal
    expect({ code, data }).toMatchObject({ code: 423, data: { next_opens_at: NEXT_OPENS } })
    expect(String(msg)).toMatch(/2031/)
    await told
    // What was chosen and written is still there.
    expect(await form.title(page).inputValue()).toBe('Passerelle')
    const token = await tokenOf(desk.site, email, PASSWORD)
    const { total } = await call(desk.site, token, entries.entryList, {})
    expect(total).toBe(0)
    await leave()
  },
)

test(
  'S17: a draft is handed in 20 minutes after the close, and not 31 minutes after it',
  proves('call apply/edit'),
  async () => {
    desk.clock.moveTo(close - 10 * MINUTE)
    const { page, token, close: leave } = await seatOf(desk, { email, password: PASSWORD })
    const inTime = await newDraft(desk, token, { pictures: 3, categories: 2 })
    const [late = ''] = await newDraft(desk, token, { pictures: 3 })

    desk.clock.moveTo(close + 20 * MINUTE)
    await form.openStep(page, inTime[0] ?? '', 5)
    await form.submit(page).click()
    await page.waitForURL(/\/submit/)
    for (const id of inTime) {
      expect((await infoOf(desk, token, id)).entry_status).toBe(ENTRY_STATUS.submitted)
    }

    await form.openStep(page, late, 5)
    await form.submit(page).waitFor()
    desk.clock.moveTo(close + 31 * MINUTE)
    const refusal = answerOf(page, '/api/apply/edit')
    const told = form.toasts(page).first().waitFor()
    await form.submit(page).click()
    expect((await refusal).code).toBe(423)
    await told
    const info = await infoOf(desk, token, late)
    expect([info.entry_status, info.answers.title]).toEqual([ENTRY_STATUS.draft, 'Passerelle'])
    await leave()
  },
)

test(
  'S17: a correction is open until its own deadline, whatever the calendar says',
  { ...proves('call judge/requestCorrection'), ...fullOnly },
  async () => {
    desk.clock.moveTo(close - DAY)
    const due = close + 5 * DAY
    const [row] = await query<{ id: string }>(
      desk.site,
      'select id::text as id from apply_orders where title = $1',
      [PAID.title],
    )
    const id = row?.id ?? ''
    const chair = await tokenOf(desk.site, CHAIR)
    await call(desk.site, chair, judgeAdded.requestCorrection, {
      apply_order_id: id,
      note: 'The second picture shows the name of the studio. Please replace it.',
      due_at: new Date(due).toISOString(),
    })

    desk.clock.moveTo(close + DAY)
    const { page, token, close: leave } = await seatOf(desk, { email: PAID.owner })
    await form.openStep(page, id, 2)
    await page.getByText(/shows the name of the studio/).waitFor()
    const text = 'A lamp on one stem, told once more after the close.'
    await form.summary(page).fill(text)
    await form.saved(page)
    const info = await infoOf(desk, token, id)
    expect(info.answers.summary).toBe(text)

    desk.clock.moveTo(due + SECOND)
    const refusal = answerOf(page, '/api/apply/edit')
    await form.summary(page).fill(`${text} Too late.`)
    expect((await refusal).code).toBe(423)
    expect((await infoOf(desk, token, id)).answers.summary).toBe(text)
    // What was written too late stays on the screen.
    expect(await form.summary(page).inputValue()).toBe(`${text} Too late.`)
    await leave()
  },
)
