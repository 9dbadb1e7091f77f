import { ErrorPanel, Page } from '@awards/shared/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { noteCrash } from '../releases/failures/report-error.ts'
import { Layout } from './layout/layout.tsx'
import { NotFoundPage } from './not-found.page.tsx'

/** The last boundary: an unknown page, or a page that broke. */
export function SiteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return (
    <Layout>
      <Page>
        <BrokenPage error={error} />
      </Page>
    </Layout>
  )
}

function BrokenPage({ error }: { error: unknown }) {
  const { t } = useTranslation('federation')
  const [{ trace, remote }] = useState(() => noteCrash(error))
  return (
    <ErrorPanel
      takesFocus
      onRetry={() => window.location.reload()}
      actions={<small>{t('trace', { trace, release: remote })}</small>}
    />
  )
}
