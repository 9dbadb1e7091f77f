import { antdLocale, useLanguage } from '@awards/shared/i18n'
import { MESSAGE_SECONDS, NOTIFICATION_SECONDS } from '@awards/shared/domain'
import type { SiteStore } from '@awards/shared/session'
import { antdTheme, useThemeMode } from '@awards/shared/theme'
import { App, ConfigProvider } from 'antd'
import { useMemo } from 'react'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router-dom'
import type { createSiteRouter } from '../federation/remote-routes.ts'
import { Notices } from '../qa/notices.tsx'
import { ClientBridge } from './client-bridge.tsx'

type SiteProps = {
  store: SiteStore
  router: ReturnType<typeof createSiteRouter>
  nonce: string | undefined
}

/** The application: store, look, language, toasts, router. */
export function Site({ store, router, nonce }: SiteProps) {
  const mode = useThemeMode()
  const language = useLanguage()
  const theme = useMemo(() => antdTheme(mode), [mode])
  return (
    <Provider store={store}>
      <ConfigProvider
        button={{ autoInsertSpace: false }}
        theme={theme}
        locale={antdLocale(language)}
        csp={{ nonce }}
      >
        <App
          message={{ duration: MESSAGE_SECONDS, maxCount: 6 }}
          notification={{ duration: NOTIFICATION_SECONDS }}
        >
          <ClientBridge router={router} />
          <RouterProvider router={router} />
          <Notices />
        </App>
      </ConfigProvider>
    </Provider>
  )
}
