import { DefinitionList, Page, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicContactQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import styles from './contact.module.css'

export function Component() {
  const { t } = useTranslation('public')
  const contact = usePublicContactQuery()
  return (
    <Page>
      <PageHeader size="display" title={t('nav.contact')} lead={t('contact.lead')} />
      <Answered query={contact} room="page">
        {({ email, press_email, phone, address, hours, social }) => (
          <>
            <p className={styles.email}>
              <a href={`mailto:${email}`}>{email}</a>
            </p>
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
          </>
        )}
      </Answered>
    </Page>
  )
}
