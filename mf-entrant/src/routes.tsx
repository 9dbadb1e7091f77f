import { registerNamespace } from '@awards/shared/i18n'
import { ENTRANT_PAGES } from '@awards/shared/pages'
import { pageRoutes } from '@awards/shared/browser/page-routes'
import type { ShouldRevalidateFunction } from 'react-router-dom'

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

/**
 * The categories are loaded once; another step, or the preview with names, asks for nothing. "Try again" stays where it is.
 */
const onOtherPath: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href

/** The pages of this package, declared in its `remote.json`. */
export const routes = pageRoutes(ENTRANT_PAGES, {
  account: () => import('./account/account.page.tsx'),
  steps: { shouldRevalidate: onOtherPath, lazy: () => import('./steps/steps.page.tsx') },
  preview: { shouldRevalidate: onOtherPath, lazy: () => import('./preview/preview.page.tsx') },
  submit: () => import('./submit/submit.page.tsx'),
  scoreSheet: () => import('./score-sheet/score-sheet.page.tsx'),
  awardSteps: () => import('./awards/award-steps.page.tsx'),
  studioInvitation: () => import('./studio/invitation.page.tsx'),
})
