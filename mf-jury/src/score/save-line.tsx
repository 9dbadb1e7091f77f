import { translateMessage } from '@awards/shared/i18n'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './save-line.module.css'
import type { SaveState } from './score-saver.ts'

type SaveLineProps = {
  state: SaveState
  isDraft: boolean
  /** Why the server has refused it. */
  refusal: string
  onCopy: () => void
}

/** Says whether what is on screen has been saved, and where it is if not. */
export function SaveLine({ state, isDraft, refusal, onCopy }: SaveLineProps) {
  const { t } = useTranslation('jury')
  if (state === 'closed' || state === 'refused') {
    return (
      <div className={styles.kept} role="alert">
        <p>{translateMessage(refusal)}</p>
        <p>{t('save.kept')}</p>
        <Button size="small" onClick={onCopy}>
          {t('save.copy')}
        </Button>
      </div>
    )
  }
  if (state === 'unseen') {
    return (
      <p className={styles.kept} role="alert">
        {t('save.unseen')}
      </p>
    )
  }
  const key = state === 'changed' && !isDraft ? 'unsubmitted' : state
  const isWaiting = state === 'offline' || state === 'queued'
  return (
    <p className={isWaiting ? styles.waiting : styles.line} role="status">
      {t(`save.${key}`)}
    </p>
  )
}
