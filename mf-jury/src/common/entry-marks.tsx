import { DECISION_STATUS } from '@awards/shared/domain'
import { AwardMark, ResponsiveImage } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './common.module.css'
import type { Picture as Stored } from '@awards/shared/contract'

type DecisionTagProps = {
  award: { code: string; name: string } | null
  status: number
}

const DECISION_NAMES = Object.fromEntries(
  Object.entries(DECISION_STATUS).map(([name, id]) => [id, name]),
)

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
      <span className={styles.state}>{t(`decision.${DECISION_NAMES[status] ?? 'none'}`)}</span>
    </span>
  )
}

type PictureProps = {
  picture: Stored | null
  sizes: string
  ratio?: string
  eager?: boolean
  code: string
}

/** The cover of an entry, or a plate with the code of its category. */
export const Picture = ({ picture, sizes, ratio = '3 / 2', eager = false, code }: PictureProps) =>
  picture ? (
    <ResponsiveImage
      picture={picture}
      sizes={sizes}
      ratio={ratio}
      alt=""
      eager={eager}
      className={styles.picture ?? ''}
    />
  ) : (
    <div className={styles.plate} style={{ aspectRatio: ratio }} aria-hidden="true">
      {code}
    </div>
  )
