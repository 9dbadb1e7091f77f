import { registerNamespace } from '@awards/shared/i18n'
import { JURY_PAGES } from '@awards/shared/pages'
import { pageRoutes } from '@awards/shared/browser/page-routes'

void registerNamespace('jury', async (language) => {
  const own = import(`./locales/${language}.json`)
  const {
    public: facts,
    label,
    derivation,
  } = await import(`@awards/shared/entries/locales/${language}.json`)
  return { default: { ...(await own).default, field: { ...facts, ...label }, derivation } }
})

/** The pages of this package, declared in its `remote.json`. */
export const routes = pageRoutes(JURY_PAGES, {
  juryReview: () => import('./chair/jury-review.page.tsx'),
  juryReviewDetails: () => import('./chair/jury-review-details.page.tsx'),
  subJuryReview: async () => ({
    Component: (await import('./queue/queue.page.tsx')).FirstLevelPage,
  }),
  levelJuryReview: async () => ({
    Component: (await import('./queue/queue.page.tsx')).SecondLevelPage,
  }),
  juryInvitation: () => import('./invitation/invitation.page.tsx'),
  subJuryReviewDetails: () => import('./score/sub-jury-review-details.page.tsx'),
})
