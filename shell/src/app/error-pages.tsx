import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { LinkButton, TextLink, ErrorPanel, Page } from '@awards/shared/ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import styles from './error-pages.module.css'
import { Hydrated } from './hydrated.tsx'
import { Wordmark } from './layout/icon.tsx'
import { reportError } from '../releases/failures/report-error.ts'
import { Layout } from './layout/layout.tsx'

type PlainPageProps = { figure: string; title: string; text: string; children: ReactNode }

/** A page without the layout: one sentence and the ways on. */
const PlainPage = ({ figure, title, text, children }: PlainPageProps) => (
  <div className={styles.page}>
    <header className={styles.head}>
      <Wordmark />
    </header>
    <main className={styles.main}>
      <p className={styles.figure} aria-hidden="true">
        {figure}
      </p>
      <div className={styles.words}>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.text}>{text}</p>
        <div className={styles.actions}>{children}</div>
      </div>
    </main>
    <Hydrated />
  </div>
)

/** Where a refusal with code 403 leads. */
export function ForbiddenPage() {
  const { t } = useTranslation('shell')
  const user = useCurrentUser()
  return (
    <PlainPage figure="403" title={t('forbidden.title')} text={t('forbidden.text')}>
      <LinkButton to={user ? user.home_route : paths.login()} type="primary" size="large">
        {user ? t('forbidden.back') : t('signIn')}
      </LinkButton>
      <TextLink to={paths.home}>{t('toHome')}</TextLink>
    </PlainPage>
  )
}

/** Any address the site does not have. */
export function NotFoundPage() {
  const { t } = useTranslation('shell')
  return (
    <PlainPage figure="404" title={t('notFound.title')} text={t('notFound.text')}>
      <LinkButton to={paths.home} type="primary" size="large">
        {t('toHome')}
      </LinkButton>
      <TextLink to={paths.winners()}>{t('notFound.winners')}</TextLink>
    </PlainPage>
  )
}

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
  const [{ trace, remote }] = useState(() => reportError(error))
  return (
    <ErrorPanel
      takesFocus
      onRetry={() => window.location.reload()}
      actions={<small>{t('trace', { trace, release: remote })}</small>}
    />
  )
}
