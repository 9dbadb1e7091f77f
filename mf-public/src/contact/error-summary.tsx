import { useTranslation } from 'react-i18next'
import { CONTACT_FIELDS } from './contact-draft.ts'
import type { ContactErrors } from './contact-errors.ts'
import styles from './contact-form.module.css'

type ErrorSummaryProps = { errors: ContactErrors; idOf: (field: string) => string }

/** All that is wrong at once, each leading to its field. */
export function ErrorSummary({ errors, idOf }: ErrorSummaryProps) {
  const { t } = useTranslation('public')
  const wrong = CONTACT_FIELDS.filter((field) => errors[field])
  if (wrong.length === 0) return null
  return (
    <div className={styles.summary} role="alert">
      <p className={styles.summaryTitle}>{t('contact.form.wrong', { count: wrong.length })}</p>
      <ul>
        {wrong.map((field) => (
          <li key={field}>
            <a
              href={`#${idOf(field)}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(idOf(field))?.focus()
              }}
            >
              {t(`contact.form.${field}`)}: {errors[field]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
