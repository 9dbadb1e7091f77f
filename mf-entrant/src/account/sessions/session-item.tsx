import type { SessionRow } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { deviceOf } from './device.ts'
import styles from './sessions.module.css'

type SessionItemProps = { row: SessionRow; isBusy: boolean; onEnd: () => void }

/** One place where the person is signed in. */
export function SessionItem({ row, isBusy, onEnd }: SessionItemProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { browser, system, kind } = deviceOf(row.user_agent)
  const name =
    browser && system
      ? t('sessions.device', { browser, system })
      : (browser ?? system ?? t('sessions.unknown'))
  return (
    <div className={styles.item}>
      <div className={styles.words}>
        <p className={styles.name}>
          {name}
          {row.is_current && <span className={styles.here}>{t('sessions.here')}</span>}
        </p>
        <p className={styles.facts}>
          {t(`sessions.kind.${kind}`)} ·{' '}
          {t('sessions.used', { date: format.date(row.last_used_at, 'datetime') })}
        </p>
        <p className={styles.facts}>
          {t('sessions.since', {
            from: format.date(row.created_at),
            until: format.date(row.expires_at),
          })}
        </p>
      </div>
      {!row.is_current && (
        <Button loading={isBusy} onClick={onEnd} aria-label={t('sessions.endOf', { name })}>
          {t('sessions.end')}
        </Button>
      )}
    </div>
  )
}
