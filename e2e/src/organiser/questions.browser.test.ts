import { COMPLETE, infoOf, newDraft, newEntrant } from '../entrant/draft.ts'
import { seatOf, type Desk } from '../entrant/setup.ts'
import { findings } from '../harness/axe.ts'
import { PHONE, settled } from '../harness/browser.ts'
import { query } from '../harness/database.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'
import { organiserAt } from './desk.ts'

let desk: Desk
useOwnDesk((opened) => {
  desk = opened
})

test(
  'O02: a category and two questions are added in mid-season; a draft is asked them, what is handed in is not',
  { ...proves('story O02'), ...fullOnly },
  async () => {
    const entrant = await newEntrant(desk, 'asked')
    const [early = '', late = ''] = [
      ...(await newDraft(desk, entrant.token, { pictures: 3 })),
      ...(await newDraft(desk, entrant.token, {
        pictures: 3,
        answers: { ...COMPLETE, title: 'Late' },
      })),
    ]
    const own = await seatOf(desk, entrant)
    await own.page.goto(`/steps?id=${early}&step=5`)
    await own.page.getByRole('button', { name: /^Submit/ }).click()
    await expect.poll(async () => (await infoOf(desk, entrant.token, early)).entry_status).toBe(10)

    const { page, watch, close } = await organiserAt(desk, '/organiser?view=programme')
    await page.getByRole('link', { name: 'Questions', exact: true }).click()
    await page.getByRole('button', { name: 'Add a question' }).click()
    await page.getByLabel('Question, English').fill('Who is left out?')
    await page.getByRole('checkbox', { name: /cannot be handed in without/ }).check()
    // The code follows the words; the entrant's form stands beside, in three languages.
    await expect(page.getByLabel('Code', { exact: true })).toHaveValue('who_is_left_out')
    const preview = page.getByRole('region', { name: 'As an entrant sees it' })
    await preview.getByLabel('Who is left out?').waitFor()
    await page.getByRole('button', { name: 'Add a question' }).click()
    await page.getByLabel('Question, English').fill('How many people use it?')
    await page.getByLabel('Answered by').click()
    await page.getByTitle('Number', { exact: true }).click()
    await page.getByLabel('At least').fill('5')
    // What is wrong is named where it stands, and the record stays open.
    await page.getByLabel('At most').fill('2')
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('is less than the minimum').waitFor()
    await page.getByLabel('At most').fill('')
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('1 draft is not live yet').waitFor()

    await page.getByRole('link', { name: 'Categories', exact: true }).click()
    await page.getByRole('button', { name: 'Product', exact: true }).click()
    await page.getByRole('button', { name: 'Add a category' }).click()
    await page.getByLabel('Code', { exact: true }).last().fill('JEU')
    await page.getByLabel('Name, English').last().fill('Games')
    await page.getByLabel('Description, English').last().fill('Things to play with.')
    await page.getByRole('radio').nth(2).click()
    await page.getByLabel('Description of the picture, English').fill('A wooden game')
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('2 drafts are not live yet').waitFor()
    await page.getByRole('button', { name: 'Review the changes' }).click()
    await page.getByText('Question who_is_left_out').waitFor()
    await page.getByText('Category JEU').waitFor()
    await page.getByRole('button', { name: 'Make it live' }).click()
    await page.getByText(/^Live: \d+ records have changed/).waitFor()
    expect(watch.errors).toEqual([])
    await close()

    // On a phone, by keyboard: the draft is asked, and cannot be submitted without an answer.
    const phone = await seatOf(desk, { ...entrant, size: PHONE })
    await phone.page.goto(`/steps?id=${late}&step=5`)
    await phone.page.getByRole('link', { name: 'Who is left out?' }).click()
    const field = phone.page.getByLabel('Who is left out?')
    await expect(field).toBeFocused()
    await phone.page.keyboard.type('Whoever has no stairs')
    await expect
      .poll(async () => (await infoOf(desk, entrant.token, late)).answers.questions)
      .toEqual({ who_is_left_out: 'Whoever has no stairs' })
    expect(await findings(phone.page)).toEqual([])
    await phone.page.goto(`/steps?id=${late}&step=5`)
    await settled(phone.page)
    await phone.page.getByText('Whoever has no stairs').waitFor()
    await phone.page.getByRole('button', { name: /^Submit/ }).click()
    await expect.poll(async () => (await infoOf(desk, entrant.token, late)).entry_status).toBe(10)
    await phone.close()

    // What was submitted before keeps its form, and is not asked.
    await own.page.goto(`/preview?id=${early}`)
    await settled(own.page)
    expect(await own.page.getByText('Who is left out?').count()).toBe(0)
    const forms = await query<{ count: number }>(
      desk.site,
      `select count(distinct form_hash)::int as count from apply_orders where id = any($1::bigint[])`,
      [[early, late]],
    )
    expect(forms).toEqual([{ count: 2 }])

    // A question that has been answered may go: the plan says what becomes of the answers.
    const again = await organiserAt(desk, '/organiser?view=programme')
    await again.page.getByRole('link', { name: 'Questions', exact: true }).click()
    await again.page.getByRole('button', { name: 'Remove Who is left out?' }).click()
    await again.page.getByRole('button', { name: 'Save the draft' }).click()
    await again.page.getByRole('button', { name: 'Review the changes' }).click()
    await again.page
      .getByText('1 entry that is handed in keeps its question and its answer')
      .waitFor()
    await again.page.getByRole('button', { name: 'Make it live' }).click()
    await again.page.getByText(/^Live: \d+ record/).waitFor()
    await again.close()
    await own.page.goto(`/preview?id=${late}`)
    await own.page.getByText('Whoever has no stairs').waitFor()
    await own.close()
  },
)
