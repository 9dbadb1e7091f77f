import type { WorkloadRow } from '@awards/shared/contract'
import { EmptyState, SectionHeading } from '@awards/shared/ui'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCapability } from '../../common/use-capability.ts'
import { useRemindJurorsMutation } from '../desk.api.ts'
import styles from './workload-view.module.css'
import { JurorLoad } from './juror-load.tsx'

type JurorLoadsProps = { rows: readonly WorkloadRow[]; editionId: string | undefined }

/** Each juror's share of the work; those who have some left can be reminded by mail. */
export function JurorLoads({ rows, editionId }: JurorLoadsProps) {
  const { t } = useTranslation('jurydesk')
  const { message } = App.useApp()
  const can = useCapability()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [remind, { isLoading }] = useRemindJurorsMutation()

  const send = async () => {
    const { data } = await remind({
      juror_ids: [...chosen],
      ...(editionId && { edition_id: editionId }),
    })
    if (!data) return
    if (data.sent.length > 0) void message.success(t('work.sent', { count: data.sent.length }))
    for (const [reason, some] of Map.groupBy(data.skipped, (one) => one.reason)) {
      void message.warning(t(`work.skipped.${reason}`, { count: some.length }))
    }
    setChosen([])
  }
  const toggle = (id: string, isOn: boolean) =>
    setChosen(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  const busiest = Math.max(1, ...rows.map(({ assigned }) => assigned))
  return (
    <section aria-labelledby="loads">
      <SectionHeading
        id="loads"
        size="small"
        aside={
          can('can_assign') && (
            <Button
              disabled={chosen.length === 0}
              title={chosen.length === 0 ? t('work.choose') : ''}
              loading={isLoading}
              onClick={() => void send()}
            >
              {t('work.remind', { count: chosen.length })}
            </Button>
          )
        }
      >
        {t('work.jurors', { count: rows.length })}
      </SectionHeading>
      {rows.length === 0 && (
        <EmptyState title={t('work.noJurors')}>{t('work.noJurorsText')}</EmptyState>
      )}
      <ul className={styles.loadRows} role="list">
        {rows.map((row) => (
          <JurorLoad
            key={row.juror_id}
            row={row}
            busiest={busiest}
            isChosen={chosen.includes(row.juror_id)}
            onChoose={can('can_assign') ? (isOn) => toggle(row.juror_id, isOn) : undefined}
          />
        ))}
      </ul>
    </section>
  )
}
