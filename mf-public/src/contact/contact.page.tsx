import { useApiQuery } from '@awards/shared/client'
import { type OutputOf, publication } from '@awards/shared/calls'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import {
  Page,
  PageHeader,
  SectionHeading,
  TextLink,
  usePageHead,
  DefinitionList,
} from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import type { Language } from '@awards/shared/domain'
import { LANGUAGES } from '@awards/shared/rules'
import { pageAddress, organiser, useBreadcrumbs } from '../structured-data/schema-org.ts'
import { QueryState } from '../ui/query-state.tsx'
import { OutsideLink } from '../ui/links.tsx'
import styles from './contact.module.css'
import { ContactForm } from './contact-form.tsx'

type Contact = OutputOf<typeof publication.contact>

/** Contact details as a schema.org ContactPage. */
const contactPoints = (
  { email, press_email, phone, address, social }: Contact,
  language: Language,
): object => ({
  '@context': 'https://schema.org',
  '@type': 'ContactPage',
  url: pageAddress(paths.contact, language),
  mainEntity: {
    ...organiser(language),
    email,
    ...(phone && { telephone: phone }),
    address: address.join(', '),
    sameAs: social.map(({ url }) => url),
    contactPoint: [
      { '@type': 'ContactPoint', contactType: 'customer support', email },
      { '@type': 'ContactPoint', contactType: 'press', email: press_email },
    ].map((point) => ({ ...point, availableLanguage: LANGUAGES })),
  },
})

/** Where and when the organiser can be reached. */
function ContactDetails({ contact }: { contact: Contact }) {
  const { t } = useTranslation('public')
  const { press_email, phone, address, hours, social } = contact
  return (
    <DefinitionList
      items={[
        {
          term: t('contact.press'),
          detail: <a href={`mailto:${press_email}`}>{press_email}</a>,
        },
        {
          term: t('contact.phone'),
          detail: phone && <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>,
        },
        { term: t('contact.hours'), detail: hours },
        {
          term: t('contact.address'),
          detail: (
            <address className={styles.address}>
              {address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          ),
        },
        {
          term: t('contact.social'),
          detail: social.length > 0 && (
            <ul role="list" className={styles.social}>
              {social.map(({ name, url }) => (
                <li key={name}>
                  <OutsideLink href={url}>{name}</OutsideLink>
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  )
}

export function Component() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const contact = useApiQuery(publication.contact)
  const breadcrumbs = useBreadcrumbs({ name: t('nav.contact'), path: paths.contact })
  usePageHead({
    title: t('nav.contact'),
    description: t('contact.describe'),
    facts: contact.data ? [breadcrumbs, contactPoints(contact.data, language)] : [breadcrumbs],
  })
  return (
    <Page width="wide">
      <PageHeader size="display" title={t('nav.contact')} lead={t('contact.lead')} />
      <QueryState query={contact} minHeight="page">
        {(found) => (
          <>
            <p className={styles.email}>
              <a href={`mailto:${found.email}`}>{found.email}</a>
            </p>
            <div className={styles.columns}>
              <section aria-labelledby="message-title" className={styles.message}>
                <SectionHeading id="message-title">{t('contact.form.title')}</SectionHeading>
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
      </QueryState>
    </Page>
  )
}
