import { readToken, siteConfiguration } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import { redirect, type RouteObject } from 'react-router-dom'
import { remoteNode, type RemoteMount } from '../federation/remote-routes.ts'
import { ForbiddenPage } from './forbidden.page.tsx'
import { guard } from './guard.tsx'
import { Layout } from './layout.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import { Root } from './root.tsx'
import { SiteError } from './site-error.tsx'

/** `/` leads to the account (specification §2); a visitor may be given another first page. */
const start = () => (readToken() ? paths.account() : siteConfiguration().home_path)

/** The shell's own pages, and a place for those of each remote. */
export const siteRoutes = (mounts: readonly RemoteMount[]): RouteObject[] => [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: SiteError,
    HydrateFallback: () => null,
    children: [
      { path: '/', loader: () => redirect(start()), Component: () => null },
      {
        Component: Layout,
        children: [
          { path: '/login', lazy: () => import('../session/login.page.tsx') },
          { path: '/forget', lazy: () => import('../session/forget.page.tsx') },
          {
            Component: guard(['auth']),
            children: [
              {
                path: '/changepassword',
                lazy: () => import('../session/change-password.page.tsx'),
              },
            ],
          },
          ...mounts.map(remoteNode),
        ],
      },
      { path: '/403', Component: ForbiddenPage },
      { path: '*', Component: NotFoundPage },
    ],
  },
]
