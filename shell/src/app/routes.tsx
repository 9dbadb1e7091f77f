import { readToken, siteConfiguration } from '@awards/shared/client'
import { PAGES } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { redirect, type RouteObject, isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { pageWithDesign } from '../design/load-design.tsx'
import { remoteNode, type RemoteMount } from '../releases/routes/remote-node.tsx'
import { guard } from './guard.tsx'
import { Layout, Waiting } from './layout/layout.tsx'
import { Root } from './root.tsx'
import { useCurrentUser } from '@awards/shared/session'
import { LinkButton, TextLink, ErrorPanel, Page } from '@awards/shared/ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './error-pages.module.css'
import { Hydrated } from './hydrated.tsx'
import { Wordmark } from './layout/icon.tsx'
import { reportError } from '../releases/failures/report-error.ts'

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
            lazy: () => pageWithDesign(import('../releases/desk/releases.page.tsx')),
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
function ForbiddenPage() {
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
function NotFoundPage() {
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
function SiteError() {
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
