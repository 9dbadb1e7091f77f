import { programmeDesk } from '@awards/shared/contract'
import { resolve } from 'node:path'
import type { Desk } from '../entrant/setup.ts'
import { findings } from '../harness/axe.ts'
import { PHONE, settled } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { query } from '../harness/database.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'
import { newColleague, organiserAt } from './desk.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

const PROGRAMME = '/organiser?view=programme'
const seasons = () =>
  query<{ code: string; closes_at: Date }>(
    desk.site,
    'select code, closes_at from editions order by code',
  )
const DAY_MS = 86_400_000

test(
  'O01: the next season is opened and the call of this one extended, reviewed, made live and undone',
  proves(
    'story O01',
    'call programme/documents',
    'call programme/document',
    'call programme/save',
    'call programme/plan',
    'call programme/apply',
    'call programme/versions',
    'call programme/undo',
  ),
  async () => {
    const before = await seasons()
    const { page, watch, close } = await organiserAt(desk, PROGRAMME)
    await page.getByRole('link', { name: 'Open the next season' }).click()
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('1 draft is not live yet').waitFor()

    await page.getByRole('link', { name: '2027 — Season 1' }).click()
    await page.getByRole('button', { name: 'Move the dates' }).click()
    // A date before its predecessor is named in its field, and nothing is lost.
    await page.getByLabel('Call for entries: ends').fill('2020-01-01T10:00')
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('This ends before it begins').waitFor()
    await page.getByRole('button', { name: 'Move the dates' }).waitFor()
    await page.getByLabel('Call for entries: ends').fill('2027-02-04T00:00')
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('2 drafts are not live yet').waitFor()
    expect(await seasons()).toEqual(before)

    await page.getByRole('button', { name: 'Review the changes' }).click()
    await page.getByText('Season GA28-1').waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Make it live' }).click()
    await page.getByText(/^Live: \d+ records have changed/).waitFor()
    const live = await seasons()
    expect(live.map(({ code }) => code)).toContain('GA28-1')
    const [was, is] = [before, live].map((list) => list.find(({ code }) => code === 'GA27-1'))
    expect(Number(is?.closes_at) - Number(was?.closes_at)).toBe(3 * DAY_MS)
    await page.getByRole('button', { name: 'Look at the mail' }).click()
    await expect(page.getByLabel('Subject, English')).toHaveValue(/^More time: /)
    await page.goBack()

    await page
      .getByRole('button', { name: /^Undo what was made live/ })
      .first()
      .click()
    await page.getByText('Removed').first().waitFor()
    await page.getByRole('button', { name: 'Make it live' }).click()
    await page
      .getByText(/^Live: \d+ records have changed/)
      .last()
      .waitFor()
    await expect.poll(seasons).toEqual(before)
    expect(watch.errors).toEqual([])
    await close()
  },
)

test(
  'O03: an article in three languages is written by keyboard on a phone and read on the site @full',
  proves('story O03', 'call programme/pictures', 'call programme/discard'),
  async () => {
    const { page, watch, token, close } = await organiserAt(desk, PROGRAMME, PHONE)
    await page.getByRole('link', { name: 'Write an article' }).focus()
    await page.keyboard.press('Enter')
    const type = async (label: string, text: string) => {
      await page.getByLabel(label, { exact: true }).focus()
      await page.keyboard.type(text)
    }
    await type('Address', 'a-night-in-lyon')
    const titles = ['A night in Lyon', 'Une nuit à Lyon', '里昂之夜'] as const
    for (const [index, language] of ['English', 'French', 'Chinese'].entries()) {
      await type(`Title, ${language}`, titles[index] ?? '')
      await type(`Summary, ${language}`, 'Come.')
      await type(`Text, ${language}`, 'Doors open at *seven*.')
    }
    await type('Description of the picture, English', 'A hall')
    await page.getByLabel('Appears').fill('2026-01-01T09:00')
    await page.getByRole('radio').first().focus()
    await page.keyboard.press('Space')
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Save the draft' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('1 draft is not live yet').waitFor()
    await page.getByRole('button', { name: 'Review the changes' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Article a-night-in-lyon').waitFor()
    await page.getByRole('button', { name: 'Make it live' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Live: 1 record has changed').waitFor()
    expect(watch.errors).toEqual([])
    for (const [index, prefix] of ['', '/fr', '/zh'].entries()) {
      await page.goto(`${prefix}/news/a-night-in-lyon`)
      await settled(page)
      await page.getByRole('heading', { level: 1, name: titles[index] ?? '' }).waitFor()
    }
    const { list } = await call(desk.site, token, programmeDesk.versions, {})
    await call(desk.site, token, programmeDesk.undo, { id: list[0]?.id ?? '' })
    const { plan } = await call(desk.site, token, programmeDesk.plan, {})
    await call(desk.site, token, programmeDesk.apply, { plan: plan ?? '' })
    await close()
  },
)

test(
  'O03: a profile gets a new picture, is seen on the site, goes live at a moment to come, and is withdrawn',
  {
    ...proves(
      'call programme/addPicture',
      'call programme/scheduled',
      'call programme/schedule',
      'call programme/withdraw',
      'call programme/preview',
    ),
    ...fullOnly,
  },
  async () => {
    const { page, watch, token, close } = await organiserAt(desk, PROGRAMME)
    await page.getByRole('link', { name: 'Matteo Ferrante' }).click()
    await page
      .getByLabel('Upload another picture')
      .setInputFiles(resolve(import.meta.dirname, '../../../programme/images/site/banner-1.jpg'))
    const dialog = page.getByRole('dialog', { name: 'A new picture' })
    await dialog.getByLabel('Name').fill('portrait-2027')
    await dialog.getByRole('radio', { name: 'top', exact: true }).check()
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add it' }).click()
    await expect(page.getByRole('radio', { name: 'portrait-2027.jpg' })).toBeChecked()
    // A picture without words is named in the field of its description.
    await page.getByLabel('Description of the picture, English').fill('')
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('Say what the picture shows').waitFor()
    await page.getByLabel('Description of the picture, English').fill('A red ring')
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('1 draft is not live yet').waitFor()

    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'See it on the site' }).click()
    const preview = await opened
    await preview.getByText('You see drafts that are not live.').waitFor()
    await expect(preview).toHaveURL(/\/jury$/)
    await settled(preview)
    expect(await findings(preview)).toEqual([])
    await preview.getByRole('link', { name: 'End the preview' }).click()
    await expect(preview.getByText('You see drafts that are not live.')).toBeHidden()
    await preview.close()

    await page.getByRole('button', { name: 'Review the changes' }).click()
    await page.getByText('Juror ferrante').waitFor()
    await page.getByRole('button', { name: 'Later…' }).click()
    await page.getByLabel(/^Moment/).fill('2199-01-01T09:00')
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.getByText(/^The drafts go live on 1 Jan/).waitFor()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('Withdrawn: the drafts stay drafts').waitFor()
    await expect(page.getByText(/^The drafts go live on/)).toBeHidden()
    expect(watch.errors).toEqual([])
    await call(desk.site, token, programmeDesk.discard, {})
    await close()
  },
)

test(
  'O12: of two who edit an article the second reads whose change came first, and nothing is lost; a plan that has aged is shown anew',
  { ...proves('story O12', 'call programme/save', 'call programme/apply'), ...fullOnly },
  async () => {
    const file = 'content/news/how-to-photograph-your-entry.md'
    const colleague = await newColleague(desk, 'second@desk.example.org', ['Zoé', 'Brûlé'])
    const address = `${PROGRAMME}&file=${encodeURIComponent(file)}`
    const first = await organiserAt(desk, address, undefined, colleague)
    const second = await organiserAt(desk, address)
    const save = ({ page }: typeof first) =>
      page.getByRole('button', { name: 'Save the draft' }).click()
    await first.page.getByLabel('Title, English').fill('By the first')
    await save(first)
    await first.page.getByText('1 draft is not live yet').waitFor()

    const { page } = second
    await page.getByLabel('Title, English').fill('By the second')
    await page.getByLabel('Summary, English').fill('Also by the second')
    await save(second)
    const alert = page.getByRole('alert').filter({ hasText: 'changed these fields first' })
    await alert.getByText(/^Zoé Brûlé changed these fields first/).waitFor()
    await alert.getByText('Title, English: there it says By the first').waitFor()
    await expect(page.getByLabel('Title, English')).toHaveValue('By the second')
    expect(await findings(page)).toEqual([])
    await alert.getByRole('button', { name: 'Keep my version' }).click()
    await page.getByText('1 draft is not live yet').waitFor()
    const kept = await call(desk.site, second.token, programmeDesk.document, { file })
    expect(kept.document).toMatchObject({
      title: { en: 'By the second' },
      excerpt: { en: 'Also by the second' },
    })

    await first.page.reload()
    await first.page.getByRole('button', { name: 'Review the changes' }).click()
    await first.page.getByText('Also by the second').waitFor()
    const later = { ...kept.document, excerpt: { en: 'A second thought' } }
    await call(desk.site, second.token, programmeDesk.save, {
      file,
      from: kept.document,
      document: later,
    })
    await first.page.getByRole('button', { name: 'Make it live' }).click()
    await first.page.getByText('The drafts have changed since you looked at the plan').waitFor()
    await first.page.getByText('A second thought').waitFor()
    await call(desk.site, second.token, programmeDesk.discard, {})
    await first.close()
    await second.close()
  },
)

test(
  'O01: the closing of a season says how many entries wait, and leads to them by keyboard alone',
  { ...proves('story O01', 'call organiser/closing'), ...fullOnly },
  async () => {
    const [waiting] = await query<{ count: number }>(
      desk.site,
      `select count(*)::int as count from apply_orders entry
       join editions edition on edition.id = entry.edition_id and edition.code = 'GA27-1'
       where entry.entry_status in (20, 25) and entry.entry_fee_status in (2, 3)`,
      [],
    )
    const address = '/organiser?view=programme&file=editions%2Fga27-1.yaml'
    const { page, watch, close } = await organiserAt(desk, address, PHONE)
    await page.locator('summary', { hasText: 'Closing the season' }).focus()
    await page.keyboard.press('Enter')
    const line = page.getByRole('listitem').filter({ hasText: 'Admission' })
    await line.getByText(`${waiting?.count} open`).waitFor()
    await settled(page)
    expect(await findings(page)).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true)
    await line.getByRole('link', { name: 'Open the admission queue' }).press('Enter')
    await page.waitForURL(/view=admission&edition_id=\d+/)
    expect(watch.errors).toEqual([])
    await close()
  },
)
