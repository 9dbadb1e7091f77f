import type { Browser, Page } from '@playwright/test'
import { openTab, settled, tokenOf, visit, type Watch } from './harness/browser.ts'
import type { Site } from './harness/site.ts'
import * as jury from './journey/judge.ts'
import { TITLE, toFirstScore } from './journey/to-first-score.ts'
import { expect, proves, test, useOwnDesk } from './harness/test.ts'

/*
 * The whole product in one story, on the production build: a visitor becomes an entrant, pays, is
 * judged on two levels without a name, wins, and the visitor finds the work.
 */
let site: Site
let browser: Browser
const watches: Watch[] = []

useOwnDesk((desk) => {
  ;({ site, browser } = desk)
})

async function tabOf(email?: string): Promise<Page> {
  const token = email ? await tokenOf(site, email) : undefined
  const { page, watch } = await openTab(await visit(browser, site, token))
  watches.push(watch)
  return page
}

const bodyOf = (page: Page) => page.locator('main').innerText()

test(
  'from the home page to the certificate',
  proves(
    'call user/register',
    'call email/verifyCode',
    'call wxpay/queryOrder',
    'call judge/assignSubJudge',
  ),
  async () => {
    const { visitor, chair, juror, id, edition } = await toFirstScore(site, tabOf)
    expect(await bodyOf(juror)).not.toMatch(/Garel|GA\d\d-/)
    const [, ...others] = Object.values(jury.SUB_JURY)
    for (const [index, email] of others.entries()) {
      await jury.scoreByCall(site, email, id, index % 2 === 0 ? 0.5 : -1)
    }

    await jury.changePhase(chair, edition, 'Second-level scoring')
    await jury.assign(chair, edition, TITLE, Object.keys(jury.SECOND_LEVEL))
    const [second = '', third = ''] = Object.values(jury.SECOND_LEVEL)
    const level = await tabOf(second)
    await jury.scoreOnScreen(level, '/levelJuryreview', TITLE)
    await jury.scoreByCall(site, third, id, 0.5)

    await jury.changePhase(chair, edition, 'Deliberation')
    await jury.award(chair, id, 'Gold')
    await level.goto(`/subjuryreviewdetails?id=${id}`)
    await level.getByRole('button', { name: 'Confirm', exact: true }).click()
    await level.getByText('The award is confirmed').waitFor()

    const stranger = await tabOf()
    await stranger.goto(`/winners/${id}`)
    await settled(stranger)
    expect(await bodyOf(stranger)).not.toContain(TITLE)

    await jury.changePhase(chair, edition, 'Decisions frozen')
    await jury.publish(chair, edition)

    await stranger.goto(`/winners?keyword=${TITLE}`)
    // The word is also on the chip that takes the filter away.
    await stranger.locator(`main a[href="/winners/${id}"]`).first().click()
    await stranger.getByRole('heading', { level: 1, name: TITLE }).waitFor()
    expect(await bodyOf(stranger)).toContain('Noémie Garel')

    await visitor.goto('/account?tab=awards')
    const answer = visitor.waitForResponse((response) => response.url().includes('printCertPdf'))
    await visitor.getByRole('button', { name: /Certificate/ }).click()
    const { data } = (await (await answer).json()) as { data: { url: string } }
    const file = await fetch(new URL(data.url, site.url))
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')

    for (const { violations } of watches) expect(violations).toEqual([])
  },
)
