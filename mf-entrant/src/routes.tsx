import { registerNamespace } from '@awards/shared/i18n'
import { ENTRANT_PAGES } from '@awards/shared/pages'
import { pageRoutes } from '@awards/shared/browser/page-routes'

void registerNamespace('entrant', async (language) => {
  const own = import(`./locales/${language}.json`)
  const {
    public: facts,
    label,
    question,
    hint,
    derivation,
  } = await import(`@awards/shared/entries/locales/${language}.json`)
  const { default: texts } = await own
  return {
    default: {
      ...texts,
      field: { ...texts.field, ...facts, ...label },
      question,
      hint,
      derivation,
    },
  }
})

/** The pages of this package, declared in its `remote.json`. */
export const routes = pageRoutes(ENTRANT_PAGES, {
  account: () => import('./account/account.page.tsx'),
  steps: {
    // The categories are loaded once; going from one step to the next asks for nothing. "Try again" stays where it is.
    shouldRevalidate: ({ currentUrl, nextUrl }) =>
      currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href,
    lazy: () => import('./steps/steps.page.tsx'),
  },
  preview: () => import('./preview/preview.page.tsx'),
  submit: () => import('./submit/submit.page.tsx'),
  scoreSheet: () => import('./score-sheet/score-sheet.page.tsx'),
  awardSteps: () => import('./awards/award-steps.page.tsx'),
  studioInvitation: () => import('./studio/invitation.page.tsx'),
})
