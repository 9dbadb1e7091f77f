import type { AdmissionRow } from '@awards/shared/contract'
import { Tag } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './admission-view.module.css'

/** What has to be looked at before an entry is admitted, and what changed since it was. */
export function Warnings({ row }: { row: AdmissionRow }) {
  const { t, i18n } = useTranslation('organiser')
  const nameOf = (field: string) =>
    field === 'pictures' || !i18n.exists(`field.${field}`, { ns: 'organiser' })
      ? t(field === 'pictures' ? 'admission.pictures' : 'admission.other')
      : t(`field.${field}`)
  const isCorrection = row.correction !== null
  if (row.warnings.length + row.changed.length === 0 && !isCorrection) return null
  return (
    <ul role="list" className={styles.warnings} aria-label={t('admission.warnings')}>
      {row.changed.length > 0 && (
        <li>
          <Tag tone="info">
            {t('admission.changed', {
              fields: [...new Set(row.changed.map(nameOf))].join(', '),
            })}
          </Tag>
        </li>
      )}
      {row.warnings.map(({ kind, found }) => (
        <li key={kind}>
          <Tag tone="warning">
            {t(`admission.warning.${kind}`, {
              found:
                kind === 'rights'
                  ? found.map((one) => t(`admission.consent.${one}`)).join(', ')
                  : found.join(', '),
              count: found.length,
            })}
          </Tag>
        </li>
      ))}
    </ul>
  )
}
