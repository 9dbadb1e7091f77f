import { newDraft, newEntrant } from '../entrant/draft.ts'
import type { Desk } from '../entrant/setup.ts'
import { ORGANISER } from '../harness/accounts.ts'
import { findings } from '../harness/axe.ts'
import { PHONE, settled } from '../harness/browser.ts'
import { query } from '../harness/database.ts'
import { mailsTo, mailTo } from '../harness/mailbox.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'
import { organiserAt } from './desk.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

const MAILS = '/organiser?view=mails'

/** An entrant with a draft that is not submitted. */
async function withDraft(name: string) {
  const entrant = await newEntrant(desk, name)
  await newDraft(desk, entrant.token, {})
  return entrant
}

test(
  'O06: a broadcast is written, tried and sent; a wrong variable is named, and its link ends such mails',
  proves('story O06', 'call organiser/audience', 'call organiser/startBroadcast'),
  async () => {
    const entrant = await withDraft('broadcast.reader')
    const { page, watch, context, close } = await organiserAt(desk, MAILS)
    await page.getByRole('link', { name: 'New broadcast' }).click()
    await page.getByText(/people get this mail|person gets this mail/).waitFor()
    expect(await findings(page)).toEqual([])
    const subject = page.getByLabel('Subject, English')
    await subject.fill('Only {{dayz}} left')
    await page.getByRole('button', { name: 'Keep as a draft' }).click()
    await page.getByText('{{dayz}} is not a variable of this mail').waitFor()
    await subject.fill('A word about {{entry}}')
    await page.getByRole('button', { name: 'Preview' }).click()
    const drawer = page.getByRole('dialog', { name: 'Preview' })
    await drawer.getByRole('heading', { name: /^A word about / }).waitFor()
    await drawer.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Send …' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    const mail = await mailTo(desk.site, entrant.email, (one) =>
      one.subject.startsWith('A word about'),
    )
    await page.getByText('Taken by the mail server').waitFor()
    const [, link = ''] = /(http\S+\/api\/mails\/stop\S+)/.exec(mail.text) ?? []
    const reader = await context.newPage()
    await reader.goto(link)
    await reader.getByRole('button', { name: 'Stop these mails' }).click()
    await reader.getByText('You will get no more mails of this kind.').waitFor()
    const [row] = await query<{ stopped: boolean }>(
      desk.site,
      'select mails_stopped_at is not null as stopped from users where email = $1',
      [entrant.email],
    )
    expect(row?.stopped).toBe(true)
    expect(watch.errors).toEqual([])
    await close()
  },
)

test(
  'O06: by keyboard alone on a telephone, a broadcast is scheduled, taken back and removed',
  { ...proves('story O06', 'call organiser/stopBroadcast'), ...fullOnly },
  async () => {
    const entrant = await withDraft('broadcast.later')
    const { page, close } = await organiserAt(desk, `${MAILS}&new=1&audience=drafts`, PHONE)
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).last().press('Enter')
    }
    await page.getByLabel('Subject, English').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Much later')
    await press('Send …')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'At a later moment' }).press('Space')
    await dialog.getByLabel(/^Date and time/).fill('2099-01-31T18:00')
    await press('Schedule')
    await page.getByText(/^It leaves on /).waitFor()
    expect(await findings(page)).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true)
    await press('Back to a draft')
    await page.getByLabel('Subject, English').waitFor()
    await settled(page)
    await press('Remove the draft')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the draft' }).press('Enter')
    await page.getByRole('link', { name: 'New broadcast' }).waitFor()
    const mails = await mailsTo(desk.site, entrant.email)
    expect(mails.filter(({ subject }) => subject === 'Much later')).toEqual([])
    await close()
  },
)

test(
  'O06: the text of a mail is written within its variables, sent, and led back to the original',
  { ...proves('story O06', 'call organiser/saveMail', 'call organiser/previewMail'), ...fullOnly },
  async () => {
    const { page, watch, close } = await organiserAt(desk, `${MAILS}&part=texts`)
    await page.getByRole('link', { name: 'Thank you, your payment has arrived' }).click()
    const body = page.getByLabel('Text', { exact: true })
    const original = await body.inputValue()
    await body.fill('We have your money.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('{{amount}} is missing, and the reader needs it').waitFor()
    await body.fill('We have {{amuont}} of {{amount}}.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('{{amuont}} is not a variable of this mail').waitFor()
    await expect(body).toHaveValue('We have {{amuont}} of {{amount}}.')
    await body.fill('We have {{amount}}. Thank you, {{title}} takes part.')
    await page.getByRole('button', { name: 'Preview' }).click()
    const drawer = page.getByRole('dialog', { name: 'Preview' })
    await drawer.getByText(/We have .*takes part\./).waitFor()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Send it to me' }).click()
    await mailTo(desk.site, ORGANISER, ({ text }) => text.includes('takes part.'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The text is saved. The next mail has it.').waitFor()
    await settled(page)
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to the original' }).click()
    await page.getByText('The original is back.').waitFor()
    await expect(body).toHaveValue(original)
    await page
      .getByText(/Back to the original\./)
      .first()
      .waitFor({ state: 'attached' })
    expect(watch.errors).toEqual([])
    await close()
  },
)
