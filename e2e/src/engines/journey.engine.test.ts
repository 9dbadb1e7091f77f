import { expect } from '@playwright/test'
import { openTab, tokenOf, visit, type Watch } from '../harness/browser.ts'
import { openDesk, type Desk } from '../harness/desk.ts'
import { onServer } from '../jury/setup.ts'
import { SUB_JURY } from '../journey/judge.ts'
import { toFirstScore } from '../journey/to-first-score.ts'
import { test } from './engine-test.ts'

let desk: Desk
const tabs: Watch[] = []
test.beforeAll(async ({ engine }) => {
  desk = await openDesk(engine)
})
test.afterAll(() => desk.stop())

test('a work is entered with its pictures, paid by the code on the screen, and scored', async () => {
  const { site, browser } = desk
  const { id } = await toFirstScore(site, async (email) => {
    const token = email ? await tokenOf(site, email) : undefined
    const { page, watch } = await openTab(await visit(browser, site, token))
    tabs.push(watch)
    return page
  })

  const juror = await tokenOf(site, SUB_JURY['Matteo Ferrante'])
  expect(await onServer(desk, juror, id)).toEqual({
    marks: [16.5, 16, 17, 15.5, 16.5],
    isDraft: false,
  })
  for (const { violations } of tabs) expect(violations).toEqual([])
})
