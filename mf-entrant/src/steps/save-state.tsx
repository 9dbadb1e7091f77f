import { useTranslation } from 'react-i18next'
import type { SaveState as State } from './draft-saver.ts'
import styles from './save-state.module.css'

/** Says quietly whether everything is kept. */
export function SaveState({ state }: { state: State }) {
  const { t } = useTranslation('entrant')
  return (
    <p className={`${styles.state} ${styles[state]}`} role="status">
      {t(`save.${state}`)}
    </p>
  )
}
