import type { Page } from '@playwright/test'
import { until } from '../harness/until.ts'
import { infoOf, newDraft, newEntrant, type Entrant } from './draft.ts'
import * as form from './enter-work.ts'
import { seatOf, type Desk } from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'

let desk: Desk
let entrant: Entrant
useDesk(async (opened) => {
  desk = opened
  entrant = await newEntrant(desk, 's06')
})

/** Two tabs of one browser on the same step of the same entry. */
async function twoTabs() {
  const [id = ''] = await newDraft(desk, entrant.token)
  const { page: first, close } = await seatOf(desk, entrant)
  const second = await first.context().newPage()
  for (const page of [first, second]) {
    await form.openStep(page, id, 2)
    await form.summary(page).waitFor()
  }
  return { id, first, second, close }
}

/** The code of the next answer to a save that refuses, or of the first that does not. */
const nextRefusal = (page: Page) =>
  page.waitForResponse(async (response) => {
    if (!response.url().endsWith('/api/apply/edit')) return false
    return ((await response.json()) as { code: number }).code === 409
  })

const answersOf = async (id: string) => (await infoOf(desk, entrant.token, id)).answers
const MATERIALS = 'Ash, polyester webbing, stainless steel'
const DIMENSIONS = '460 × 520 × 780 mm'

test(
  'S06: changes of two tabs in different fields are brought together without a question',
  proves('story S06'),
  async () => {
    const { id, first, second, close } = await twoTabs()
    await form.field(first, 'Materials').fill(MATERIALS)
    await form.saved(first)
    const refusal = nextRefusal(second)
    await form.field(second, 'Dimensions').fill(DIMENSIONS)
    await refusal
    await form.saved(second)
    expect(await form.conflict(second).count()).toBe(0)
    expect(await answersOf(id)).toMatchObject({ materials: MATERIALS, dimensions: DIMENSIONS })
    await until(() => form.field(second, 'Materials').inputValue(), MATERIALS)
    await close()
  },
)

test(
  'S06: two versions of one field stand side by side until the entrant has chosen',
  fullOnly,
  async () => {
    const { id, first, second, close } = await twoTabs()
    const texts = {
      first: 'A step stool with a rail, as the first tab tells it.',
      second: 'A step stool with a rail, as the second tab tells it.',
    }
    await form.summary(first).fill(texts.first)
    await form.saved(first)
    // Before anything else is saved, which would bring the other tab's words here.
    await form.summary(second).fill(texts.second)
    await form.field(second, 'Dimensions').fill(DIMENSIONS)

    await form.conflict(second).waitFor()
    for (const text of Object.values(texts)) {
      await form.conflict(second).getByText(text).first().waitFor()
    }
    expect((await answersOf(id)).summary).toBe(texts.first)
    await form.keepMine(second).click()
    await form.saved(second)
    expect(await answersOf(id)).toMatchObject({ summary: texts.second, dimensions: DIMENSIONS })

    // Now the first tab is behind; what it gives up is the field that was asked about alone.
    await form.summary(first).fill('A step stool with a rail, told a third time and given up.')
    await form.field(first, 'Materials').fill(MATERIALS)
    await form.conflict(first).waitFor()
    await form.takeTheirs(first).click()
    await form.saved(first)
    await until(() => form.summary(first).inputValue(), texts.second)
    expect(await answersOf(id)).toMatchObject({
      summary: texts.second,
      dimensions: DIMENSIONS,
      materials: MATERIALS,
    })
    await close()
  },
)

test('S06: a conflict that was not answered is there again after a reload', fullOnly, async () => {
  const { id, first, second, close } = await twoTabs()
  const text = 'A step stool with a rail, in words that nobody has saved.'
  await form.summary(first).fill('A step stool with a rail, in words that were saved.')
  await form.saved(first)
  await form.summary(second).fill(text)
  await form.conflict(second).waitFor()
  second.on('dialog', (dialog) => void dialog.accept())
  await second.reload()
  await form.conflict(second).getByText(text).first().waitFor()
  await form.keepMine(second).click()
  await form.saved(second)
  expect((await answersOf(id)).summary).toBe(text)
  await close()
})
