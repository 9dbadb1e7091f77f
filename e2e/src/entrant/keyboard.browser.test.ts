import { ENTRY_STATUS } from '@awards/shared/domain'
import type { Page } from '@playwright/test'
import { openTab, settled, tokenOf, visit } from '../harness/browser.ts'
import { codeFor } from '../harness/mailbox.ts'
import { makePictures } from '../harness/pictures.ts'
import { until } from '../harness/until.ts'
import { COMPLETE, infoOf, PASSWORD } from './draft.ts'
import * as form from './enter-work.ts'
import { faultsOf, keyboardOf } from './keyboard.ts'
import { type Desk } from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, test, useDesk } from '../harness/test.ts'

const EMAIL = 'keyboard@desk.example.org'
let desk: Desk
useDesk((opened) => void (desk = opened))

const altsOf = async (page: Page) =>
  Promise.all((await form.pictureTexts(page).all()).map((text) => text.inputValue()))

test(
  'from the registration to the submission without a mouse, and never without a visible focus',
  fullOnly,
  async () => {
    const context = await visit(desk.browser, desk.site)
    const { page, watch } = await openTab(context)
    const keyboard = await keyboardOf(page)
    const files = await makePictures(desk.folder, 3)

    await page.goto('/login')
    await settled(page)
    await keyboard.press(form.toRegister(page))
    await form.sendCode(page).waitFor()
    await keyboard.type(form.email(page), EMAIL)
    await page.keyboard.press('Enter')
    await form.code(page).waitFor()
    await keyboard.type(form.code(page), await codeFor(desk.site, EMAIL))
    await keyboard.type(form.firstName(page), 'Noémie')
    await keyboard.type(form.familyName(page), 'Garel')
    await keyboard.type(form.password(page), PASSWORD)
    await keyboard.press(form.terms(page), 'Space')
    await keyboard.press(form.createAccount(page))

    await page.waitForURL('**/account')
    await settled(page)
    await keyboard.expectFocus()
    await keyboard.press(form.newEntry(page))
    await form.begin(page).waitFor()
    await keyboard.press(form.category(page, /Furniture/), 'Space')
    await keyboard.press(form.begin(page))

    const id = await form.entryId(page)
    await form.stepIsThere(page, 2)
    await keyboard.expectFocus()
    await keyboard.type(form.title(page), COMPLETE.title)
    await keyboard.type(form.summary(page), COMPLETE.summary)
    await keyboard.type(form.description(page), COMPLETE.description)
    await keyboard.press(form.radio(page, 'Realised'), 'Space')
    // The same in every order of day and month.
    await keyboard.type(form.completedOn(page), '04042026')
    await keyboard.press(form.next(page))

    await form.stepIsThere(page, 3)
    await keyboard.expectFocus()
    const chosen = page.waitForEvent('filechooser')
    await keyboard.press(form.chooseFiles(page))
    await (await chosen).setFiles(files)
    await form.pictureTexts(page).nth(2).waitFor({ timeout: 60_000 })
    for (const [index] of files.entries()) {
      await keyboard.type(form.pictureTexts(page).nth(index), `View ${index + 1}`)
    }
    await form.saved(page)

    // The button goes along with its picture, and the focus with the button.
    await keyboard.press(form.moveBack(page, 1))
    await until(() => altsOf(page), ['View 2', 'View 1', 'View 3'])
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-move'))
    await page.keyboard.press('Enter')
    await until(() => altsOf(page), ['View 2', 'View 3', 'View 1'])
    await form.saved(page)
    await keyboard.press(form.next(page))

    await form.stepIsThere(page, 4)
    await keyboard.expectFocus()
    await keyboard.press(form.radio(page, 'No'), 'Space')
    await keyboard.press(form.rights(page), 'Space')
    await keyboard.press(form.licence(page), 'Space')
    await keyboard.press(form.next(page))

    await form.stepIsThere(page, 5)
    await keyboard.expectFocus()
    await keyboard.press(form.submit(page))
    await page.waitForURL(/\/submit/)
    await keyboard.expectFocus()

    const token = await tokenOf(desk.site, EMAIL, PASSWORD)
    const { entry_status, files: kept } = await infoOf(desk, token, id)
    expect(entry_status).toBe(ENTRY_STATUS.submitted)
    expect(kept.map(({ alt }) => alt)).toEqual(['View 2', 'View 3', 'View 1'])
    expect(faultsOf(keyboard)).toEqual([])
    expect(watch.violations).toEqual([])
    await context.close()
  },
)
