import { entries } from '@awards/shared/contract'
import { ENTRY_STATUS } from '@awards/shared/domain'
import type { Page } from '@playwright/test'
import { call } from '../harness/call.ts'
import { query } from '../harness/database.ts'
import { mailTo } from '../harness/mailbox.ts'
import { makePictures } from '../harness/pictures.ts'
import { toastsOf } from '../harness/toasts.ts'
import { until } from '../harness/until.ts'
import { COMPLETE, infoOf, newEntrant } from './draft.ts'
import * as form from './enter-work.ts'
import { seatOf, type Desk } from './setup.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'

let desk: Desk
useDesk((opened) => void (desk = opened))

type Answer = { code: number; msg: Record<string, string[]> }

/** What the server says to the next submission, as it left it. */
async function submitted(page: Page): Promise<Answer> {
  const answer = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/apply/edit') &&
      response.request().postData()?.includes('"submit":true') === true,
  )
  await form.submit(page).click()
  return (await (await answer).json()) as Answer
}

/**
 * The form as an older release of it, that does not know a rule yet: the name of the designer is lost
 * on the way to the server, once.
 */
const forgetDesignerOnce = (page: Page) =>
  page.route(
    '**/api/apply/edit',
    (route) => {
      const body = route.request().postDataJSON() as { answers: object }
      const answers = { ...body.answers, designers: [{ name: '' }] }
      return route.continue({ postData: { ...body, answers } })
    },
    { times: 1 },
  )

/** The least number of pictures in the categories of this test; the other tests of the site expect three. */
const askForPictures = (count: number) =>
  query(desk.site, "update categories set min_images = $1 where code in ('MOB', 'LUM')", [count])
test.afterEach(() => askForPictures(3))

test(
  'S04: one work in two categories, from the draft to the submission',
  proves('call apply/entry', 'call apply/edit', 'call apply/editImage', 'story S04'),
  async () => {
    const entrant = await newEntrant(desk, 's04')
    const { page, token, watch, close } = await seatOf(desk, entrant)
    const files = await makePictures(desk.folder, 4)
    const created = page.waitForResponse((response) => response.url().endsWith('/api/apply/entry'))
    const id = await form.beginEntry(page, 'Passerelle', [/Furniture/, /Lighting/])
    const { data } = (await (await created).json()) as {
      data: { orders: { apply_order_id: string }[] }
    }
    const ids = data.orders.map(({ apply_order_id }) => apply_order_id)
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(id)

    await form.summary(page).fill(COMPLETE.summary)
    await form.description(page).fill(COMPLETE.description)
    await form.radio(page, 'Realised').check({ force: true })
    await form.completedOn(page).fill(COMPLETE.completion_date)
    await form.saved(page)
    await form.openStep(page, id, 3)
    await form.addPictures(page, files.slice(0, 1), 1)
    await form.pictureTexts(page).first().fill('Step stool of pale ash')
    await form.saved(page)

    // One picture and nobody's name: the server refuses both entries with one map of fields.
    const { version, answers } = await infoOf(desk, token, id)
    const early = { ...answers, designers: [{ name: '' }] }
    await expect(
      call(desk.site, token, entries.edit, {
        apply_order_id: id,
        version,
        answers: early,
        submit: true,
      }),
    ).rejects.toThrow(/422.*"designers.0.name".*"images"|422.*"images".*"designers.0.name"/)

    await form.openStep(page, id, 4)
    await form.nameDesigner(page, 'Noémie Garel')
    await form.radio(page, 'No').check({ force: true })
    await form.rights(page).check()
    await form.licence(page).check()
    await form.saved(page)
    await form.openStep(page, id, 3)
    await form.addPictures(page, files.slice(1, 3), 3)
    for (const index of [1, 2])
      await form
        .pictureTexts(page)
        .nth(index)
        .fill(`View ${index + 1}`)
    await form.saved(page)

    // Meanwhile the organiser asks for one picture more, and the form loses the designer's name.
    await form.openStep(page, id, 5)
    await askForPictures(4)
    await forgetDesignerOnce(page)
    const toasts = await toastsOf(page)
    const refusal = await submitted(page)
    expect(refusal.code).toBe(422)
    expect(Object.keys(refusal.msg).sort()).toEqual(['designers.0.name', 'images'])
    for (const [field, messages] of Object.entries(refusal.msg)) {
      for (const message of messages) {
        await until(
          async () => (await toasts()).filter((text) => text === `${field}: ${message}`).length,
          1,
        )
      }
    }
    // The first step that has to be put right is open, with its message; so is the other one after it.
    await form.stepIsThere(page, 3)
    await page
      .getByRole('main')
      .getByText(/at least 4 pictures/)
      .first()
      .waitFor()
    await form.rail(page, /Credits/).click()
    await form.stepIsThere(page, 4)
    await form.inline(page).getByText('Give the name of the designer').waitFor()
    for (const one of ids) {
      expect((await infoOf(desk, token, one)).entry_status).toBe(ENTRY_STATUS.draft)
    }

    await form.nameDesigner(page, 'Noémie Garel')
    await form.saved(page)
    await form.openStep(page, id, 3)
    await form.addPictures(page, files.slice(3), 4)
    await form.pictureTexts(page).nth(3).fill('The hinge')
    await form.saved(page)
    await form.openStep(page, id, 5)
    expect((await submitted(page)).code).toBe(200)
    await page.waitForURL(/\/submit/)
    for (const one of ids) {
      expect((await infoOf(desk, token, one)).entry_status).toBe(ENTRY_STATUS.submitted)
    }
    const receipt = await mailTo(desk.site, entrant.email, ({ text }) =>
      text.includes('Passerelle'),
    )
    for (const one of ids) expect(receipt.text).toContain((await infoOf(desk, token, one)).entry_no)
    expect(watch.violations).toEqual([])
    await close()
  },
)
