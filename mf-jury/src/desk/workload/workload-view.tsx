import { useFormat } from '@awards/shared/i18n'
import { QueryView } from '@awards/shared/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lastMoment } from '../../common/last-moment.ts'
import { useCapability } from '../../common/use-capability.ts'
import { useFilters } from '../../common/use-filters.ts'
import { WrongFilters } from '../../common/wrong-filters.tsx'
import { DeskBar } from '../desk-bar.tsx'
import { DeskSelect } from '../desk-select.tsx'
import { usePlace } from '../use-desk-scope.ts'
import { useDeskWorkloadQuery } from '../desk.api.ts'
import { Coverage } from './coverage.tsx'
import { JurorLoads } from './juror-loads.tsx'
import { PlanDrawer } from './plan-drawer.tsx'
import styles from './workload-view.module.css'

const LEVELS = ['2', '3'] as const
const NAMES = ['edition_id', 'level'] as const

/** How far the votes of each category reach, and what each juror has done. */
export function WorkView() {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const format = useFormat()
  const can = useCapability()
  const { filters, wrong, change, clear } = useFilters(NAMES)
  const { editionId: edition_id, phase } = usePlace()
  const [isPlanning, setIsPlanning] = useState(false)
  const secondByPhase = (phase?.phase ?? 0) >= 5
  const level = filters.level ?? (secondByPhase ? '3' : '2')
  const query = useDeskWorkloadQuery({ edition_id, level }, { skip: !edition_id })
  const mayPlan = phase?.capabilities.can_assign ?? false

  return (
    <>
      <DeskBar
        onChange={change}
        actions={
          can('can_assign') && (
            <Button
              type="primary"
              disabled={!mayPlan}
              title={mayPlan ? '' : t('work.later')}
              onClick={() => setIsPlanning(true)}
            >
              {t('plan.open')}
            </Button>
          )
        }
      >
        <DeskSelect
          label={t('work.level')}
          value={level}
          options={LEVELS.map((value) => ({ value, label: t(`jury:assign.level${value}`) }))}
          onChange={(chosen) => change({ level: chosen })}
        />
      </DeskBar>
      <WrongFilters names={wrong} onClear={clear} />
      <QueryView query={query}>
        {(work) => (
          <>
            <p className={styles.facts}>
              {t('work.quorum', { count: work.quorum })}
              {work.due_at &&
                ` · ${t('work.due', { date: format.date(lastMoment(work.due_at), 'datetime') })}`}
            </p>
            <Coverage rows={work.categories} editionId={edition_id} />
            <JurorLoads key={level} rows={work.jurors} editionId={edition_id} />
          </>
        )}
      </QueryView>
      {isPlanning && edition_id && (
        <PlanDrawer
          editionId={edition_id}
          level={level === '3' ? 3 : 2}
          onClose={() => setIsPlanning(false)}
        />
      )}
    </>
  )
}
