import type { JurorEntryInfo } from '@awards/shared/contract'
import { useCurrentUser } from '@awards/shared/session'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryHead } from '../common/entry-head.tsx'
import { Sheet } from '../common/sheet.tsx'
import { useShortcuts } from '../common/use-shortcuts.ts'
import { CompareToggle } from '../compare/compare-toggle.tsx'
import { CalibrationNote } from './calibration-note.tsx'
import { NextEntry } from './next-entry.tsx'
import { OwnDecision } from './own-decision.tsx'
import styles from './review.module.css'
import { ScoreBar } from './score-bar.tsx'
import { ScorePanel } from './score-panel.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { useScore } from './use-score.ts'

type ReviewProps = { info: JurorEntryInfo; home: string; reload: () => PromiseLike<unknown> }

/** Pictures first; the score beside them on a large screen, below them on a small one. */
export function Review({ info, home, reload }: ReviewProps) {
  const { t } = useTranslation('jury')
  const user = useCurrentUser()
  const side = useRef<HTMLDivElement>(null)
  const level = user?.identity === 3 ? 3 : 2
  const neighbours = useNeighbours(info.apply_order_id, level, home)
  const score = useScore(info, neighbours)
  const isScored = info.own_score !== null && !info.own_score.is_draft
  const { next, previous, position } = neighbours
  useShortcuts({
    j: next ? () => neighbours.goTo(next) : undefined,
    k: previous ? () => neighbours.goTo(previous) : undefined,
  })
  return (
    <div className={styles.page}>
      <EntryHead
        info={info}
        back={home}
        actions={
          <>
            {position && <span className={styles.position}>{t('queue.position', position)}</span>}
            <CompareToggle id={info.apply_order_id} />
          </>
        }
      />
      <CalibrationNote home={home} />
      <div className={styles.review}>
        <div className={styles.work}>
          <Sheet info={info} />
        </div>
        <div className={styles.side} ref={side}>
          <ScorePanel info={info} score={score} neighbours={neighbours} />
          {isScored && <NextEntry neighbours={neighbours} />}
          {isScored && <OwnDecision info={info} level={level} onDecided={() => void reload()} />}
        </div>
      </div>
      <ScoreBar
        score={score}
        of={info.criteria.length}
        canScore={info.can_score}
        onForm={() => side.current?.scrollIntoView({ block: 'start' })}
      />
    </div>
  )
}
