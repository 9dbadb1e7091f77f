import type { SiteStore } from '@awards/shared/session'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router-dom'
import type { createSiteRouter } from '../federation/remote-routes.ts'
import { Notices } from '../qa/notices.tsx'
import { ClientBridge } from './client-bridge.tsx'

type SiteProps = { store: SiteStore; router: ReturnType<typeof createSiteRouter> }

/** The application: store, toasts, router. Pages that need antd get it around themselves. */
export const Site = ({ store, router }: SiteProps) => (
  <Provider store={store}>
    <ClientBridge router={router} />
    <RouterProvider router={router} />
    <Notices />
  </Provider>
)
