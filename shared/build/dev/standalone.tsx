import { App, ConfigProvider, theme } from 'antd'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router-dom'
import { startI18n } from '../../src/i18n/index.ts'
import { createStore, startSession } from '../../src/session/index.ts'
import { antdTheme } from '../../src/theme/index.ts'
import '../../src/theme/reset.css'
import '../../src/theme/tokens.css'

const Frame = () => (
  <main>
    <Outlet />
  </main>
)

/** Starts a remote alone, without the shell's frame and guards; the API is that of a running site. */
async function start(element: HTMLElement) {
  const store = createStore()
  await Promise.all([startI18n(), startSession(store, window.location.pathname)])
  const { routes } = await import('standalone-routes')
  const router = createBrowserRouter([{ Component: Frame, children: routes }])
  createRoot(element).render(
    <Provider store={store}>
      <ConfigProvider theme={antdTheme('light', theme.defaultAlgorithm)}>
        <App>
          <RouterProvider router={router} />
        </App>
      </ConfigProvider>
    </Provider>,
  )
}

const root = document.getElementById('root')
if (root) void start(root)
