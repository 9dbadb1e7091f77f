import { useFormat } from '@awards/shared/i18n'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './score-bar.module.css'
import type { Score } from './use-score.ts'

type ScoreBarProps = { score: Score; of: number; canScore: boolean; onForm: () => void }

/** On a telephone the form is far below the pictures: the total and the next step stay at hand. */
export function ScoreBar({ score, of, canScore, onForm }: ScoreBarProps) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const isReady = score.isComplete && score.isDraft && canScore
  return (
    <div className={styles.bar}>
      <p className={styles.total}>
        <b>{format.number(score.total, { maximumFractionDigits: 1 })}</b>
        <small>{t('score.marked', { marked: score.marked, of })}</small>
      </p>
      {isReady ? (
        <Button
          type="primary"
          aria-busy={score.state === 'saving'}
          onClick={() => void score.submit(true)}
        >
          {t('score.submitNext')}
        </Button>
      ) : (
        <Button type="primary" onClick={onForm}>
          {t(score.isDraft && canScore ? 'score.go' : 'score.see')}
        </Button>
      )}
    </div>
  )
}
