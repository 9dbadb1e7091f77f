import { paths } from '@awards/shared/paths'
import { findings } from '../harness/axe.ts'
import { openTab, visit } from '../harness/browser.ts'
import { mailTo } from '../harness/mailbox.ts'
import { expect, proves, test, useDesk } from '../harness/test.ts'
import { infoOf, newDraft, newEntrant, type Entrant } from './draft.ts'
import * as form from './enter-work.ts'
import { seatOf, SIZES, type Desk } from './setup.ts'

let desk: Desk
let owner: Entrant
let colleague: Entrant
useDesk(async (opened) => {
  desk = opened
  owner = await newEntrant(desk, 'studio-owner')
  colleague = await newEntrant(desk, 'studio-colleague')
})

/** The address of the page that the latest invitation leads to. */
async function invitationOf(email: string): Promise<string> {
  const { text } = await mailTo(desk.site, email, ({ subject }) => /invites you/.test(subject))
  return /\/studio-invitation\?token=[\w-]+/.exec(text)?.[0] ?? ''
}

test(
  'T01: a colleague is invited, writes at the same time, reads along, and is removed in an open window @full',
  proves('story T01'),
  async () => {
    const [id = ''] = await newDraft(desk, owner.token)
    const boss = await seatOf(desk, owner)
    await boss.page.goto(paths.account('studio'))
    await boss.page.getByRole('button', { name: 'Invite somebody' }).click()
    const dialog = boss.page.getByRole('dialog')
    await dialog.getByLabel('E-mail address').fill(colleague.email)
    await dialog.getByRole('button', { name: 'Send the invitation' }).click()
    await boss.page
      .getByRole('button', { name: `Withdraw the invitation to ${colleague.email}` })
      .waitFor()
    expect(await findings(boss.page)).toEqual([])

    const invitation = await invitationOf(colleague.email)
    const visitor = await visit(desk.browser, desk.site)
    const { page: unknown } = await openTab(visitor)
    await unknown.goto(invitation)
    await unknown.getByRole('link', { name: 'I have an account' }).waitFor()
    expect(await unknown.getByRole('main').innerText()).not.toContain(colleague.email)
    await visitor.close()

    const guest = await seatOf(desk, { ...colleague, size: SIZES.phone })
    await guest.page.goto(invitation)
    await guest.page.getByRole('heading', { level: 1, name: /^Work with / }).waitFor()
    expect(await findings(guest.page)).toEqual([])
    await guest.page.getByRole('button', { name: 'Accept', exact: true }).click()
    await guest.page.getByText(/^Work of .* · Editor$/).waitFor()

    // Both write: what only one of them changed is brought together.
    await form.openStep(boss.page, id, 2)
    await form.openStep(guest.page, id, 2)
    await form.field(boss.page, 'Materials').fill('Ash and webbing')
    await form.saved(boss.page)
    await form.field(guest.page, 'Dimensions').fill('460 × 520 × 780 mm')
    await form.saved(guest.page)
    expect((await infoOf(desk, owner.token, id)).answers).toMatchObject({
      materials: 'Ash and webbing',
      dimensions: '460 × 520 × 780 mm',
    })

    // As a viewer the colleague is told in place, and offered nothing that would be refused.
    await boss.page.goto(paths.account('studio'))
    await boss.page.getByRole('combobox', { name: 'Role of Noémie Garel' }).click()
    await boss.page.locator('.ant-select-item-option').filter({ hasText: 'Viewer' }).click()
    await form.toasts(boss.page).getByText('The role is changed.').waitFor()
    await form.field(guest.page, 'Dimensions').fill('500 × 520 × 780 mm')
    await guest.page
      .getByText(/Your role in this studio does not include this/)
      .first()
      .waitFor()
    expect(new URL(guest.page.url()).pathname).toBe('/steps')
    await guest.page.goto(paths.account())
    await guest.page.getByText(/^Work of .* · Viewer$/).waitFor()
    const offered = await guest.page
      .getByRole('article')
      .getByRole('link')
      .or(guest.page.getByRole('article').getByRole('button'))
      .allInnerTexts()
    expect(offered).toEqual(['Preview'])
    await guest.page.getByRole('link', { name: /^Preview/ }).click()
    await guest.page.waitForURL(/preview/)

    // Removed: the open window finds nothing any more.
    await boss.page.getByRole('button', { name: 'Remove Noémie Garel' }).click()
    await boss.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await form
      .toasts(boss.page)
      .getByText(/is no longer a member/)
      .waitFor()
    await guest.page.reload()
    await guest.page.getByRole('heading', { name: 'There is no such entry here' }).waitFor()
    await guest.page.goto(paths.account())
    await guest.page.getByText('Nothing entered yet').waitFor()
    await Promise.all([boss.close(), guest.close()])
  },
)
