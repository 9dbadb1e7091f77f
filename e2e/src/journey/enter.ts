import { resolve } from 'node:path'
import type { Page } from '@playwright/test'

const PICTURES = ['01-MOB-hero.jpg', '01-MOB-detail.jpg', '01-MOB-context.jpg']
const FOLDER = resolve(import.meta.dirname, '../../../programme/images/entries')

const WORK = {
  Title: 'Passerelle',
  Summary: 'A folding step stool that carries its own handrail.',
  Description:
    'Passerelle began with a question from an occupational therapist: why does the object that ' +
    'helps people reach higher give them nothing to hold? Two ash frames and a woven strap fold ' +
    'flat against a wall. Opened, the strap becomes a rail at hip height. It needs no tools, ' +
    'weighs less than four kilograms and is repaired with a screwdriver and a length of webbing.',
}

/** Fills the six steps as an entrant does, and hands the entry in; gives the entry's identifier. */
export async function enterWork(page: Page): Promise<string> {
  await page.goto('/steps')
  await page.getByRole('radio', { name: /Professional/ }).check({ force: true })
  await page.getByRole('checkbox', { name: /Furniture/ }).check()
  await page.getByLabel('Title').fill(WORK.Title)
  await page.getByRole('button', { name: 'Begin the entry' }).click()
  await page.waitForURL(/id=\d+/)
  const id = await page.evaluate(() => new URLSearchParams(location.search).get('id') ?? '')

  await goTo(page, id, 2)
  await page.getByLabel('Summary').fill(WORK.Summary)
  await page.getByLabel('Description').fill(WORK.Description)
  await page.getByRole('radio', { name: 'Realised' }).check({ force: true })
  await page.getByLabel('Completed on').fill('2026-04-18')
  await saved(page)

  await goTo(page, id, 3)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(PICTURES.map((name) => resolve(FOLDER, name)))
  const texts = page.getByLabel('What does it show?')
  await texts.nth(2).waitFor({ timeout: 60_000 })
  for (let index = 0; index < PICTURES.length; index += 1) {
    await texts.nth(index).fill(`Step stool of pale ash, view ${index + 1}`)
  }
  await saved(page)

  await goTo(page, id, 4)
  // The account is the first designer, with its country.
  await page.getByLabel('Name', { exact: true }).fill('Noémie Garel')
  await page.getByRole('radio', { name: 'No', exact: true }).check({ force: true })
  await page.getByRole('checkbox', { name: /I hold the rights/ }).check()
  await page.getByRole('checkbox', { name: /may show the pictures/ }).check()
  await saved(page)

  await goTo(page, id, 5)
  await page.getByRole('button', { name: 'Submit the entry' }).click()
  await page.waitForURL(/\/submit/)
  return id
}

const saved = (page: Page) => page.getByText('Everything is saved').first().waitFor()

async function goTo(page: Page, id: string, step: number) {
  await page.goto(`/steps?id=${id}&step=${step}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
