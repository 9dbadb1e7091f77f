import { registerNamespace } from '@awards/shared/i18n'
import { PUBLIC_PAGES } from '@awards/shared/pages'
import { pageRoutes } from '@awards/shared/browser/page-routes'

void registerNamespace('public', async (language) => {
  const own = import(/* webpackChunkName: "texts-[request]" */ `./locales/${language}.json`)
  // Webpack leaves out the groups that are not named here; both catalogs are one file.
  const { public: field } = await import(
    /* webpackChunkName: "texts-[request]" */ `@awards/shared/entries/locales/${language}.json`
  )
  return { default: { ...(await own).default, field } }
})

/** The pages of this package, declared in its `remote.json`. */
export const routes = pageRoutes(PUBLIC_PAGES, {
  home: () => import('./home/home.page.tsx'),
  winners: () => import('./winners/winner-list.page.tsx'),
  winner: () => import('./winners/winner.page.tsx'),
  jury: () => import('./jury/jury.page.tsx'),
  juror: () => import('./jury/juror.page.tsx'),
  categories: () => import('./categories/categories.page.tsx'),
  awardLevels: () => import('./awards/awards.page.tsx'),
  calendar: () => import('./calendar/calendar.page.tsx'),
  fees: () => import('./fees/fees.page.tsx'),
  regulations: () => import('./regulations/regulations.page.tsx'),
  media: () => import('./media/media.page.tsx'),
  news: () => import('./news/news.page.tsx'),
  article: () => import('./news/article.page.tsx'),
  faq: () => import('./faq/faq.page.tsx'),
  privacy: async () => ({ Component: (await import('./policies/policies.page.tsx')).PrivacyPage }),
  terms: async () => ({ Component: (await import('./policies/policies.page.tsx')).TermsPage }),
  legal: async () => ({ Component: (await import('./policies/policies.page.tsx')).LegalPage }),
  cookies: () => import('./policies/cookies.page.tsx'),
  accessibility: async () => ({
    Component: (await import('./policies/policies.page.tsx')).AccessibilityPage,
  }),
  withdrawal: async () => ({
    Component: (await import('./policies/policies.page.tsx')).WithdrawalPage,
  }),
  contact: () => import('./contact/contact.page.tsx'),
  about: () => import('./about/about.page.tsx'),
  siteMap: () => import('./site-map/site-map.page.tsx'),
  certificates: () => import('./verify/verify.page.tsx'),
  verify: () => import('./verify/verify.page.tsx'),
})
