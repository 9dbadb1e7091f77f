import type { Output, judge } from '@awards/shared/contract'
import { PHASES } from '@awards/shared/domain'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PhaseLine } from '../common/phase-line.tsx'
import { useCapability } from '../common/use-capability.ts'
import { PhaseDialog } from './phase-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'

type ChairPhaseProps = {
  phases: Output<typeof judge.getPhase> | undefined
  editionId: string | undefined
}

/** The phase of the edition on screen, moving it by hand, and publishing the results. */
export function ChairPhase({ phases, editionId }: ChairPhaseProps) {
  const { t } = useTranslation('jury')
  const can = useCapability()
  const [open, setOpen] = useState<'phase' | 'publish'>()
  const current = editionId
    ? phases?.list.find(({ edition, is_current }) => edition.id === editionId && is_current)
    : phases?.current
  if (!phases || !current) return null
  const own = phases.list.filter(({ edition }) => edition.id === current.edition.id)
  const close = () => setOpen(undefined)
  return (
    <>
      <PhaseLine
        phase={current}
        actions={
          can('can_publish') && (
            <>
              <Button size="small" onClick={() => setOpen('phase')}>
                {t('phase.change')}
              </Button>
              <Button
                size="small"
                type={current.phase === PHASES.published ? 'default' : 'primary'}
                disabled={!current.capabilities.can_publish}
                title={current.capabilities.can_publish ? '' : t('publish.later')}
                onClick={() => setOpen('publish')}
              >
                {t('publish.open')}
              </Button>
            </>
          )
        }
      />
      <PhaseDialog isOpen={open === 'phase'} phases={own} current={current} onClose={close} />
      <PublishDialog isOpen={open === 'publish'} edition={current.edition} onClose={close} />
    </>
  )
}
