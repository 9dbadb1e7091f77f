import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { QueryState, SectionHeading } from '@awards/shared/ui'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { account, type SessionRow } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { deviceOf } from '@awards/shared/browser/device'
import styles from './sessions.module.css'

type SessionItemProps = { row: SessionRow; isBusy: boolean; onEnd: () => void }

/** One place where the person is signed in. */
function SessionItem({ row, isBusy, onEnd }: SessionItemProps) {
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

/** Where the entrant is signed in, and how to end that. */
export function Sessions() {
  const { t } = useTranslation('entrant')
  const { message } = App.useApp()
  const query = useApiQuery(account.sessions)
  const [end, { isLoading, originalArgs }] = useApiMutation(account.endSessions)
  const close = async (session_id?: string) => {
    const done = await end(session_id ? { session_id } : {})
      .unwrap()
      .catch(() => undefined)
    if (done) void message.success(t('sessions.ended', { count: done.ended }))
  }
  return (
    <div className={styles.sessions}>
      <SectionHeading size="small">{t('sessions.title')}</SectionHeading>
      <p className={styles.text}>{t('sessions.text')}</p>
      <QueryState query={query}>
        {(rows) => (
          <>
            <ul className={styles.list} role="list">
              {rows.map((row) => (
                <li key={row.id}>
                  <SessionItem
                    row={row}
                    isBusy={isLoading && originalArgs?.session_id === row.id}
                    onEnd={() => void close(row.id)}
                  />
                </li>
              ))}
            </ul>
            {rows.length > 1 ? (
              <Button
                danger
                loading={isLoading && !originalArgs?.session_id}
                onClick={() => void close()}
              >
                {t('sessions.endOthers')}
              </Button>
            ) : (
              <p className={styles.text}>{t('sessions.only')}</p>
            )}
          </>
        )}
      </QueryState>
    </div>
  )
}
