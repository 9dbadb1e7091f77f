import type { JudgeRow } from '@awards/shared/contract'
import type { EntryFeeStatus, WinnerFeeStatus } from '@awards/shared/domain'
import { StatusTag } from '@awards/shared/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FeeDialog } from './fee-dialog.tsx'
import { feeTargets, type Fee } from './fee-targets.ts'
import styles from './fee-panel.module.css'

/** The fees of an entry, for those who look after them. */
export function FeePanel({ row }: { row: JudgeRow }) {
  const { t } = useTranslation('jury')
  const [fee, setFee] = useState<Fee>()
  const { entry_fee_status: entry, winner_fee_status: winner } = row
  if (entry === null || winner === null) return null
  const change = (kind: Fee, status: number) =>
    feeTargets(kind, status).length > 0 && (
      <Button size="small" onClick={() => setFee(kind)}>
        {t('fee.change')}
      </Button>
    )
  return (
    <section className={styles.fees} aria-label={t('column.fees')}>
      <h3 className={styles.heading}>{t('column.fees')}</h3>
      <p className={styles.fee}>
        <span>{t('fee.entry')}</span>
        <StatusTag kind="entry_fee" status={entry as EntryFeeStatus} />
        {change('entry', entry)}
      </p>
      {winner > 0 && (
        <p className={styles.fee}>
          <span>{t('fee.winner')}</span>
          <StatusTag kind="winner_fee" status={winner as WinnerFeeStatus} />
          {change('winner', winner)}
        </p>
      )}
      {fee && (
        <FeeDialog
          fee={fee}
          id={row.apply_order_id}
          entryNo={row.entry_no}
          version={row.version}
          status={fee === 'entry' ? entry : winner}
          onClose={() => setFee(undefined)}
        />
      )}
    </section>
  )
}
