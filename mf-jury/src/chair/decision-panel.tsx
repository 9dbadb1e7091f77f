import type { JurorEntryInfo } from '@awards/shared/contract'
import { openFile } from '@awards/shared/client'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DecisionTag } from '../common/decision-tag.tsx'
import { Figures } from '../common/figures.tsx'
import { useFigure } from '../common/use-figure.ts'
import { useCapability } from '../common/use-capability.ts'
import { useJudgeEntryListQuery, useJudgeSubJudgesQuery, useJudgeZipMutation } from '../jury.api.ts'
import { AssignEntry } from './assign-entry.tsx'
import { AwardForm } from './award-form.tsx'
import { SidePanel } from './side-panel.tsx'
import styles from './decision-panel.module.css'
import { FeePanel } from './fee-panel.tsx'
import { SeatList } from './seat-list.tsx'

/** What the jury says of an entry, who has said it, and the chair's decision. */
export function DecisionPanel({ info }: { info: JurorEntryInfo }) {
  const { t } = useTranslation('jury')
  const figure = useFigure()
  const can = useCapability()
  const [isAssigning, setIsAssigning] = useState(false)
  const { apply_order_id, judging_no, edition } = info
  const { data } = useJudgeEntryListQuery({ keyword: judging_no, edition_id: edition.id })
  const { data: seats } = useJudgeSubJudgesQuery({ apply_order_id })
  const [zip, { isLoading }] = useJudgeZipMutation()
  const row = data?.list.find((one) => one.apply_order_id === apply_order_id)

  const download = async () => {
    const { data: file } = await zip({ apply_order_id })
    if (file) openFile(file.url)
  }
  return (
    <SidePanel title={t('panel.title')}>
      <p className={styles.final}>
        <b>{figure(row?.final_score ?? null)}</b>
        <span>{t('figures.result')}</span>
      </p>
      <DecisionTag award={info.award} status={info.decision_status} />
      {row && <Figures title={t('figures.first')} figures={row.first_level} />}
      {row && row.second_level.votes > 0 && (
        <Figures title={t('figures.second')} figures={row.second_level} />
      )}
      <AwardForm
        info={info}
        isDivergent={Boolean(row?.first_level.is_divergent || row?.second_level.is_divergent)}
      />
      {seats && <SeatList seats={seats} />}
      {row && <FeePanel row={row} />}
      <div className={styles.actions}>
        {can('can_assign') && (
          <Button onClick={() => setIsAssigning(true)}>{t('bulk.assign')}</Button>
        )}
        {can('can_download') && (
          <Button loading={isLoading} onClick={() => void download()}>
            {t('panel.download')}
          </Button>
        )}
      </div>
      <AssignEntry isOpen={isAssigning} id={apply_order_id} onClose={() => setIsAssigning(false)} />
    </SidePanel>
  )
}
