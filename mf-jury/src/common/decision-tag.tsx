import { DECISION_STATUS } from '@awards/shared/domain'
import { AwardMark } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './common.module.css'

type DecisionTagProps = {
  award: { code: string; name: string } | null
  status: number
}

const NAMES = Object.fromEntries(Object.entries(DECISION_STATUS).map(([name, id]) => [id, name]))

/** The level an entry is considered for, and how far the decision has come. */
export function DecisionTag({ award, status }: DecisionTagProps) {
  const { t } = useTranslation('jury')
  if (!award) {
    const isRefused = status === DECISION_STATUS.declined
    return (
      <span className={styles.none}>{t(isRefused ? 'decision.noAward' : 'decision.none')}</span>
    )
  }
  return (
    <span className={styles.decision}>
      <AwardMark code={award.code} name={award.name} />
      <span className={styles.state}>{t(`decision.${NAMES[status] ?? 'none'}`)}</span>
    </span>
  )
}
