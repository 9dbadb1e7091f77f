import { CONTACT_LENGTHS } from '@awards/shared/domain'
import { useTranslation } from 'react-i18next'
import { TextArea, TextField } from '../ui/form/field.tsx'
import type { ContactErrors } from './contact-errors.ts'
import styles from './contact-form.module.css'

type ContactFieldsProps = { errors: ContactErrors; idOf: (field: string) => string }

/** Who writes, and what. */
export function ContactFields({ errors, idOf }: ContactFieldsProps) {
  const { t } = useTranslation('public')
  return (
    <>
      <TextField
        id={idOf('name')}
        name="name"
        label={t('contact.form.name')}
        error={errors.name}
        autoComplete="name"
        maxLength={CONTACT_LENGTHS.name}
        required
      />
      <TextField
        id={idOf('email')}
        name="email"
        type="email"
        inputMode="email"
        label={t('contact.form.email')}
        hint={t('contact.form.emailHint')}
        error={errors.email}
        autoComplete="email"
        maxLength={CONTACT_LENGTHS.email}
        required
      />
      <TextField
        id={idOf('subject')}
        name="subject"
        label={t('contact.form.subject')}
        error={errors.subject}
        maxLength={CONTACT_LENGTHS.subject}
        required
      />
      <TextArea
        id={idOf('message')}
        name="message"
        label={t('contact.form.message')}
        hint={t('contact.form.messageHint')}
        error={errors.message}
        maxLength={CONTACT_LENGTHS.message}
        required
      />
      {/* Whoever fills this in is a program: people do not see it, and screen readers leave it out. */}
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor={idOf('website')}>Website</label>
        <input
          id={idOf('website')}
          name="website"
          type="text"
          tabIndex={-1}
          autoComplete="off"
          defaultValue=""
        />
      </div>
    </>
  )
}
