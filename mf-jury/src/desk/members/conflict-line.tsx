import type { ConflictRow } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { Tag } from '@awards/shared/ui'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Mention } from '../entry-link.tsx'
import rowStyles from '../rows.module.css'

type ConflictLineProps = { row: ConflictRow; onDismiss: (row: ConflictRow) => void }

/** One conflict: entry, juror, kind, and who has found it by what. */
export function ConflictLine({ row, onDismiss }: ConflictLineProps) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const format = useFormat()
  const stands = row.state === 'standing'
  return (
    <li className={rowStyles.row}>
      <Mention entry={row} />
      <span className={rowStyles.cell}>
        <span className={rowStyles.strong}>{row.juror.name}</span>
        <small>
          {t(`jury:assign.level${row.juror.level}`, { defaultValue: t('conflicts.chair') })}
        </small>
      </span>
      <span className={rowStyles.cell}>
        <span>{t(`jury:conflict.${row.type}`)}</span>
        <small>
          {t(`conflicts.source.${row.source}`)}
          {row.evidence && ` · ${t(`conflicts.evidence.${row.evidence}`)}`}
          {' · '}
          {format.date(row.at, 'short')}
        </small>
      </span>
      <span className={rowStyles.actions}>
        {row.is_pinned && stands && <Tag tone="info">{t('conflicts.pinned')}</Tag>}
        {!stands && <Tag tone="neutral">{t('conflicts.states.dismissed')}</Tag>}
        {row.can_dismiss && stands && (
          <Button
            size="small"
            aria-label={t('conflicts.dismissOne', { name: row.juror.name, title: row.title })}
            onClick={() => onDismiss(row)}
          >
            {t('conflicts.dismiss')}
          </Button>
        )}
      </span>
    </li>
  )
}
