import { entries } from '@awards/shared/contract'
import { Webhook } from 'standardwebhooks'
import { webhookReceiver } from '../../api/test/webhook-receiver.ts'
import { ACCOUNTS } from './harness/accounts.ts'
import { findings } from './harness/axe.ts'
import { openTab, PHONE, tokenOf, visit } from './harness/browser.ts'
import type { Desk } from './harness/desk.ts'
import { expect, proves, test, useDesk } from './harness/test.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

/** A call as a program makes it. */
async function ask(key: string) {
  const answer = await fetch(`${desk.site.url}${entries.entryList.path}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return (await answer.json()) as { code: number; data: { total?: number; reason?: string } }
}

test(
  'an entrant gives a program a key, tells it by webhooks what happens, and takes both back @full',
  proves('story T03', 'call key/make', 'call webhook/add', 'call webhook/replay'),
  async () => {
    const target = await webhookReceiver()
    const { browser, site } = desk
    const context = await visit(browser, site, await tokenOf(site, ACCOUNTS[0]))
    const { page, watch } = await openTab(context)
    await page.goto('/keys')
    await page.getByText('Make a key', { exact: true }).click()
    expect(await findings(page)).toEqual([])
    await page.getByLabel('Name of the key').fill('Studio archive')
    await page.getByRole('button', { name: 'Make the key' }).click()
    await page.getByRole('alert').filter({ hasText: 'Choose what the key may do' }).waitFor()
    await page.getByRole('checkbox', { name: /^My entries and their states/ }).check()
    await page.getByRole('button', { name: 'Make the key' }).click()
    const shown = page.getByRole('group', { name: 'Your new key' })
    const key = (await shown.locator('code').textContent()) ?? ''
    expect(await findings(page)).toEqual([])
    await shown.getByRole('button', { name: 'I have stored it' }).click()
    expect(await ask(key)).toMatchObject({ code: 200, data: { total: expect.any(Number) } })

    await page.getByText('Add an address', { exact: true }).click()
    await page.getByLabel('Name of the address').fill('Studio server')
    await page.getByLabel('Address', { exact: true }).fill(target.url)
    await page.getByRole('checkbox', { name: 'Entry awarded', exact: true }).check()
    await page.getByRole('button', { name: 'Add the address' }).click()
    const box = page.getByRole('group', { name: 'Secret of the address' })
    const secret = (await box.locator('code').textContent()) ?? ''
    await box.getByRole('button', { name: 'I have stored it' }).click()
    target.receiver.behave = () => (target.received.length === 0 ? 500 : 204)
    await page.getByRole('button', { name: 'Send a test: Studio server' }).click()
    const log = page.getByRole('region', { name: 'Log: Studio server' })
    await log.getByText(/refused \(500\)/).waitFor()
    await log.getByRole('button', { name: /^Send again: Test/ }).waitFor({ timeout: 30_000 })
    expect(await findings(page)).toEqual([])
    await log.getByRole('button', { name: /^Send again: Test/ }).click()
    await log.getByText('sent again').waitFor()
    await expect.poll(() => target.received.length).toBe(3)
    for (const { body, headers } of target.received) {
      const told = new Webhook(secret).verify(body, headers as Record<string, string>)
      expect(told).toMatchObject({ type: 'webhook.test' })
    }

    await page.setViewportSize(PHONE)
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove: Studio server' }).click()
    await page.getByRole('button', { name: 'Remove the address' }).click()
    await page.getByText('Studio server', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Revoke: Studio archive' }).click()
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    expect(await ask(key)).toMatchObject({ code: 401, data: { reason: 'KEY_REVOKED' } })
    expect(watch.errors).toEqual([])
    expect(watch.violations).toEqual([])
    target.close()
  },
)
