import { readToken, siteConfiguration } from '@awards/shared/client'
import { PAGES } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { redirect, type RouteObject } from 'react-router-dom'
import { withDesign } from '../design/load-design.tsx'
import { remoteNode, type RemoteMount } from '../releases/routes/remote-node.tsx'
import { ForbiddenPage, NotFoundPage, SiteError } from './error-pages.tsx'
import { guard } from './guard.tsx'
import { Layout, Waiting } from './layout/layout.tsx'
import { Root } from './root.tsx'

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
          {
            path: '/login',
            HydrateFallback: Waiting,
            lazy: () => import('../session/login.page.tsx'),
          },
          {
            path: '/forget',
            HydrateFallback: Waiting,
            lazy: () => import('../session/forget.page.tsx'),
          },
          {
            path: PAGES.releases.path,
            HydrateFallback: Waiting,
            lazy: () => withDesign(import('../releases/desk/releases.page.tsx')),
          },
          {
            Component: guard({ wrappers: ['auth'] }),
            children: [
              {
                path: '/changepassword',
                HydrateFallback: Waiting,
                lazy: () => import('../session/change-password.page.tsx'),
              },
              {
                path: PAGES.keys.path,
                HydrateFallback: Waiting,
                lazy: () => import('../programs/keys.page.tsx'),
              },
            ],
          },
          // The frame of the site stands from the start, whatever becomes of a remote.
          ...mounts.map((mount) => ({ ...remoteNode(mount), HydrateFallback: Waiting })),
        ],
      },
      { path: '/403', Component: ForbiddenPage },
      { path: '*', Component: NotFoundPage },
    ],
  },
]
