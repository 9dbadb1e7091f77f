import * as React from 'react'
import { ReactReduxContext } from 'react-redux'
import { UNSAFE_DataRouterContext, type RouteObject } from 'react-router-dom'
import { callApi } from '@awards/shared/client'
import { registerNamespace } from '@awards/shared/i18n'
import { registerRuntime } from '@awards/shared/browser/runtimes'

registerRuntime('mf-entrant', {
  React,
  router: UNSAFE_DataRouterContext,
  store: ReactReduxContext,
  client: callApi,
})
void registerNamespace('entrant', async (language) => {
  const own = import(`./locales/${language}.json`)
  const {
    public: facts,
    label,
    question,
    hint,
  } = await import(`@awards/shared/entries/locales/${language}.json`)
  const { default: texts } = await own
  return {
    default: { ...texts, field: { ...texts.field, ...facts, ...label }, question, hint },
  }
})

/** The pages of this package; paths start at the root of the site. */
export const routes: RouteObject[] = [
  { path: 'account', lazy: () => import('./account/account.page.tsx') },
  {
    path: 'steps',
    // The categories are loaded once; going from one step to the next asks for nothing.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: () => import('./steps/steps.page.tsx'),
  },
  { path: 'preview', lazy: () => import('./preview/preview.page.tsx') },
  { path: 'submit', lazy: () => import('./submit/submit.page.tsx') },
  { path: 'score-sheet', lazy: () => import('./score-sheet/score-sheet.page.tsx') },
  { path: 'awards/steps', lazy: () => import('./awards/award-steps.page.tsx') },
]
