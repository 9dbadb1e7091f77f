import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LANGUAGES, type Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { Page } from '@playwright/test'
import { findings } from '../harness/axe.ts'
import { DESK, openTab, PHONE, settled, visit } from '../harness/browser.ts'
import { query } from '../harness/database.ts'
import { follow } from '../platform/setup.ts'
import { newDraft, newEntrant, type Entrant } from './draft.ts'
import * as form from './enter-work.ts'
import { type Desk } from './setup.ts'
import { someOf } from '../../../tools/testing/scale.ts'
import { fullOnly } from '../harness/scale.ts'
import { expect, test, useDesk } from '../harness/test.ts'

/*
 * Every step of the entry form in every state that an entrant can meet, in three languages, at a desk
 * and on a telephone. Nothing here depends on words, which differ.
 */
const LOCALES = resolve(import.meta.dirname, '../../../mf-entrant/src/locales')
const EDIT = /^\/api\/apply\/edit$/
let desk: Desk
let entrant: Entrant
/** Entries of the entrant in the states that are looked at. */
const ids = { empty: '', full: '', submitted: '', locked: '' }

useDesk(async (opened) => {
  desk = opened
  entrant = await newEntrant(desk, 'axe')
  const { token } = entrant
  ids.empty = (await newDraft(desk, token, { answers: {} }))[0] ?? ''
  ids.full = (await newDraft(desk, token, { pictures: 3, categories: 2 }))[0] ?? ''
  ids.submitted = (await newDraft(desk, token, { pictures: 3 }))[0] ?? ''
  ids.locked = (await newDraft(desk, token, { pictures: 3 }))[0] ?? ''
  const set = 'update apply_orders set entry_status = $1, submitted_at = now() where id = $2'
  await query(desk.site, set, [10, ids.submitted])
  await query(desk.site, set, [10, ids.locked])
  await query(desk.site, set, [20, ids.locked])
})

type State = {
  name: string
  address: () => string
  /** What has to happen before the state is on the screen. */
  act?: (page: Page, language: Language) => Promise<unknown>
}

const at = (id: keyof typeof ids, step: number) => () => paths.steps({ id: ids[id], step })
const STEPS = [1, 2, 3, 4, 5, 6]

const STATES: State[] = [
  { name: 'a new entry', address: () => paths.steps() },
  ...STEPS.map((step) => ({ name: `step ${step}, empty`, address: at('empty', step) })),
  ...STEPS.map((step) => ({ name: `step ${step}, filled`, address: at('full', step) })),
  ...['title', 'images', 'designers'].map((field, index) => ({
    name: `step ${index + 2} with what is wrong`,
    address: () => paths.steps({ id: ids.empty, step: index + 2, field }),
    act: async (page: Page) => {
      if (field !== 'images') await form.inline(page).first().waitFor()
    },
  })),
  { name: 'preview', address: () => paths.preview(ids.full) },
  { name: 'handed in', address: () => paths.submit(ids.submitted) },
  ...[2, 3, 4].map((step) => ({ name: `step ${step}, read only`, address: at('locked', step) })),
  {
    name: 'without a connection',
    address: at('empty', 2),
    act: async (page, language) => {
      desk.proxy.on(EDIT, { kind: 'reset' })
      await firstText(page).fill(`Typed without a connection (${language})`)
      await stateLine(page, language, 'offline').waitFor()
    },
  },
  {
    name: 'changed in another window',
    address: at('full', 2),
    act: async (page, language) => {
      const { version } = await changedElsewhere()
      await firstText(page).fill(`Typed on top of version ${version - 1}`)
      await stateLine(page, language, 'conflict').waitFor()
    },
  },
]

const firstText = (page: Page) => page.getByRole('main').locator('textarea').first()

/** A fresh document where something is going to happen; elsewhere the site goes on by itself. */
async function open(page: Page, address: string, isFresh: boolean) {
  const isFirst = page.url() === 'about:blank'
  if (isFresh || isFirst || !/step=/.test(address)) {
    await page.goto(address)
    return settled(page)
  }
  await follow(page, address)
  const { searchParams } = new URL(address, desk.proxy.url)
  await form.stepIsThere(page, Number(searchParams.get('step')))
  await page
    .locator(`main a[href*="id=${searchParams.get('id')}"]`)
    .first()
    .waitFor()
}

/** The line that says whether everything is kept, by its words in a language. */
function stateLine(page: Page, language: Language, state: 'offline' | 'conflict') {
  const catalogue = JSON.parse(readFileSync(join(LOCALES, `${language}.json`), 'utf8')) as {
    save: Record<string, string>
  }
  return page
    .getByText(catalogue.save[state] ?? '')
    .filter({ visible: true })
    .first()
}

/** Somebody else's change of the very field that the page is about to change. */
async function changedElsewhere() {
  const [row] = await query<{ version: number }>(
    desk.site,
    `update apply_orders
        set version = version + 1,
            answers = answers || jsonb_build_object('summary', 'Version ' || (version + 1))
      where id = $1 returning version`,
    [ids.full],
  )
  return row ?? { version: 0 }
}

async function pageIn(language: Language) {
  const context = await visit(desk.browser, { ...desk.site, url: desk.proxy.url }, entrant.token)
  await context.addCookies([{ name: 'language', value: language, url: desk.proxy.url }])
  const { page, watch } = await openTab(context)
  page.on('dialog', (dialog) => void dialog.accept())
  return { page, watch, close: () => context.close() }
}

for (const language of someOf(LANGUAGES)) {
  test(`axe finds nothing in the entry form, in ${language}`, fullOnly, async () => {
    const { page, watch, close } = await pageIn(language)
    const found: Record<string, string[]> = {}
    for (const [index, { name, address, act }] of STATES.entries()) {
      desk.proxy.clear()
      await page.setViewportSize(DESK)
      await open(page, address(), act !== undefined)
      expect((await page.locator('html').getAttribute('lang'))?.split('-')[0]).toBe(language)
      await act?.(page, language)
      for (const size of someOf([DESK, PHONE], index)) {
        await page.setViewportSize(size)
        const wrong = await findings(page)
        if (wrong.length > 0) found[`${name}, ${size.width}`] = wrong
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        if (overflow > 0)
          found[`${name}, ${size.width}, wider than the screen`] = [String(overflow)]
      }
    }
    expect(found).toEqual({})
    expect(watch.violations).toEqual([])
    await close()
  })
}
