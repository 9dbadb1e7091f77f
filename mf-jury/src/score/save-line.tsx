import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './save-line.module.css'
import type { SaveState } from './use-score-draft.ts'

type SaveLineProps = { state: SaveState; isDraft: boolean; onReload: () => void }

/** Says whether what is on screen has been saved. */
export function SaveLine({ state, isDraft, onReload }: SaveLineProps) {
  const { t } = useTranslation('jury')
  if (state === 'stale') {
    return (
      <div className={styles.stale} role="alert">
        <p>{t('save.stale')}</p>
        <Button size="small" onClick={onReload}>
          {t('save.reload')}
        </Button>
      </div>
    )
  }
  const key = state === 'changed' && !isDraft ? 'unsubmitted' : state
  return (
    <p className={state === 'failed' ? styles.failed : styles.line} role="status">
      {t(`save.${key}`)}
    </p>
  )
}
