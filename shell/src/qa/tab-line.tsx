import { useTranslation } from 'react-i18next'
import styles from './panel-remote.module.css'
import { useRemoteState } from './use-remote-state.ts'

const WORDS = {
  idle: 'runsNothing',
  resolving: 'runsLoading',
  loading: 'runsLoading',
  failed: 'runsFailed',
} as const

/** What this tab runs of a part. */
export function TabLine({ name }: { name: string }) {
  const { t } = useTranslation('qa')
  const state = useRemoteState(name)
  const isRunning = state.status === 'ready' || state.status === 'degraded'
  return (
    <p className={styles.line}>
      <span className={styles.term}>{t('panel.runs')}</span>
      {isRunning ? (
        <span className={styles.version}>{state.version}</span>
      ) : (
        <span className={state.status === 'failed' ? styles.bad : styles.quiet}>
          {t(`panel.${WORDS[state.status]}`)}
        </span>
      )}
      {state.status === 'degraded' && (
        <span className={styles.warning}>{t('panel.insteadOf', { version: state.wanted })}</span>
      )}
    </p>
  )
}
