import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Page, PageHeader, SectionHeading, TextLink, usePageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { contactPoints } from '../facts/contact-points.ts'
import { useBreadcrumbs } from '../facts/use-breadcrumbs.ts'
import { usePublicContactQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { ContactDetails } from './contact-details.tsx'
import { ContactForm } from './contact-form.tsx'
import styles from './contact.module.css'

export function Component() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const contact = usePublicContactQuery()
  const breadcrumbs = useBreadcrumbs({ name: t('nav.contact'), path: paths.contact })
  usePageHead({
    title: t('nav.contact'),
    description: t('contact.describe'),
    facts: contact.data ? [breadcrumbs, contactPoints(contact.data, language)] : [breadcrumbs],
  })
  return (
    <Page width="wide">
      <PageHeader size="display" title={t('nav.contact')} lead={t('contact.lead')} />
      <Answered query={contact} room="page">
        {(found) => (
          <>
            <p className={styles.email}>
              <a href={`mailto:${found.email}`}>{found.email}</a>
            </p>
            <div className={styles.columns}>
              <section aria-labelledby="message-title" className={styles.message}>
                <SectionHeading id="message-title">{t('contact.form.title')}</SectionHeading>
                <p className={styles.unscripted}>{t('contact.form.unscripted')}</p>
                <ContactForm email={found.email} />
              </section>
              <section aria-labelledby="details-title">
                <SectionHeading id="details-title">{t('contact.details')}</SectionHeading>
                <ContactDetails contact={found} />
                <p className={styles.faq}>
                  <TextLink to={paths.faq}>{t('nav.faq')}</TextLink>
                </p>
              </section>
            </div>
          </>
        )}
      </Answered>
    </Page>
  )
}
