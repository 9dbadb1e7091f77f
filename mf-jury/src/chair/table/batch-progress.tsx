import { translateMessage } from '@awards/shared/i18n'
import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from '../bulk-bar.module.css'
import type { useBatches } from './use-batches.ts'

/** How far work on many entries has come, what it has done, and what became of the rest. */
export function BatchProgress({ batches }: { batches: ReturnType<typeof useBatches> }) {
  const { t } = useTranslation('jurytable')
  const { work } = batches
  if (!work) return null
  const { state, done, total, tally, error } = work
  const sentence =
    error && [error.msg].flat().map((msg) => typeof msg === 'string' && translateMessage(msg))
  return (
    <section className={styles.panel} aria-label={t('batch.label')}>
      <Progress
        percent={Math.round((done / Math.max(total, 1)) * 100)}
        size="small"
        status={state === 'failed' ? 'exception' : state === 'done' ? 'success' : 'active'}
        aria-label={t('batch.label')}
      />
      <p className={styles.state} role="status">
        {t(`batch.${state}`, { done, count: total })} {sentence}
      </p>
      <ul className={styles.tally} role="list">
        {Object.entries(tally)
          .filter(([, count]) => count > 0)
          .map(([key, count]) => (
            <li key={key} className={key.startsWith('skipped') ? styles.skipped : ''}>
              {t(`tally.${key}`, { count })}
            </li>
          ))}
      </ul>
      <div className={styles.actions}>
        {state === 'running' && (
          <Button size="small" onClick={batches.stop}>
            {t('batch.stop')}
          </Button>
        )}
        {(state === 'failed' || state === 'cancelled') && (
          <Button size="small" type="primary" onClick={() => void batches.resume()}>
            {t('batch.resume')}
          </Button>
        )}
        {state !== 'running' && (
          <Button size="small" onClick={batches.close}>
            {t('batch.close')}
          </Button>
        )}
      </div>
    </section>
  )
}
