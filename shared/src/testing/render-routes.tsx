import { createStore } from '@awards/shared/session'
import { startI18n } from '@awards/shared/i18n'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { Suspense } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom'

/** Renders real routes at a real address, with the store and the texts of the site. */
export async function renderRoutes(routes: RouteObject[], at: string) {
  await startI18n('en')
  const store = createStore()
  const root = { HydrateFallback: () => null, children: routes }
  const router = createMemoryRouter([root], { initialEntries: [at] })
  render(
    <Provider store={store}>
      <App>
        <Suspense fallback="Loading">
          <RouterProvider router={router} />
        </Suspense>
      </App>
    </Provider>,
  )
  return {
    user: userEvent.setup(),
    store,
    go: (to: string) => router.navigate(to),
    location: () => router.state.location.pathname + router.state.location.search,
  }
}
