import { infoOf, newDraft, newEntrant } from '../entrant/draft.ts'
import { seatOf, type Desk } from '../entrant/setup.ts'
import { findings } from '../harness/axe.ts'
import { PHONE } from '../harness/browser.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, test, useOwnDesk } from '../harness/test.ts'
import { organiserAt } from './desk.ts'

let desk: Desk
useOwnDesk((opened) => {
  desk = opened
})

const PDF = { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nplan') }
const TEXT = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') }

test(
  'a question that wants a file is made at the desk, answered on a phone, and read where it may be',
  fullOnly,
  async () => {
    const entrant = await newEntrant(desk, 'files')
    const [id = ''] = await newDraft(desk, entrant.token, { pictures: 3 })
    const { page, watch, close } = await organiserAt(desk, '/organiser?view=programme')
    await page.getByRole('link', { name: 'Questions', exact: true }).click()
    await page.getByRole('button', { name: 'Add a question' }).click()
    await page.getByLabel('Question, English').fill('Floor plan')
    await page.getByLabel('Answered by').click()
    await page.getByTitle('File', { exact: true }).click()
    await page.getByRole('checkbox', { name: /cannot be handed in without/ }).check()
    // A PDF may name somebody: jurors are not offered it, until pictures alone are allowed.
    await page.getByText('A PDF may name its author').waitFor()
    await page.getByRole('checkbox', { name: 'PDF' }).uncheck()
    await page.getByRole('radio', { name: 'as it was given' }).check()
    await page.getByRole('checkbox', { name: 'PDF' }).check()
    await expect(page.getByRole('radio', { name: 'hidden' })).toBeChecked()
    await page.getByLabel('At most, in MB').fill('5')
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('1 draft is not live yet').waitFor()
    await page.getByRole('button', { name: 'Review the changes' }).click()
    await page.getByRole('button', { name: 'Make it live' }).click()
    await page.getByText(/^Live: \d+ record/).waitFor()
    expect(watch.errors).toEqual([])
    await close()

    const phone = await seatOf(desk, { ...entrant, size: PHONE })
    await phone.page.goto(`/steps?id=${id}&step=5`)
    await phone.page.getByRole('link', { name: 'Floor plan' }).click()
    const choose = phone.page.getByRole('button', { name: 'Floor plan: Choose a file' })
    await expect(choose).toBeFocused()
    const chooser = async (file: typeof PDF) => {
      const opened = phone.page.waitForEvent('filechooser')
      await choose.press('Enter')
      await (await opened).setFiles(file)
    }
    await chooser(TEXT)
    await phone.page.getByText('Choose a JPEG, PNG or WebP picture, or a PDF.').waitFor()
    await chooser(PDF)
    await phone.page.getByRole('link', { name: 'Plan.pdf' }).waitFor()
    expect(await findings(phone.page)).toEqual([])
    await phone.page.reload()
    await phone.page.getByRole('link', { name: 'Plan.pdf' }).waitFor()

    await phone.page.goto(`/steps?id=${id}&step=5`)
    await phone.page.getByRole('link', { name: 'Plan.pdf' }).waitFor()
    await phone.page.getByRole('button', { name: /^Submit/ }).click()
    await expect.poll(async () => (await infoOf(desk, entrant.token, id)).entry_status).toBe(10)
    // As jurors see it, there is no plan; its owner can look at what they do not.
    await phone.page.goto(`/preview?id=${id}`)
    await phone.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await phone.page.getByText('Plan.pdf').count()).toBe(0)
    await phone.page.goto(`/preview?id=${id}&names=1`)
    await phone.page.getByRole('link', { name: 'Plan.pdf' }).waitFor()
    await phone.close()
  },
)
