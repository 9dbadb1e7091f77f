import * as React from 'react'
import { ReactReduxContext } from 'react-redux'
import { UNSAFE_DataRouterContext } from 'react-router-dom'
import { callApi } from '@awards/shared/client'
import { registerNamespace } from '@awards/shared/i18n'
import { PAYMENT_PAGES } from '@awards/shared/pages'
import { pageRoutes } from '@awards/shared/browser/page-routes'
import { registerRuntime } from '@awards/shared/browser/runtimes'

registerRuntime('mf-payment', {
  React,
  router: UNSAFE_DataRouterContext,
  store: ReactReduxContext,
  client: callApi,
})
void registerNamespace('payment', (language) => import(`./locales/${language}.json`))

/** The pages of this package, declared in `shared/src/domain/pages.ts`. */
export const routes = pageRoutes(PAYMENT_PAGES, {
  payResult: () => import('./pay-result.page.tsx'),
  payments: () => import('./finance/finance.page.tsx'),
})
