import { registerNamespace } from '@awards/shared/i18n'
import { PAYMENT_PAGES } from '@awards/shared/pages'
import { pageRoutes } from '@awards/shared/browser/page-routes'

void registerNamespace('payment', (language) => import(`./locales/${language}.json`))

/** The pages of this package, declared in its `remote.json`. */
export const routes = pageRoutes(PAYMENT_PAGES, {
  payResult: () => import('./pay-result.page.tsx'),
  payments: () => import('./finance/finance.page.tsx'),
})
