import { session } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { call } from '../harness/call.ts'
import { query } from '../harness/database.ts'
import { mailTo } from '../harness/mailbox.ts'
import { newDraft, newEntrant, PASSWORD } from './draft.ts'
import { seatOf, type Desk } from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

test(
  'a person asks for a copy, is written to when it is there, and gets a whole archive',
  { ...proves('call user/export', 'call user/requestExport'), ...fullOnly },
  async () => {
    const entrant = await newEntrant(desk, 'copy')
    await newDraft(desk, entrant.token, { pictures: 2 })
    const { page, close } = await seatOf(desk, { email: entrant.email, password: PASSWORD })
    await page.goto('/account?tab=privacy')
    await page.getByRole('button', { name: 'Prepare a copy' }).click()
    const download = page.getByRole('button', { name: /^Download the copy/ })
    await download.waitFor()
    await mailTo(desk.site, entrant.email, (mail) => /copy of your data/.test(mail.subject))

    const opened = page.context().waitForEvent('request', (one) => one.url().includes('/files/'))
    await download.click()
    const answer = await fetch((await opened).url())
    expect(answer.headers.get('content-disposition')).toMatch(/my-data-\d{4}-\d{2}-\d{2}\.zip/)
    const zip = Buffer.from(await answer.arrayBuffer())
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    const names = zip.toString('latin1')
    for (const name of ['README.txt', 'data.json', 'tables/entries.csv', 'files/']) {
      expect(names).toContain(name)
    }
    await close()
  },
)

test(
  'a person erases the account with the password, and is a visitor from then on',
  proves('call user/erase'),
  async () => {
    const entrant = await newEntrant(desk, 'leaving')
    await newDraft(desk, entrant.token, { pictures: 1 })
    const { page, close } = await seatOf(desk, { email: entrant.email, password: PASSWORD })
    await page.goto('/account?tab=privacy')
    await page.getByRole('button', { name: /^Erase my account/ }).click()
    await page.getByLabel('Your password', { exact: true }).fill('not my password')
    await page.getByRole('checkbox', { name: /erased for good/ }).check()
    const confirm = page.getByRole('button', { name: 'Erase the account for good' })
    await confirm.click()
    await page.getByText('This is not your present password').waitFor()
    await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
    await confirm.click()

    await page.getByText('Your account is erased').last().waitFor()
    await page.waitForURL(({ pathname }) => pathname === paths.home, { waitUntil: 'commit' })
    await mailTo(desk.site, entrant.email, (mail) => /has been erased/.test(mail.subject))
    const login = { email: entrant.email, password: PASSWORD }
    await expect(call(desk.site, '', session.login, login)).rejects.toThrow(/422/)
    await expect(call(desk.site, entrant.token, session.getUserInfo, {})).rejects.toThrow(/401/)
    const left = await query(desk.site, 'select 1 from users where email = $1', [entrant.email])
    expect(left).toEqual([])
    await close()
  },
)
