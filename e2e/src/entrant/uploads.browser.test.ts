import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { randomBytes } from '../../../api/test/random-bytes.ts'
import { query } from '../harness/database.ts'
import { makePictures } from '../harness/pictures.ts'
import { until } from '../harness/until.ts'
import { newDraft, newEntrant, infoOf, type Entrant } from './draft.ts'
import * as form from './enter-work.ts'
import { seatOf, type Desk } from './setup.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'

const BYTES = /^\/files\/resume\//
const CUTS = 5
/** Of the bytes of a file, how many may go over a line twice that breaks five times. */
const MOST_AGAIN = 0.15
/** Slow 3G, as browsers imitate it: 400 kbit/s each way. */
const SLOW_3G = 50_000
/** Eight megabits a second: a home's line. */
const GOOD_LINE = 1_000_000
const CALLS_END_MS = 20_000

let desk: Desk
let entrant: Entrant
useDesk(async (opened) => {
  desk = opened
  entrant = await newEntrant(desk, 's07')
})

/** A photograph with so much in it that it cannot be made small. */
async function photograph(name: string, width: number, height: number) {
  const path = join(desk.folder, name)
  const pixels = randomBytes(width * height * 3)
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toFile(path)
  const bytes = readFileSync(path)
  return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function atPictures(there = 0) {
  const [id = ''] = await newDraft(desk, entrant.token, { pictures: there })
  const seat = await seatOf(desk, entrant)
  await form.openStep(seat.page, id, 3)
  await form.chooseFiles(seat.page).waitFor()
  return { id, ...seat }
}

/** Digests of what the server has taken in for an entry. */
const digestsOf = async (id: string) => {
  const rows = await query<{ sha256: string }>(
    desk.site,
    `select encode(file.sha256, 'hex') as sha256 from entry_files link
       join stored_files file on file.id = link.file_id
      where link.apply_order_id = $1 order by link.sort`,
    [id],
  )
  return rows.map(({ sha256 }) => sha256)
}
/** A line of so many bytes a second. */
async function slowedTo(page: Page, throughput: number) {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: throughput === SLOW_3G ? 400 : 30,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

/** The pictures of the entry, in their order. */
const pictures = (page: Page) =>
  page.getByRole('list', { name: 'Pictures of the entry' }).locator(':scope > li')
const rows = (page: Page) => page.getByRole('list', { name: 'Files on their way' })

test('S07: each unfit file says why, and the good ones are kept', proves('story S07'), async () => {
  const { page, id, watch, close } = await atPictures()
  const good = await makePictures(desk.folder, 3)
  const bad = {
    'large.jpg': Buffer.concat([readFileSync(good[0] ?? ''), Buffer.alloc(40 << 20)]),
    'drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'program.jpg': Buffer.from('MZ\u0090 this was an .exe'),
    'small.jpg': await sharp({
      create: { width: 1_200, height: 800, channels: 3, background: '#775533' },
    })
      .jpeg()
      .toBuffer(),
    'again.jpg': readFileSync(good[1] ?? ''),
  }
  for (const [name, bytes] of Object.entries(bad)) writeFileSync(join(desk.folder, name), bytes)
  await form.addPictures(page, good, 3)
  await form.fileInput(page).setInputFiles(Object.keys(bad).map((name) => join(desk.folder, name)))

  const alerts = rows(page).getByRole('alert')
  await alerts.nth(4).waitFor({ timeout: 60_000 })
  expect(new Set(await alerts.allInnerTexts())).toEqual(
    new Set([
      'This file is larger than 20 MB. Export it smaller and add it again.',
      'This kind of file is not accepted. Use JPEG, PNG, WebP or PDF.',
      'This file cannot be read as a picture. Export it again as JPEG.',
      'This picture is too small. Its long side needs at least 1500 pixels.',
      'This picture is already part of the entry.',
    ]),
  )
  expect(await pictures(page).count()).toBe(3)
  await form.saved(page)
  expect((await infoOf(desk, entrant.token, id)).files).toHaveLength(3)
  expect(watch.violations).toEqual([])
  await close()
})

test(
  'S07: five cuts and a reload cost a fraction of the bytes, and the file arrives as it was',
  proves('story S07'),
  async () => {
    const { page, id, watch, close } = await atPictures()
    const file = await photograph('cut.jpg', 3_400, 2_300)
    expect(file.size).toBeGreaterThan(5_000_000)
    const piece = 1024 * 1024
    await slowedTo(page, GOOD_LINE)
    for (let cut = 0; cut < CUTS; cut += 1) {
      const after = Math.floor(piece * (0.3 + (0.6 * cut) / CUTS))
      desk.proxy.on(BYTES, { kind: 'cut', after }, 1)
    }
    await form.fileInput(page).setInputFiles(file.path)
    await page.waitForFunction(() => document.querySelector('[data-state=paused]') !== null)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()

    await pictures(page).first().waitFor({ timeout: 60_000 })
    expect(await pictures(page).count()).toBe(1)
    await form.saved(page)
    expect(await digestsOf(id)).toEqual([file.sha256])
    const again = desk.proxy.sent(BYTES) - file.size
    expect(again / file.size).toBeLessThanOrEqual(MOST_AGAIN)
    expect(again).toBeGreaterThanOrEqual(0)
    expect(watch.violations).toEqual([])
    await close()
  },
)

test(
  'S07: a picture that arrives on another step is in the entry, and the review waits for it',
  { ...proves('story S07'), ...fullOnly },
  async () => {
    const { page, id, watch, close } = await atPictures(3)
    const file = await photograph('late.jpg', 1_700, 1_150)
    desk.proxy.on(/^\/api\/upload\/finish$/, { kind: 'slow', milliseconds: 6_000 }, 1)
    await form.fileInput(page).setInputFiles(file.path)
    await rows(page).first().waitFor()
    await form.rail(page, /Review/).click()
    await form.stepIsThere(page, 5)
    await expect(page.getByText('A file is still on its way.')).toBeVisible()
    await expect(form.submit(page)).toBeDisabled()

    // It has no description yet, which the review asks for like that of any other picture.
    await expect(page.getByText('One thing is missing')).toBeVisible({ timeout: 30_000 })
    await form.saved(page)
    expect((await digestsOf(id)).at(-1)).toBe(file.sha256)
    expect(watch.violations).toEqual([])
    await close()
  },
)

test(
  'S07: over a slow line a file takes longer than a call may, and arrives',
  { ...proves('story S07'), ...fullOnly },
  async () => {
    const { page, id, close } = await atPictures()
    const file = await photograph('slow.jpg', 1_700, 1_150)
    await slowedTo(page, SLOW_3G)
    const begin = performance.now()
    await form.fileInput(page).setInputFiles(file.path)
    await pictures(page).first().waitFor({ timeout: 180_000 })
    expect(performance.now() - begin).toBeGreaterThan(CALLS_END_MS)
    await form.saved(page)
    expect(await digestsOf(id)).toEqual([file.sha256])
    await close()
  },
)

test(
  'an upload waits for its owner to sign in again, and goes on by itself',
  fullOnly,
  async () => {
    const { page, id, close } = await atPictures()
    const file = await photograph('signed-out.jpg', 1_700, 1_150)
    desk.proxy.on(
      /^\/api\/upload\/finish$/,
      { kind: 'envelope', code: 401, msg: 'Please sign in.' },
      1,
    )
    await form.fileInput(page).setInputFiles(file.path)
    await page.waitForURL(/\/login\?redirect=/)
    await form.signIn(page, entrant)
    await page.waitForURL((url) => url.pathname === '/steps')
    await pictures(page).first().waitFor({ timeout: 60_000 })
    await form.saved(page)
    expect(await digestsOf(id)).toEqual([file.sha256])
    expect(desk.proxy.sent(BYTES)).toBe(file.size)
    await close()
  },
)

test(
  'a picture is cropped with the keyboard alone, and pictures change places with buttons',
  { ...proves('wcag 2.5.7'), ...fullOnly },
  async () => {
    const { page, id, watch, close } = await atPictures()
    const large = await photograph('crop.jpg', 2_400, 1_600)
    await form.addPictures(page, [large.path], 1)
    await form.addPictures(page, await makePictures(desk.folder, 2), 3)
    const crop = page.getByRole('button', { name: 'Crop picture 1' })
    await crop.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Crop picture 1' })
    await dialog.getByText('2,400 × 1,600 pixels').waitFor()
    await dialog.getByRole('slider', { name: 'Size (%)' }).focus()
    for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowRight')
    await dialog.getByText('2,000 × 1,333 pixels').waitFor()
    await dialog.getByLabel(/Frame of the part/).focus()
    await page.keyboard.press('ArrowRight')
    await dialog.getByRole('button', { name: 'Use this part' }).focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await form.saved(page)
    const [cover] = (await infoOf(desk, entrant.token, id)).files
    expect(cover).toMatchObject({ kind: 'cover', picture: { width: 2_000, height: 1_333 } })

    await page.getByRole('button', { name: 'Move picture 3 forward' }).focus()
    await page.keyboard.press('Enter')
    await until(
      () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Move picture 2 forward',
    )
    expect(watch.violations).toEqual([])
    expect(watch.errors).toEqual([])
    await close()
  },
)
