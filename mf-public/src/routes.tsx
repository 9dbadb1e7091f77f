import * as React from 'react'
import { ReactReduxContext } from 'react-redux'
import { UNSAFE_DataRouterContext, type RouteObject } from 'react-router-dom'
import { callApi } from '@awards/shared/client'
import { registerNamespace } from '@awards/shared/i18n'
import { registerRuntime } from '@awards/shared/browser/runtimes'

registerRuntime('mf-public', {
  React,
  router: UNSAFE_DataRouterContext,
  store: ReactReduxContext,
  client: callApi,
})

void registerNamespace('public', async (language) => {
  const own = import(/* webpackChunkName: "texts-[request]" */ `./locales/${language}.json`)
  // Webpack leaves out the groups that are not named here; both catalogs are one file.
  const { public: field } = await import(
    /* webpackChunkName: "texts-[request]" */ `@awards/shared/entries/locales/${language}.json`
  )
  return { default: { ...(await own).default, field } }
})

/** The pages of this package; paths start at the root of the site. */
export const routes: RouteObject[] = [
  { path: 'home', lazy: () => import('./home/home.page.tsx') },
  { path: 'winners', lazy: () => import('./winners/winner-list.page.tsx') },
  { path: 'winners/:apply_order_id', lazy: () => import('./winners/winner.page.tsx') },
  { path: 'jury', lazy: () => import('./jury/jury.page.tsx') },
  { path: 'jury/:juror', lazy: () => import('./jury/juror.page.tsx') },
  { path: 'categories', lazy: () => import('./categories/categories.page.tsx') },
  { path: 'awards', lazy: () => import('./awards/awards.page.tsx') },
  { path: 'calendar', lazy: () => import('./calendar/calendar.page.tsx') },
  { path: 'fees', lazy: () => import('./fees/fees.page.tsx') },
  { path: 'regulations', lazy: () => import('./regulations/regulations.page.tsx') },
  { path: 'media', lazy: () => import('./media/media.page.tsx') },
  { path: 'news', lazy: () => import('./news/news.page.tsx') },
  { path: 'news/:slug', lazy: () => import('./news/article.page.tsx') },
  { path: 'faq', lazy: () => import('./faq/faq.page.tsx') },
  { path: 'privacy', lazy: () => import('./policies/privacy.page.tsx') },
  { path: 'terms', lazy: () => import('./policies/terms.page.tsx') },
  { path: 'legal', lazy: () => import('./policies/legal.page.tsx') },
  { path: 'cookies', lazy: () => import('./policies/cookies.page.tsx') },
  { path: 'accessibility', lazy: () => import('./policies/accessibility.page.tsx') },
  { path: 'withdrawal', lazy: () => import('./policies/withdrawal.page.tsx') },
  { path: 'contact', lazy: () => import('./contact/contact.page.tsx') },
  { path: 'about', lazy: () => import('./about/about.page.tsx') },
  { path: 'verify/:number', lazy: () => import('./verify/verify.page.tsx') },
]
