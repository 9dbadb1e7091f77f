import type { JurorEntryInfo } from '@awards/shared/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../common/use-shortcuts.ts'
import { AbstainDialog } from './abstain-dialog.tsx'
import { RecuseDialog } from './recuse-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'
import styles from './score-panel.module.css'
import { SUBMIT_ID } from './type-ahead.ts'
import type { Neighbours } from './use-neighbours.ts'
import type { Score } from './use-score.ts'

type ScoreActionsProps = { info: JurorEntryInfo; score: Score; neighbours: Neighbours }
type Dialog = 'abstain' | 'recuse' | 'report'

/** Handing the score in, and the ways not to give one. */
export function ScoreActions({ info, score, neighbours }: ScoreActionsProps) {
  const { t } = useTranslation('jury')
  const [dialog, setDialog] = useState<Dialog>()
  const { isDraft, state, isComplete, submit, isLocked } = score
  useShortcuts({ a: () => setDialog('abstain'), c: () => setDialog('recuse') })
  const close = () => setDialog(undefined)
  const leave = () => {
    score.saver.abandon()
    neighbours.goTo(neighbours.todo?.apply_order_id)
  }
  return (
    <>
      <div className={styles.submit}>
        <Button
          id={SUBMIT_ID}
          type="primary"
          size="large"
          block
          aria-keyshortcuts="Enter Control+Enter"
          // Not antd's `loading`, which ignores presses: a submission waits for the draft that is on its way.
          aria-busy={state === 'saving' && isComplete}
          disabled={isLocked}
          onClick={() => void submit(true)}
        >
          {t(neighbours.todo ? 'score.submitNext' : 'score.submitLast')}
        </Button>
      </div>
      <Button block disabled={isLocked} onClick={() => void submit(false)}>
        {isDraft ? t('score.submit') : t('score.submitAgain')}
      </Button>
      <div className={styles.ways}>
        <Button type="text" aria-keyshortcuts="A" onClick={() => setDialog('abstain')}>
          {t('abstain.open')}
        </Button>
        <Button type="text" aria-keyshortcuts="C" onClick={() => setDialog('recuse')}>
          {t('recuse.open')}
        </Button>
        <Button type="text" onClick={() => setDialog('report')}>
          {t('report.open')}
        </Button>
      </div>
      <AbstainDialog
        isOpen={dialog === 'abstain'}
        id={info.apply_order_id}
        version={score.version}
        onDone={leave}
        onClose={close}
      />
      <RecuseDialog
        isOpen={dialog === 'recuse'}
        id={info.apply_order_id}
        version={score.version}
        onDone={leave}
        onClose={close}
      />
      <ReportDialog isOpen={dialog === 'report'} info={info} onClose={close} />
    </>
  )
}
