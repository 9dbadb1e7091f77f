import type { Output, juryDesk } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { Tag } from '@awards/shared/ui'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Mention } from '../common/mention.tsx'
import styles from '../common/rows.module.css'

type ReportLineProps = {
  row: Output<typeof juryDesk.identityReportList>['list'][number]
  onOpen: () => void
}

/** One report of a juror; it is closed by what is done to the sheet. */
export function ReportLine({ row, onOpen }: ReportLineProps) {
  const { t } = useTranslation('jurydesk')
  const format = useFormat()
  return (
    <li className={styles.row}>
      <Mention entry={row} />
      <span className={styles.cell}>{row.note}</span>
      <span className={styles.cell}>
        <small>{t('sheets.told', { date: format.date(row.at, 'datetime') })}</small>
        {row.closed_at && (
          <Tag tone="success">
            {t('sheets.closedOn', { date: format.date(row.closed_at, 'short') })}
          </Tag>
        )}
      </span>
      <span className={styles.actions}>
        <Button
          size="small"
          aria-label={t('sheets.redactOne', { title: row.title })}
          onClick={onOpen}
        >
          {t('sheets.redact')}
        </Button>
      </span>
    </li>
  )
}
