import { useApiQuery } from '@awards/shared/client'
import { publication } from '@awards/shared/calls'
import { PUBLIC_PAGES } from '@awards/shared/pages'
import { paths } from '@awards/shared/paths'
import { Page, PageHeader, usePageHead } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useBreadcrumbs } from '../structured-data/schema-org.ts'
import styles from './site-map.module.css'

/** Every public page with an address of its own, by what somebody comes for. */
export const SITE_MAP = {
  programme: ['home', 'about', 'winners', 'awardLevels', 'jury', 'news', 'media', 'certificates'],
  enter: ['categories', 'calendar', 'fees', 'regulations', 'faq', 'contact'],
  legal: ['privacy', 'terms', 'withdrawal', 'legal', 'cookies', 'accessibility'],
} as const satisfies Record<string, readonly (keyof typeof PUBLIC_PAGES)[]>

const ACCOUNT = { login: paths.login(), register: paths.register(), forget: paths.forget }

function Part({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation('public')
  return (
    <section aria-labelledby={`map-${name}`}>
      <h2 id={`map-${name}`} className={styles.title}>
        {t(`siteMap.${name}`)}
      </h2>
      <ul role="list" className={styles.list}>
        {children}
      </ul>
    </section>
  )
}

/** All pages of the public site as one list (RGAA 12.3), with the categories under theirs. */
export function Component() {
  const { t } = useTranslation('public')
  const { data: groups = [] } = useApiQuery(publication.category)
  usePageHead({
    title: t('siteMap.title'),
    description: t('siteMap.lead'),
    facts: [useBreadcrumbs({ name: t('siteMap.title'), path: paths.siteMap })],
  })
  return (
    <Page>
      <PageHeader title={t('siteMap.title')} lead={t('siteMap.lead')} />
      <div className={styles.parts}>
        {Object.entries(SITE_MAP).map(([part, pages]) => (
          <Part key={part} name={part}>
            {pages.map((page) => (
              <li key={page}>
                <Link to={PUBLIC_PAGES[page].path} className={styles.link}>
                  {t(`siteMap.page.${page}`)}
                </Link>
                {page === 'categories' && groups.length > 0 && (
                  <ul role="list" className={styles.inner}>
                    {groups.map(({ id, code, name }) => (
                      <li key={id}>
                        <Link to={`${paths.categories}#${code}`} className={styles.link}>
                          {name}
                        </Link>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </Part>
        ))}
        <Part name="account">
          {Object.entries(ACCOUNT).map(([page, path]) => (
            <li key={page}>
              <Link to={path} className={styles.link}>
                {t(`siteMap.page.${page}`)}
              </Link>
            </li>
          ))}
        </Part>
      </div>
    </Page>
  )
}
