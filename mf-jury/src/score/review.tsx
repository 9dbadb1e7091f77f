import type { JurorEntryInfo } from '@awards/shared/contract'
import { useCurrentUser } from '@awards/shared/session'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryHead } from '../common/entry-head.tsx'
import { Sheet } from '../common/sheet.tsx'
import { NextEntry } from './next-entry.tsx'
import { OwnDecision } from './own-decision.tsx'
import styles from './review.module.css'
import { ScorePanel } from './score-panel.tsx'

type ReviewProps = { info: JurorEntryInfo; home: string; reload: () => PromiseLike<unknown> }

/** Pictures first; the score beside them on a large screen, below them on a small one. */
export function Review({ info, home, reload }: ReviewProps) {
  const { t } = useTranslation('jury')
  const user = useCurrentUser()
  const side = useRef<HTMLDivElement>(null)
  const goToScore = () => side.current?.scrollIntoView({ block: 'start' })
  const [round, setRound] = useState(0)
  const level = user?.identity === 3 ? 3 : 2
  const isScored = info.own_score !== null && !info.own_score.is_draft
  return (
    <>
      <EntryHead info={info} back={home} />
      <div className={styles.review}>
        <div className={styles.work}>
          <Sheet info={info} />
          <div className={styles.jump}>
            <Button type="primary" size="large" block onClick={goToScore}>
              {t(isScored ? 'score.see' : 'score.go')}
            </Button>
          </div>
        </div>
        <div className={styles.side} ref={side}>
          <ScorePanel
            key={round}
            info={info}
            onSubmitted={() => void reload()}
            onReload={() => void reload().then(() => setRound((before) => before + 1))}
          />
          {isScored && <NextEntry id={info.apply_order_id} level={level} />}
          {isScored && <OwnDecision info={info} level={level} onDecided={() => void reload()} />}
        </div>
      </div>
    </>
  )
}
