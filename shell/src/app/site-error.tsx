import { ErrorPanel, Page } from '@awards/shared/ui'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { Layout } from './layout.tsx'
import { NotFoundPage } from './not-found.page.tsx'

/** The last boundary: an unknown page, or a page that broke. */
export function SiteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return (
    <Layout>
      <Page>
        <ErrorPanel takesFocus onRetry={() => window.location.reload()} />
      </Page>
    </Layout>
  )
}
