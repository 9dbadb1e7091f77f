import {
  Page,
  PageHeader,
  QueryState as SharedQueryState,
  TextLink,
  usePageHead,
} from '@awards/shared/ui'
import type { ComponentProps, ReactNode } from 'react'
import styles from './links.module.css'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'

type NotFoundProps = { title?: string; children?: ReactNode }

/** The 404 page, with links to the main pages; answers with status 404 on the server. */
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
      <p className={styles.row}>
        <TextLink to={paths.winners()}>{t('nav.winners')}</TextLink>
        <TextLink to={paths.categories}>{t('nav.categories')}</TextLink>
        <TextLink to={paths.home}>{t('nav.home')}</TextLink>
      </p>
    </Page>
  )
}

/** `QueryState` as a public page shows it: it reserves a height, and what is missing is the 404 page. */
export function QueryState<T>(props: ComponentProps<typeof SharedQueryState<T>>) {
  return <SharedQueryState minHeight="block" missing={<NotFound />} {...props} />
}
