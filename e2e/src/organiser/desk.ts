import type { Page } from '@playwright/test'
import type { Desk } from '../entrant/setup.ts'
import { ORGANISER } from '../harness/accounts.ts'
import { openTab, settled, tokenOf, visit } from '../harness/browser.ts'
import { query } from '../harness/database.ts'

/** A tab of somebody who organises, else of the demo's organiser, at a view of the desk. */
export async function organiserAt(
  { site, browser }: Desk,
  address: string,
  viewport?: Size,
  email: string = ORGANISER,
) {
  const token = await tokenOf(site, email)
  const context = await visit(browser, site, token, viewport && { viewport })
  const { page, watch } = await openTab(context)
  await page.goto(address)
  await settled(page)
  return { page, watch, token, context, close: () => context.close() }
}
/** A colleague of the demo's organiser, who signs in with the same password. */
export async function newColleague({ site }: Desk, email: string, name: [string, string]) {
  await query(
    site,
    `with person as (
       insert into users (email, password_hash, first_name, last_name, country)
       select $1, password_hash, $3, $4, 'FR' from users where email = $2 returning id)
     insert into account_rights (user_id, name) select id, 'organise' from person`,
    [email, ORGANISER, ...name],
  )
  return email
}
type Size = { width: number; height: number }

/** Looks for somebody whom the keyword alone finds, and opens their story. */
export async function openStory(page: Page, keyword: string, name: string) {
  await page.getByRole('searchbox', { name: /Name, address/ }).fill(keyword)
  await page.keyboard.press('Enter')
  await page.getByText('1 person', { exact: true }).waitFor()
  await page.getByRole('list', { name: 'People' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { name, level: 2 }).waitFor()
}

/** What the audit log holds of an act about a subject, the newest first. */
export const actsOf = ({ site }: Desk, action: string, subject: string) =>
  query<{ by: string; reason: string | null }>(
    site,
    `select by_whom.email as by, act.reason from audit_log act
     join users by_whom on by_whom.id = act.actor_id
     where act.action = $1 and act.subject = $2 order by act.at desc`,
    [action, subject],
  )
