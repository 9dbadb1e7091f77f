import type { Locator, Page } from '@playwright/test'

/*
 * The words and controls of the entry form, by role and name; a change of words costs one line here.
 */
export const SAVED = /Everything is saved|^Saved/
export const OFFLINE = /server cannot be reached/
export const SECTION = /Professional/
export const field = (page: Page, label: string): Locator => page.getByLabel(label).first()
export const title = (page: Page) => field(page, 'Title')
export const summary = (page: Page) => field(page, 'Summary')
export const description = (page: Page) => field(page, 'Description')
export const completedOn = (page: Page) => field(page, 'Completed on')
export const category = (page: Page, name: RegExp) => page.getByRole('checkbox', { name })
export const begin = (page: Page) => page.getByRole('button', { name: /^Begin/ })
export const next = (page: Page) => page.getByRole('button', { name: /^(Next|Continue)/ })
export const submit = (page: Page) => page.getByRole('button', { name: /^Submit the/ })
export const fileInput = (page: Page) => page.locator('input[type=file]').first()
export const chooseFiles = (page: Page) => page.getByRole('button', { name: 'Choose files' })
export const pictureTexts = (page: Page) => page.getByLabel('What does it show?')
export const pictures = (page: Page) =>
  page.getByRole('list', { name: 'Pictures of the entry' }).locator(':scope > li')
const addDesigner = (page: Page) => page.getByRole('button', { name: 'Add a designer' })
export const designer = (page: Page) => page.getByLabel('Name', { exact: true }).first()
export const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
export const rights = (page: Page) => page.getByRole('checkbox', { name: /I hold the rights/ })
export const licence = (page: Page) => page.getByRole('checkbox', { name: /may show the pictures/ })

/** A sentence that floats in for a moment. */
export const toasts = (page: Page) => page.locator('.ant-message-notice')
/** A sentence beside a field. */
export const inline = (page: Page) => page.locator('.ant-form-item-explain-error')

/** Everything that was written has reached the server. */
export const saved = (page: Page) =>
  page.getByRole('status').filter({ hasText: SAVED }).first().waitFor()

/** Opens a step by its address, and waits until it can be written in. */
export async function openStep(page: Page, id: string, step: number) {
  await page.goto(`/steps?id=${id}&step=${step}`)
  await stepIsThere(page, step)
}

/** The step is on the screen: the address says so, and the rail marks it. */
export async function stepIsThere(page: Page, step: number) {
  await page.waitForURL((url) => url.searchParams.get('step') === String(step))
  await page
    .locator('[aria-current=step]')
    .filter({ hasText: new RegExp(`${step}|✓`) })
    .waitFor()
}

/** The identifier of the entry on the screen. */
export async function entryId(page: Page): Promise<string> {
  await page.waitForURL(/[?&]id=\d+/)
  return new URL(page.url()).searchParams.get('id') ?? ''
}

/** Begins an entry in these categories; gives the identifier of the first. */
export async function beginEntry(page: Page, name: string, categories: RegExp[]) {
  await page.goto('/steps')
  await page.getByRole('radio', { name: SECTION }).check({ force: true })
  for (const one of categories) await category(page, one).check()
  await title(page).fill(name)
  await begin(page).click()
  return entryId(page)
}

/** Chooses files, and waits until each of them is a picture of the entry. */
export async function addPictures(page: Page, files: string[], expected: number) {
  await fileInput(page).setInputFiles(files)
  await pictureTexts(page)
    .nth(expected - 1)
    .waitFor({ timeout: 60_000 })
}

/** Signs in where the site asks for it. */
export async function signIn(page: Page, person: { email: string; password: string }) {
  await email(page).fill(person.email)
  await password(page).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click()
}

/** What two windows wrote into the same field, with the choice between them. */
export const conflict = (page: Page) =>
  page.getByRole('region', { name: /changed in another window/ })
export const keepMine = (page: Page) =>
  conflict(page).getByRole('button', { name: 'Keep all mine' })
export const takeTheirs = (page: Page) =>
  conflict(page).getByRole('button', { name: 'Take all of the other window' })

/** A step of the list beside the form. */
export const rail = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Steps of the entry' }).getByRole('link', { name })

/** Names the first designer; the form may know one already. */
export async function nameDesigner(page: Page, name: string) {
  await designer(page).or(addDesigner(page)).first().waitFor()
  if ((await designer(page).count()) === 0) await addDesigner(page).click()
  await designer(page).fill(name)
}

/* The way in, and from the account to an entry. */
export const toRegister = (page: Page) => page.getByRole('link', { name: 'Register' }).first()
export const email = (page: Page) => page.getByRole('textbox', { name: 'E-mail address' })
export const code = (page: Page) => page.getByLabel('Code from the e-mail')
export const sendCode = (page: Page) => page.getByRole('button', { name: 'Send code' })
export const firstName = (page: Page) => page.getByLabel('First name')
export const familyName = (page: Page) => page.getByLabel('Family name')
export const password = (page: Page) =>
  page.getByLabel('Password', { exact: true }).filter({ visible: true })
export const terms = (page: Page) => page.getByRole('checkbox', { name: /terms of entry/ })
export const createAccount = (page: Page) => page.getByRole('button', { name: 'Create my account' })
export const newEntry = (page: Page) => page.getByRole('main').locator('a[href="/steps"]').first()
/** What a hand presses of a choice; the control itself is drawn by its label. */
export const radioLabel = (page: Page, name: string) =>
  page.locator('label').filter({ has: radio(page, name) })
export const moveBack = (page: Page, picture: number) =>
  page.getByRole('button', { name: `Move picture ${picture} back` })
