import type { Page } from '@playwright/test'
import { codeFor } from '../harness/mailbox.ts'
import type { Site } from '../harness/site.ts'

export type Person = { email: string; password: string }

/** Registers through the form, with the code from the mailbox; ends in the account. */
export async function register(page: Page, site: Site, person: Person) {
  await page.goto('/login?tab=register')
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code from the e-mail').fill(await codeFor(site, person.email))
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('First name').fill('Noémie')
  await page.getByLabel('Family name').fill('Garel')
  await page.getByLabel('Country').selectOption({ label: 'France' })
  await page.getByRole('checkbox', { name: /terms of entry/ }).check()
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.waitForURL('**/account')
}
