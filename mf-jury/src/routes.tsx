import * as React from 'react'
import { ReactReduxContext } from 'react-redux'
import { UNSAFE_DataRouterContext, type RouteObject } from 'react-router-dom'
import { callApi } from '@awards/shared/client'
import { registerNamespace } from '@awards/shared/i18n'
import { registerRuntime } from '@awards/shared/browser/runtimes'

registerRuntime('mf-jury', {
  React,
  router: UNSAFE_DataRouterContext,
  store: ReactReduxContext,
  client: callApi,
})
void registerNamespace('jury', async (language) => {
  const own = import(`./locales/${language}.json`)
  const { public: facts, label } = await import(`@awards/shared/entries/locales/${language}.json`)
  return { default: { ...(await own).default, field: { ...facts, ...label } } }
})

/** The pages of this package; paths start at the root of the site. */
export const routes: RouteObject[] = [
  { path: 'juryreview', lazy: () => import('./chair/jury-review.page.tsx') },
  { path: 'juryreviewdetails', lazy: () => import('./chair/jury-review-details.page.tsx') },
  {
    path: 'subjuryreview',
    lazy: async () => ({ Component: (await import('./queue/queue.page.tsx')).FirstLevelPage }),
  },
  {
    path: 'levelJuryreview',
    lazy: async () => ({ Component: (await import('./queue/queue.page.tsx')).SecondLevelPage }),
  },
  { path: 'jury-invitation', lazy: () => import('./invitation/invitation.page.tsx') },
  { path: 'subjuryreviewdetails', lazy: () => import('./score/sub-jury-review-details.page.tsx') },
]
