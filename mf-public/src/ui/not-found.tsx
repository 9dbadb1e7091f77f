import { paths } from '@awards/shared/paths'
import { Page, PageHeader, TextLink, usePageHead } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './not-found.module.css'

type NotFoundProps = { title?: string; children?: ReactNode }

/** What a visitor sees at an address that leads to nothing public, with ways on. */
export function NotFound({ title, children }: NotFoundProps) {
  const { t } = useTranslation('public')
  const heading = title ?? t('notFound.title')
  usePageHead({ title: heading, status: 404, index: false })
  return (
    <Page>
      <PageHeader
        size="display"
        eyebrow={t('notFound.eyebrow')}
        title={heading}
        lead={children ?? t('notFound.text')}
      />
      <p className={styles.links}>
        <TextLink to={paths.winners()}>{t('nav.winners')}</TextLink>
        <TextLink to={paths.categories}>{t('nav.categories')}</TextLink>
        <TextLink to={paths.home}>{t('nav.home')}</TextLink>
      </p>
    </Page>
  )
}
