import { paths } from '@awards/shared/paths'
import { ACCOUNTS } from '../../e2e/src/harness/accounts.ts'
import type { Site } from '../../e2e/src/harness/site.ts'
import { findShown } from '../../e2e/src/journey/screens.ts'

/** A page, the person who looks at it (a visitor without one), and the bar of its scripts in kilobytes. */
export type MeasuredPage = { readonly path: string; readonly who?: string; readonly limit: number }

/** The pages of which scripts are counted, with entries of the demo programme. */
export async function measuredPages(site: Site): Promise<MeasuredPage[]> {
  const shown = await findShown(site)
  const drafter = 'team@northbank.example.org'
  const payer = 'bureau@grille.example.org'
  return [
    { path: paths.home, limit: 170 },
    { path: paths.winners(), limit: 170 },
    { path: paths.login(), limit: 120 },
    { path: paths.forget, limit: 120 },
    { path: paths.account(), who: drafter, limit: 260 },
    { path: paths.steps({ id: shown.draft, step: 1 }), who: drafter, limit: 260 },
    { path: paths.preview(shown.draft), who: drafter, limit: 260 },
    { path: paths.submit(shown.submitted), who: payer, limit: 260 },
    { path: paths.pay(shown.submitted), who: payer, limit: 260 },
    { path: '/subjuryreview', who: ACCOUNTS[2], limit: 330 },
    { path: '/levelJuryreview', who: ACCOUNTS[3], limit: 330 },
    { path: '/juryreview', who: ACCOUNTS[1], limit: 330 },
  ]
}

export const routeOf = ({ path }: MeasuredPage) => path.split('?')[0] ?? path
