import { QueryView, SectionHeading } from '@awards/shared/ui'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAccountSessionsQuery, useEndSessionsMutation } from '../../entrant.api.ts'
import { SessionItem } from './session-item.tsx'
import styles from './sessions.module.css'

/** Where the entrant is signed in, and how to end that. */
export function Sessions() {
  const { t } = useTranslation('entrant')
  const { message } = App.useApp()
  const query = useAccountSessionsQuery()
  const [end, { isLoading, originalArgs }] = useEndSessionsMutation()
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
      <QueryView query={query}>
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
      </QueryView>
    </div>
  )
}
