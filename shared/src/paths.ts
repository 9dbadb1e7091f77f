const withQuery = (path: string, query: Record<string, string | number | undefined>): string => {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return path
  return `${path}?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`
}

/** Every link of the site. Routes that take a value are functions; nobody writes a path by hand. */
export const paths = {
  home: '/home',
  winners: (query: Record<string, string | number | undefined> = {}) =>
    withQuery('/winners', query),
  winner: (apply_order_id: string) => `/winners/${apply_order_id}`,
  jury: '/jury',
  juror: (juror: string) => `/jury/${juror}`,
  categories: '/categories',
  awardLevels: '/awards',
  calendar: '/calendar',
  fees: '/fees',
  regulations: '/regulations',
  media: '/media',
  news: '/news',
  article: (slug: string) => `/news/${slug}`,
  faq: '/faq',
  privacy: '/privacy',
  terms: '/terms',
  legal: '/legal',
  cookies: '/cookies',
  accessibility: '/accessibility',
  withdrawal: '/withdrawal',
  contact: '/contact',
  about: '/about',
  verify: (number: string) => `/verify/${encodeURIComponent(number)}`,
  login: (redirect?: string) => withQuery('/login', { redirect }),
  register: (redirect?: string) => withQuery('/login', { tab: 'register', redirect }),
  forget: '/forget',
  changePassword: '/changepassword',
  forbidden: '/403',
  account: (tab?: string) => withQuery('/account', { tab }),
  /** The entry form; without `id` a new entry is begun. */
  steps: (query: { id?: string; step?: number; field?: string } = {}) => withQuery('/steps', query),
  preview: (id: string) => withQuery('/preview', { id }),
  submit: (id: string) => withQuery('/submit', { id }),
  payResult: (order_no: string) => withQuery('/pay-result', { order_no }),
  /** Where the fee of an entry is paid. */
  pay: (id: string) => withQuery('/pay-result', { entry: id }),
  /** Where the winner package of an entry is paid. */
  payPackage: (id: string, code?: string) => withQuery('/pay-result', { package: id, code }),
  awardSteps: (id: string, step?: number) => withQuery('/awards/steps', { id, step }),
  /** How the jury saw an entry. */
  scoreSheet: (id: string) => withQuery('/score-sheet', { id }),
  /** Payments, refunds and books, for the chair who looks after them. */
  payments: (query: Record<string, string | number | undefined> = {}) =>
    withQuery('/payments', query),
  juryReview: '/juryreview',
  /** The parts of the chair's desk; without `view` the table of entries. */
  juryDesk: (query: Record<string, string | number | undefined> = {}) =>
    withQuery('/juryreview', query),
  /** What an invitation to the jury offers. */
  juryInvitation: (code: string) => withQuery('/jury-invitation', { code }),
  juryReviewDetails: (id: string) => withQuery('/juryreviewdetails', { id }),
  subJuryReview: '/subjuryreview',
  levelJuryReview: '/levelJuryreview',
  subJuryReviewDetails: (id: string) => withQuery('/subjuryreviewdetails', { id }),
  /** Two to four entries side by side. */
  juryCompare: (ids: readonly string[]) =>
    withQuery('/subjuryreviewdetails', { compare: ids.join(',') }),
} as const
