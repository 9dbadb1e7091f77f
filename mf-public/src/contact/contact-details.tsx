import type { Output, publication } from '@awards/shared/contract'
import { DefinitionList } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { OutsideLink } from '../ui/outside-link.tsx'
import styles from './contact.module.css'

export type Contact = Output<typeof publication.contact>

/** Where and when the organiser can be reached. */
export function ContactDetails({ contact }: { contact: Contact }) {
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
