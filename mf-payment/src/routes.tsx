import * as React from 'react'
import { ReactReduxContext } from 'react-redux'
import { UNSAFE_DataRouterContext, type RouteObject } from 'react-router-dom'
import { callApi } from '@awards/shared/client'
import { registerNamespace } from '@awards/shared/i18n'
import { registerRuntime } from '@awards/shared/browser/runtimes'

registerRuntime('mf-payment', {
  React,
  router: UNSAFE_DataRouterContext,
  store: ReactReduxContext,
  client: callApi,
})
void registerNamespace('payment', (language) => import(`./locales/${language}.json`))

/** The pages of this package; paths start at the root of the site. */
export const routes: RouteObject[] = [
  { path: 'pay-result', lazy: () => import('./pay-result.page.tsx') },
  { path: 'payments', lazy: () => import('./finance/finance.page.tsx') },
]
