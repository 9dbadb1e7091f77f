import { entries } from '@awards/shared/contract'
import { ENTRY_STATUS } from '@awards/shared/domain'
import type { Locator, Page } from '@playwright/test'
import { openTab, tokenOf, visit } from '../harness/browser.ts'
import { call } from '../harness/call.ts'
import { codeFor } from '../harness/mailbox.ts'
import { still } from '../harness/move.ts'
import { makePictures } from '../harness/pictures.ts'
import { COMPLETE, PASSWORD } from './draft.ts'
import * as form from './enter-work.ts'
import { countInteractions } from './interactions.ts'
import { type Desk } from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'

const MOST = 25
const EMAIL = 'stranger@desk.example.org'
let desk: Desk
useDesk((opened) => void (desk = opened))

/** Writes into a field; a field that has the focus needs no press. */
async function write(page: Page, field: Locator, text: string) {
  await field.waitFor()
  // A page that leads to its field itself has done so once it is at rest.
  await still(page)
  const isThere = () => field.evaluate((element) => element === document.activeElement)
  if (!(await isThere())) await field.click()
  await page.keyboard.type(text)
}

/** Goes on with the keyboard, as a person who types does, over fields that may stay empty. */
async function tabInto(page: Page, field: Locator) {
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('Tab')
    if (await field.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('The field is not among the next ones')
}

test(
  `a stranger at /login has handed an entry in after at most ${MOST} interactions`,
  { ...proves('call user/register', 'call apply/entry', 'call apply/edit'), ...fullOnly },
  async () => {
    const context = await visit(desk.browser, desk.site)
    const { page, watch } = await openTab(context)
    const { list, tabs } = await countInteractions(page)
    const files = await makePictures(desk.folder, 3)
    await page.goto('/login')

    await form.toRegister(page).click()
    await form.sendCode(page).waitFor()
    await write(page, form.email(page), EMAIL)
    await page.keyboard.press('Enter')
    await form.code(page).waitFor()
    await write(page, form.code(page), await codeFor(desk.site, EMAIL))
    await write(page, form.firstName(page), 'Noémie')
    await tabInto(page, form.familyName(page))
    await write(page, form.familyName(page), 'Garel')
    await write(page, form.password(page), PASSWORD)
    await form.terms(page).click()
    await form.createAccount(page).click()

    await page.waitForURL('**/account')
    await form.newEntry(page).click()
    await form.category(page, /Furniture/).click()
    await form.begin(page).click()

    const id = await form.entryId(page)
    await write(page, form.title(page), COMPLETE.title)
    await tabInto(page, form.summary(page))
    await write(page, form.summary(page), COMPLETE.summary)
    await tabInto(page, form.description(page))
    await write(page, form.description(page), COMPLETE.description)
    await form.radioLabel(page, 'Realised').click()
    // The same in every order of day and month.
    await write(page, form.completedOn(page), '04042026')
    await form.next(page).click()

    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      form.chooseFiles(page).click(),
    ])
    await chooser.setFiles(files)
    await form.pictureTexts(page).nth(2).waitFor({ timeout: 60_000 })
    for (const [index] of files.entries()) {
      await write(page, form.pictureTexts(page).nth(index), `Step stool, view ${index + 1}`)
    }
    await form.next(page).click()

    await form.radioLabel(page, 'No').click()
    await form.rights(page).click()
    await form.licence(page).click()
    await form.next(page).click()
    await form.submit(page).click()
    await page.waitForURL(/\/submit/)

    const token = await tokenOf(desk.site, EMAIL, PASSWORD)
    const { list: rows } = await call(desk.site, token, entries.entryList, {})
    expect(rows.map((row) => [row.apply_order_id, row.entry_status])).toEqual([
      [id, ENTRY_STATUS.submitted],
    ])
    console.log(
      `${list.length} interactions, and ${tabs()} times Tab between texts:\n${list.join('\n')}`,
    )
    expect(list.length).toBeLessThanOrEqual(MOST)
    expect(watch.violations).toEqual([])
    await context.close()
  },
)
