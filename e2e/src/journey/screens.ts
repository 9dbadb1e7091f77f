import type { Language } from '@awards/shared/domain'
import type { Page } from '@playwright/test'
import { paths } from '@awards/shared/paths'
import { ACCOUNTS, ORGANISER } from '../harness/accounts.ts'
import { tokenOf } from '../harness/browser.ts'
import type { Site } from '../harness/site.ts'
import { openCardPayment, openTransfer, openWalletPayment, scanAndPay } from './pay.ts'

/** What the screens show: identifiers of entries of the demo programme. */
export type Shown = {
  winner: string
  certificate: string
  draft: string
  submitted: string
  awarded: string
  chair: string
  scored: string
}

export type Screen = {
  readonly name: string
  /** E-mail of the person; none is a visitor. */
  readonly who?: string
  readonly address: string
  /** Language of the picture, if it is not English. */
  readonly language?: Language
  /** What the person does once the page is there. */
  readonly act?: (page: Page, site: Site) => Promise<unknown>
  /** A page that is worth seeing to its end. */
  readonly isWhole?: boolean
}

const DRAFTER = 'team@northbank.example.org'
const PAYER = 'bureau@grille.example.org'
/** The chair who looks after the money. */
const BOOKKEEPER = 'president@jury.example.org'
/** A Swiss company with a number pays no French tax. */
const LAUSANNE = {
  country: 'Switzerland',
  'Street and number': '4 rue du Flon',
  'Postal code': '1003',
  Town: 'Lausanne',
  'Tax or registration number': 'CHE-109.322.551',
}
const STEPS = [1, 2, 3, 4, 5, 6]

type Row = { apply_order_id: string; title: string }

async function call<T>(site: Site, address: string, email?: string): Promise<T> {
  const headers: Record<string, string> = email ? { token: await tokenOf(site, email) } : {}
  const answer = await fetch(`${site.url}/api/${address}`, { headers })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: unknown; data: T }
  if (code !== 200) throw new Error(`${address}: ${JSON.stringify(msg)}`)
  return data
}

/** The entry with that title in a list, else the first one. */
export async function idOf(site: Site, address: string, title: string, email?: string) {
  const { list } = await call<{ list: Row[] }>(site, `${address}?pageSize=100`, email)
  const found = list.find((row) => row.title === title) ?? list[0]
  if (!found) throw new Error(`${address} is empty`)
  return found.apply_order_id
}

/** Finds what there is to show. */
export async function findShown(site: Site): Promise<Shown> {
  const winners = await call<{ list: { entry_no: string }[] }>(site, 'index/winnerList')
  const id = (address: string, title: string, who?: string) => idOf(site, address, title, who)
  return {
    winner: await id('index/winnerList', 'Ondine'),
    certificate: `C-${winners.list[0]?.entry_no}`,
    draft: await id('apply/entryList', 'Horizon', DRAFTER),
    submitted: await id('apply/entryList', 'Alphabet Loire', PAYER),
    awarded: await id('apply/awardList', 'Kumo', ACCOUNTS[0]),
    chair: await id('judge/judgeEntryList', 'Rhizome', ACCOUNTS[1]),
    scored: await id('subJudge/subJuryAwardList', 'Mue', ACCOUNTS[2]),
  }
}

const publicScreens = (shown: Shown): Screen[] => [
  { name: 'home', address: paths.home },
  { name: 'winners', address: paths.winners() },
  { name: 'winner', address: paths.winner(shown.winner) },
  { name: 'jury', address: paths.jury },
  { name: 'categories', address: paths.categories },
  { name: 'fees', address: paths.fees, isWhole: true },
  { name: 'calendar', address: paths.calendar },
  { name: 'news', address: paths.news },
  {
    name: 'article',
    address: paths.news,
    act: async (page) => {
      await page.locator('main a[href^="/news/"]').first().click()
      // The address changes before the article is there.
      await page.locator('main article h1').waitFor()
    },
  },
  { name: 'faq', address: paths.faq },
  { name: 'certificates', address: paths.certificates },
  { name: 'verify', address: paths.verify(shown.certificate) },
  { name: 'login', address: paths.login() },
  { name: 'register', address: paths.register(), isWhole: true },
  { name: 'forget', address: paths.forget },
  { name: '403', address: paths.forbidden },
  { name: 'not-found', address: '/no/such/page' },
]

const entrantScreens = (shown: Shown): Screen[] => [
  { name: 'account', who: DRAFTER, address: paths.account() },
  ...STEPS.map((step) => ({
    name: `steps-${step}`,
    who: DRAFTER,
    address: paths.steps({ id: shown.draft, step }),
  })),
  { name: 'preview', who: DRAFTER, address: paths.preview(shown.draft) },
  { name: 'submit', who: PAYER, address: paths.submit(shown.submitted) },
  {
    name: 'pay',
    who: PAYER,
    address: paths.pay(shown.submitted),
    language: 'fr',
    isWhole: true,
  },
  {
    name: 'pay-transfer',
    who: PAYER,
    address: paths.pay(shown.submitted),
    act: (page) => openTransfer(page, LAUSANNE),
  },
  {
    name: 'pay-card',
    who: PAYER,
    address: paths.pay(shown.submitted),
    act: (page) => openCardPayment(page, LAUSANNE),
  },
  {
    name: 'pay-qr',
    who: PAYER,
    address: paths.pay(shown.submitted),
    act: (page) => openWalletPayment(page, LAUSANNE),
  },
  {
    name: 'pay-paid',
    who: PAYER,
    address: paths.pay(shown.submitted),
    act: async (page, site) => {
      await openWalletPayment(page, LAUSANNE)
      await scanAndPay(page, site)
    },
  },
  { name: 'invoices', who: PAYER, address: paths.account('invoices') },
  { name: 'award-steps', who: ACCOUNTS[0], address: paths.awardSteps(shown.awarded) },
]

const juryScreens = (shown: Shown): Screen[] => [
  { name: 'juryreview', who: ACCOUNTS[1], address: paths.juryReview },
  {
    name: 'juryreviewdetails',
    who: ACCOUNTS[1],
    address: paths.juryReviewDetails(shown.chair),
    isWhole: true,
  },
  {
    name: 'assign',
    who: ACCOUNTS[1],
    address: paths.juryReview,
    act: async (page) => {
      const boxes = page.getByRole('gridcell').getByRole('checkbox')
      await boxes.nth(0).check()
      await boxes.nth(1).check()
      await page.getByRole('button', { name: 'Assign' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'payments', who: BOOKKEEPER, address: paths.payments(), isWhole: true },
  { name: 'subjuryreview', who: ACCOUNTS[2], address: paths.subJuryReview },
  { name: 'score', who: ACCOUNTS[2], address: paths.subJuryReviewDetails(shown.scored) },
  { name: 'levelJuryreview', who: ACCOUNTS[3], address: paths.levelJuryReview },
  { name: 'organiser', who: ORGANISER, address: '/organiser' },
  { name: 'organiser-team', who: ORGANISER, address: '/organiser?view=team' },
  { name: 'organiser-people', who: ORGANISER, address: '/organiser?view=people' },
  { name: 'organiser-audit', who: ORGANISER, address: '/organiser?view=audit' },
]

/** Every screen of the journeys, as the person who sees it. */
export const screensOf = (shown: Shown): Screen[] => [
  ...publicScreens(shown),
  ...entrantScreens(shown),
  ...juryScreens(shown),
]
