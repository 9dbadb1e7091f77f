import type { AdmissionRow } from '@awards/shared/contract'
import type { EntryFeeStatus } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { ResponsiveImage, StatusTag, Tag } from '@awards/shared/ui'
import { Checkbox } from 'antd'
import { memo } from 'react'
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

type AdmissionLineProps = {
  row: AdmissionRow
  isChosen: boolean
  onChoose: ((row: AdmissionRow) => void) | undefined
  onOpen: (row: AdmissionRow) => void
}

/** One entry of the queue: what it is, whose, what is to be looked at. */
export const AdmissionLine = memo(function AdmissionLine({
  row,
  isChosen,
  onChoose,
  onOpen,
}: AdmissionLineProps) {
  const { t } = useTranslation('organiser')
  const format = useFormat()
  const { entrant, correction } = row
  const title = row.title || t('admission.untitled')
  return (
    <div className={styles.line}>
      {onChoose && (
        <Checkbox
          checked={isChosen}
          aria-label={t('admission.choose', { title })}
          onChange={() => onChoose(row)}
        />
      )}
      <span className={styles.cover}>
        {row.cover && <ResponsiveImage picture={row.cover} ratio="4 / 3" sizes="6rem" alt="" />}
      </span>
      <div className={styles.body}>
        <button type="button" className={styles.title} onClick={() => onOpen(row)}>
          {title}
        </button>
        <span className={styles.facts}>
          {row.entry_no} · {row.category.name} · {row.section.name}
        </span>
        <Warnings row={row} />
      </div>
      <div className={styles.who}>
        <span>{entrant.company || entrant.name}</span>
        <small>
          {entrant.country ? `${format.countryName(entrant.country)} · ` : ''}
          {row.paid_at ? t('admission.since', { date: format.date(row.paid_at, 'short') }) : ''}
        </small>
        {correction?.due_at && (
          <small>
            {t(correction.is_over ? 'admission.overdue' : 'admission.dueAt', {
              date: format.date(correction.due_at, 'datetime'),
            })}
          </small>
        )}
        {row.assignee && <small>{t('admission.assignee', { name: row.assignee.name })}</small>}
        {row.state === 'refused' && (
          <StatusTag kind="entry_fee" status={row.entry_fee_status as EntryFeeStatus} />
        )}
      </div>
    </div>
  )
})
