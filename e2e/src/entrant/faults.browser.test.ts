import type { Page } from '@playwright/test'
import { infoOf, newDraft, newEntrant, type Entrant } from './draft.ts'
import * as form from './enter-work.ts'
import { seatOf, type Desk } from './setup.ts'
import { until } from '../harness/until.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useOwnDesk } from '../harness/test.ts'

/*
 * Whatever breaks while an entrant writes: what is older than two seconds is there again, on the step
 * that was left, and reaches the server without being asked for.
 */
const EDIT = /^\/api\/apply\/edit$/
/** What is younger than this may be lost when a tab dies. */
const OLD_MS = 2_000
const TEXT = 'A stool that gives the hand something to hold, kept through '

let desk: Desk
let entrant: Entrant
useOwnDesk(async (opened) => {
  desk = opened
  entrant = await newEntrant(desk, 'faults')
})

async function writing() {
  const [id = ''] = await newDraft(desk, entrant.token)
  const seat = await seatOf(desk, entrant)
  await form.openStep(seat.page, id, 2)
  await form.summary(seat.page).waitFor()
  return { id, ...seat }
}

const onServer = async (id: string) => (await infoOf(desk, entrant.token, id)).answers.summary

/** The screen and the server both have the text, on the step that was left. */
async function expectKept(page: Page, id: string, text: string) {
  await form.stepIsThere(page, 2)
  await until(() => form.summary(page).inputValue(), text)
  await until(() => onServer(id), text)
  await form.saved(page)
}

/** The same browser after its tab has died: the address of the form is opened anew. */
async function reopened(old: Page, id: string) {
  const page = await old.context().newPage()
  await form.openStep(page, id, 2)
  return page
}

test('the network is cut while the entrant types, and comes back', async () => {
  const { page, id, close } = await writing()
  const text = `${TEXT}a cut line`
  await form.summary(page).fill(text.slice(0, 20))
  await page.context().setOffline(true)
  await form.summary(page).fill(text)
  await offline(page)
  await page.context().setOffline(false)
  await expectKept(page, id, text)
  await close()
})

test('the connection breaks at every answer, and the entrant reloads', fullOnly, async () => {
  const { page, id, close } = await writing()
  const text = `${TEXT}a reload`
  desk.proxy.on(EDIT, { kind: 'reset' })
  await form.summary(page).fill(text)
  await offline(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await form.summary(page).waitFor()
  desk.proxy.clear()
  await expectKept(page, id, text)
  await close()
})

test('the tab is closed without a question', fullOnly, async () => {
  const { page, id, close } = await writing()
  const text = `${TEXT}a closed tab`
  desk.proxy.on(EDIT, { kind: 'hang' })
  await form.summary(page).fill(text)
  await page.waitForTimeout(OLD_MS)
  await page.close({ runBeforeUnload: false })
  desk.proxy.clear()
  await expectKept(await reopened(page, id), id, text)
  await close()
})

test('the tab crashes', fullOnly, async () => {
  const { page, id, close } = await writing()
  const text = `${TEXT}a crash`
  desk.proxy.on(EDIT, { kind: 'hang' })
  await form.summary(page).fill(text)
  await page.waitForTimeout(OLD_MS)
  const crashed = page.waitForEvent('crash')
  await page.goto('chrome://crash').catch(() => undefined)
  await crashed
  desk.proxy.clear()
  await expectKept(await reopened(page, id), id, text)
  await close()
})

test('the server dies while the entrant types, and starts again', async () => {
  const { page, id, close } = await writing()
  const text = `${TEXT}a power cut`
  await form.summary(page).fill(text.slice(0, 20))
  await desk.kill()
  await form.summary(page).fill(text)
  await offline(page)
  await desk.start()
  await expectKept(page, id, text)
  await close()
})

test(
  'a save that nobody answers is given up after 20 seconds, and tried again',
  { ...proves('constant REQUEST_TIMEOUT_MS'), ...fullOnly },
  async () => {
    const { page, id, close } = await writing()
    const text = `${TEXT}a server that hangs`
    desk.proxy.on(EDIT, { kind: 'hang' }, 1)
    await form.summary(page).fill(text)
    await offline(page)
    await expectKept(page, id, text)
    expect(desk.proxy.asked(EDIT).length).toBeGreaterThan(1)
    await close()
  },
)

test(
  'the session ends while the network is away, and nothing is written twice',
  fullOnly,
  async () => {
    const { page, id, close } = await writing()
    const text = `${TEXT}an ended session`
    desk.proxy.on(EDIT, { kind: 'envelope', code: 401, msg: 'Sign in again' }, 1)
    await form.summary(page).fill(text)
    await page.waitForURL(/\/login\?redirect=/)
    await form.signIn(page, entrant)
    await expectKept(page, id, text)
    await close()
  },
)

const offline = (page: Page) =>
  page.getByRole('status').filter({ hasText: form.OFFLINE }).first().waitFor()
