import type { Page } from '@playwright/test'
import { newDraft, newEntrant } from '../entrant/draft.ts'
import type { Desk } from '../entrant/setup.ts'
import { settled } from '../harness/browser.ts'
import { query } from '../harness/database.ts'
import { mailTo } from '../harness/mailbox.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'
import { until } from '../harness/until.ts'
import { plantEntries } from '../jury/plant-entries.ts'
import { organiserAt } from './desk.ts'
import { personAt, type Person } from './person.ts'

let desk: Desk
useOwnDesk((opened) => {
  desk = opened
})

const DAY_MS = 86_400_000
const MOST_MINUTES = 15
/** What waits for admission; four of it are not admitted. */
const QUEUE = 34

/** Names of one run: both runs work on the same site. */
type Names = {
  category: string
  code: string
  questions: readonly string[]
  article: string
  broadcast: string
}

async function waitingIds() {
  const rows = await query<{ id: string }>(
    desk.site,
    `select entry.id::text as id from apply_orders entry
     join editions edition on edition.id = entry.edition_id and edition.status = 1
     where entry.entry_status = 20 and entry.entry_fee_status in (2, 3)
     order by entry.paid_at, entry.id`,
    [],
  )
  return rows.map(({ id }) => id)
}

/** Has an entry that the run before admitted wait again. */
async function putBack() {
  const rows = await query<{ id: string }>(
    desk.site,
    `update apply_orders set entry_status = 20 where id = (
      select entry.id from apply_orders entry
      join editions edition on edition.id = entry.edition_id and edition.status = 1
      where entry.entry_status = 30 and entry.entry_no like 'Z%' limit 1)
     returning id::text as id`,
    [],
  )
  return rows.map(({ id }) => id)
}

/** The dialog that opens; it has the focus before anybody can press in it. */
async function dialogOf(page: Page) {
  const dialog = page.getByRole('dialog')
  // A drawer gives the focus to the frame around it.
  await until(
    () =>
      dialog.evaluate(
        (one) =>
          document.activeElement?.closest('.ant-drawer, .ant-modal-wrap')?.contains(one) === true,
      ),
    true,
  )
  return dialog
}

/** Reviews what is drafted and makes it live. */
async function makeLive(page: Page, { press }: Person) {
  await press(page.getByRole('button', { name: 'Review the changes' }))
  await dialogOf(page)
  await press(page.getByRole('button', { name: 'Make it live' }))
  await page.getByText(/^Live: \d+ records? ha/).waitFor()
  await page.getByRole('button', { name: 'Make it live' }).waitFor({ state: 'hidden' })
}

async function saveDraft(page: Page, { press }: Person) {
  const save = page.getByRole('button', { name: 'Save the draft' })
  await press(save)
  // A draft that is kept leads back to the list; its notice may stand there from the draft before.
  await save.waitFor({ state: 'hidden' })
  await page.getByText(/drafts? (is|are) not live yet/).waitFor()
}

/** A view of the desk, by its name in the bar. */
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views of the desk' }).getByRole('link', { name })

/** Opens season 2028 with its prices, and adds a category that is asked two questions. */
async function prepare(page: Page, person: Person, names: Names) {
  const { press, write, tick, choose } = person
  await press(page.getByRole('link', { name: 'Open the next season' }))
  await write(page.getByLabel('Professional, Early, first entry'), '210')
  await write(page.getByLabel('Student, Early, first entry'), '60')
  await saveDraft(page, person)

  await press(page.getByRole('link', { name: 'Categories', exact: true }))
  await press(page.getByRole('button', { name: 'Product', exact: true }))
  await press(page.getByRole('button', { name: 'Add a category' }))
  await write(page.getByLabel('Code', { exact: true }).last(), names.code)
  await write(page.getByLabel('Name, English').last(), names.category)
  await write(page.getByLabel('Description, English').last(), 'Things to play with.')
  await tick(page.getByRole('radio').nth(2))
  await write(page.getByLabel('Description of the picture, English'), 'A wooden game')
  await saveDraft(page, person)

  await press(page.getByRole('link', { name: 'Questions', exact: true }))
  for (const [place, question] of names.questions.entries()) {
    await press(page.getByRole('button', { name: 'Add a question' }))
    await write(page.getByLabel('Question, English').last(), question)
    if (place === 1) await choose(page.getByLabel('Answered by').last(), 'Number')
    await choose(page.getByLabel('Asked of the categories').last(), names.category)
    await page.keyboard.press('Escape')
  }
  await saveDraft(page, person)
  await makeLive(page, person)
}

/** Publishes a news item in three languages. */
async function publish(page: Page, person: Person, { article }: Names) {
  const { press, write, tick, date } = person
  await press(page.getByRole('link', { name: 'Write an article' }))
  await write(page.getByLabel('Address', { exact: true }), article)
  for (const language of ['English', 'French', 'Chinese']) {
    await write(page.getByLabel(`Title, ${language}`), 'A night in Lyon')
    await write(page.getByLabel(`Summary, ${language}`), 'Come.')
    await write(page.getByLabel(`Text, ${language}`), 'Doors open at seven.')
  }
  await date(page.getByLabel('Appears'), '2026-01-01T09:00')
  await tick(page.getByRole('radio').first())
  await write(page.getByLabel('Description of the picture, English'), 'A hall')
  await saveDraft(page, person)
  await makeLive(page, person)
}

/** Hands three entries back, refuses one, and admits all others. */
async function admit(page: Page, person: Person) {
  const { press, write, tick } = person
  const boxes = page.getByRole('checkbox', { name: /^Choose / })
  await press(view(page, 'Admission'))
  for (const place of [0, 1, 2]) await tick(boxes.nth(place))
  await press(page.getByRole('button', { name: 'Ask for a correction' }))
  let dialog = await dialogOf(page)
  await write(dialog.getByLabel('What has to be put right'), 'The third picture shows another work')
  await press(dialog.getByRole('button', { name: 'Ask for a correction' }))
  await page.getByText('3 entries are handed back.').waitFor()
  await settled(page)
  await tick(boxes.first())
  await press(page.getByRole('button', { name: 'Refuse' }))
  dialog = await dialogOf(page)
  await write(dialog.getByLabel('Reason'), 'Shown at another prize before')
  await press(dialog.getByRole('button', { name: 'Refuse' }))
  await page.getByText('1 entry is refused.').waitFor()
  const nothing = page.getByText('Nothing waits')
  for (;;) {
    await settled(page)
    if (await nothing.isVisible()) break
    await tick(page.getByRole('checkbox', { name: '0 chosen' }))
    await press(page.getByRole('button', { name: 'Admit', exact: true }))
    await page.getByRole('checkbox', { name: '0 chosen' }).or(nothing).waitFor()
  }
}

/** Extends the call by three days and sends the mail that is prepared for it. */
async function extend(page: Page, person: Person) {
  const { press } = person
  await press(view(page, 'Programme'))
  await press(page.getByRole('link', { name: '2027 — Season 1' }))
  await press(page.getByRole('button', { name: 'Move the dates' }))
  await saveDraft(page, person)
  await makeLive(page, person)
  await press(page.getByRole('button', { name: 'Look at the mail' }))
  await send(page, person)
}

/** Sends the broadcast that is open. */
async function send(page: Page, { press }: Person) {
  await press(page.getByRole('button', { name: 'Send …' }))
  await press((await dialogOf(page)).getByRole('button', { name: 'Send now' }))
  await page.getByText('Taken by the mail server').waitFor()
}

async function season(hand: 'pointer' | 'keyboard', names: Names) {
  const entrant = await newEntrant(desk, `season.${hand}`)
  await newDraft(desk, entrant.token, {})
  const [model = ''] = [...(await waitingIds()), ...(await putBack())]
  await plantEntries(desk.site, QUEUE - (await waitingIds()).length, model, {
    letter: hand === 'pointer' ? 'P' : 'K',
    votes: 0,
  })
  const queued = await waitingIds()
  expect(queued).toHaveLength(QUEUE)
  const closes = () =>
    query<{ at: Date }>(desk.site, `select closes_at as at from editions where code = 'GA27-1'`, [])
  const [before] = await closes()

  const { page, watch, close } = await organiserAt(desk, '/organiser?view=programme')
  const person = personAt(page, hand)
  await prepare(page, person, names)
  await publish(page, person, names)
  await admit(page, person)
  await extend(page, person)
  await person.press(view(page, 'Mails'))
  await person.press(page.getByRole('link', { name: 'New broadcast' }))
  await person.write(page.getByLabel('Subject, English'), names.broadcast)
  await send(page, person)
  await person.press(view(page, 'Figures'))
  const funnel = page.getByRole('list', { name: 'From visit to entry' })
  await expect(funnel.getByRole('listitem')).toHaveCount(5)

  // What the desk said is what is so.
  const states = await query<{ status: number; count: number }>(
    desk.site,
    `select entry_status as status, count(*)::int as count from apply_orders
     where id = any($1::bigint[]) group by 1 order by 1`,
    [queued],
  )
  expect(states).toEqual([
    { status: 25, count: 3 },
    { status: 30, count: 30 },
    { status: 91, count: 1 },
  ])
  const [after] = await closes()
  expect(Number(after?.at) - Number(before?.at)).toBe(3 * DAY_MS)
  const asked = await query(
    desk.site,
    'select code from entry_questions where $1 = any(categories)',
    [names.code],
  )
  expect(asked).toHaveLength(names.questions.length)
  for (const subject of [/^More time: /, new RegExp(`^${names.broadcast}`)]) {
    await mailTo(desk.site, entrant.email, (mail) => subject.test(mail.subject))
  }
  for (const prefix of ['', '/fr', '/zh']) {
    const answer = await fetch(`${desk.site.url}${prefix}/news/${names.article}`)
    expect(await answer.text()).toContain('A night in Lyon')
  }
  expect(watch.errors).toEqual([])
  const effort = person.effort()
  console.log(`A season by ${hand}: ${JSON.stringify(effort)}`)
  expect(effort.minutes).toBeLessThanOrEqual(MOST_MINUTES)
  await close()
}

test(
  'a season is run by the pointer: 2028 is opened, a work is asked more, 34 wait, the call is extended, mails leave',
  { ...proves('story O01', 'story O04', 'story O06'), ...fullOnly },
  () =>
    season('pointer', {
      category: 'Games',
      code: 'JEU',
      questions: ['Who is left out?', 'How many people use it?'],
      article: 'a-night-in-lyon',
      broadcast: 'Your draft waits',
    }),
)

test(
  'a season is run by the keyboard alone',
  { ...proves('story O01', 'story O04', 'story O06'), ...fullOnly },
  () =>
    season('keyboard', {
      category: 'Puzzles',
      code: 'PUZ',
      questions: ['Who is left alone?', 'How many people solve it?'],
      article: 'another-night-in-lyon',
      broadcast: 'Your draft still waits',
    }),
)
