import { ORGANISER } from '../harness/accounts.ts'
import type { Page } from '@playwright/test'
import type { Site } from '../harness/site.ts'
import { enterWork } from './enter.ts'
import * as jury from './judge.ts'
import { payByWallet } from './pay.ts'
import { register, type Person } from './register.ts'

export const PERSON: Person = {
  email: 'noemie.garel@example.org',
  password: 'Passerelle-2027-Frene!',
}
export const TITLE = 'Passerelle'

/** A tab of somebody who has signed in, or of a visitor. */
type TabOf = (email?: string) => Promise<Page>

/**
 * The first half of the journey: a visitor registers, enters a work with its pictures and pays; the chair gives it to
 * the first level, and a juror scores it. Gives the tabs that are open, and where the entry stands.
 */
export async function toFirstScore(site: Site, tabOf: TabOf) {
  const visitor = await tabOf()
  await visitor.goto('/home')
  await visitor.getByRole('heading', { level: 1 }).first().waitFor()
  await visitor.goto('/winners')
  await visitor
    .getByRole('link', { name: /Ondine/ })
    .first()
    .waitFor()

  await register(visitor, site, PERSON)
  const id = await enterWork(visitor)
  await visitor.goto(`/submit?id=${id}`)
  await visitor.getByText(/€|EUR/).first().waitFor()
  await payByWallet(visitor, site, id)

  await jury.admit(await tabOf(ORGANISER), TITLE)

  const chair = await tabOf(jury.CHAIR)
  const edition = await jury.editionOf(site, id)
  await chair.goto(`/juryreview?edition_id=${edition}&keyword=${TITLE}`)
  await chair.getByText(TITLE).first().waitFor()
  await jury.changePhase(chair, edition, 'First-level scoring')
  await jury.assign(chair, edition, TITLE, Object.keys(jury.SUB_JURY))

  const juror = await tabOf(jury.SUB_JURY['Matteo Ferrante'])
  await jury.scoreOnScreen(juror, '/subjuryreview', TITLE)
  return { visitor, chair, juror, id, edition }
}
