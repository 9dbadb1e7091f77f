import { api, connectClient } from '@awards/shared/client'
import { translateMessage, useLanguage } from '@awards/shared/i18n'
import { useSiteDispatch, type SiteStore } from '@awards/shared/session'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router-dom'
import type { createSiteRouter } from '../releases/routes/site-router.ts'
import { Notices } from '../releases/panel/notices.tsx'
import { pathOf } from './addresses.ts'

/** Connects the client with the router, and refetches active queries when the language changes. */
function ClientBridge({ router }: { router: ReturnType<typeof createSiteRouter> }) {
  const dispatch = useSiteDispatch()
  const language = useLanguage()
  const last = useRef(language)

  useLayoutEffect(() => {
    connectClient({
      navigate: (path) => void router.navigate(path),
      currentPath: () => pathOf(router.state.location),
      translate: translateMessage,
      reauthenticate: async () => (await import('../session/reauthenticate.tsx')).reauthenticate(),
    })
  }, [router])

  useEffect(() => {
    if (last.current === language) return
    last.current = language
    dispatch(api.util.invalidateTags(['everything']))
  }, [language, dispatch])

  return null
}

type SiteProps = { store: SiteStore; router: ReturnType<typeof createSiteRouter> }

/** The application: store, toasts, router. Pages that need antd get it around themselves. */
export const Site = ({ store, router }: SiteProps) => (
  <Provider store={store}>
    <ClientBridge router={router} />
    <RouterProvider router={router} />
    <Notices />
  </Provider>
)
