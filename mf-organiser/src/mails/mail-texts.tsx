import { useApiQuery } from '@awards/shared/client'
import { mailTexts } from '@awards/shared/contract'
import { LANGUAGES } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { QueryState, Tag } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './mails.module.css'
import { TEXTS } from './view.ts'

/** The mails that the site sends by itself, and which of them have another text than that of the release. */
export function MailTexts() {
  const { t } = useTranslation('mails')
  const format = useFormat()
  const query = useApiQuery(mailTexts.mails)
  return (
    <QueryState query={query}>
      {({ list }) => (
        <ul role="list" className={styles.list} aria-label={t('texts')}>
          {list.map(({ template, title, edited, changed_at, changed_by }) => (
            <li key={template}>
              <span className={styles.what}>
                <Link to={`${TEXTS}&mail=${template}`}>{title}</Link>
                {/* Some mails share a title: with and without a date, with and without a refund. */}
                <code className={styles.hint}>{template}</code>
              </span>
              <span className={styles.state}>
                {edited.map((one) => (
                  <Tag key={one} tone="info">
                    {t('written', { language: t(`language.${one}`) })}
                  </Tag>
                ))}
                {edited.length > 0 && edited.length < LANGUAGES.length && (
                  <span className={styles.hint}>{t('originalElsewhere')}</span>
                )}
              </span>
              <span className={styles.hint}>
                {changed_at &&
                  t('at.draft', { date: format.date(changed_at, 'datetime'), name: changed_by })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  )
}
