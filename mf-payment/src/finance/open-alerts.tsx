import { type AlertRow, money } from '@awards/shared/contract'
import { CHANNELS } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { Button, App, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './open-alerts.module.css'
import { fieldErrors, useApiMutation, useApiQuery, failureSentence } from '@awards/shared/client'
import { useChannelName } from '../common/use-money.ts'

type ResolveDialogProps = { alert: AlertRow; onClose: () => void }

/** An alert is closed by saying what was done; the note stays with it. */
function ResolveDialog({ alert, onClose }: ResolveDialogProps) {
  const { t } = useTranslation('books')
  const { message } = App.useApp()
  const [form] = Form.useForm<{ note: string }>()
  const [resolve, { isLoading, error }] = useApiMutation(money.resolveAlert)

  const send = async ({ note }: { note: string }) => {
    const answer = await resolve({ alert_id: alert.alert_id, note })
    if (!('error' in answer)) {
      void message.success(t('alert.resolved'))
      return onClose()
    }
    if (fieldErrors(answer.error).length === 0) void message.error(failureSentence(answer.error))
  }
  return (
    <FormDialog
      title={t(`alert.code.${alert.about ?? alert.code}`)}
      confirm={t('alert.confirm')}
      form={form}
      isSending={isLoading}
      error={error}
      onClose={onClose}
      onSend={(values) => void send(values)}
    >
      <Form.Item
        name="note"
        label={t('alert.note')}
        rules={[{ required: true, min: 5, whitespace: true, message: t('alert.noteNeeded') }]}
      >
        <Input.TextArea maxLength={500} rows={3} />
      </Form.Item>
    </FormDialog>
  )
}

const SHOWN = 20

/** What needs a person's eye, until somebody has said what was done. */
export function OpenAlerts() {
  const { t } = useTranslation('books')
  const { data } = useApiQuery(money.alertList, { open: '1', pageSize: SHOWN })
  const [asked, setAsked] = useState<AlertRow>()
  if (!data) return null
  if (data.total === 0) {
    return (
      <p className={styles.quiet} role="status">
        {t('alert.none')}
      </p>
    )
  }
  return (
    <section className={styles.alerts} aria-labelledby="open-alerts">
      <h2 id="open-alerts" className={styles.heading}>
        {t('alert.title', { count: data.total })}
      </h2>
      <ul className={styles.list} role="list">
        {data.list.map((alert) => (
          <li key={alert.alert_id} className={styles.alert}>
            <AlertText alert={alert} />
            <Button size="small" onClick={() => setAsked(alert)}>
              {t('alert.resolve')}
            </Button>
          </li>
        ))}
      </ul>
      {data.total > SHOWN && <p className={styles.more}>{t('alert.more', { count: SHOWN })}</p>}
      {asked && <ResolveDialog alert={asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

function AlertText({ alert }: { alert: AlertRow }) {
  const { t } = useTranslation('books')
  const format = useFormat()
  const channelName = useChannelName()
  const [, code, day = ''] = /^(\w+) (\d{4}-\d\d-\d\d)$/.exec(alert.detail) ?? []
  const channel = CHANNELS.find((one) => alert.code === 'BOOKS_DIFFER' && one === code)
  return (
    <div className={styles.text}>
      <p className={styles.what}>{t(`alert.code.${alert.about ?? alert.code}`)}</p>
      <p className={styles.hint}>{t(`alert.hint.${alert.about ?? alert.code}`)}</p>
      <p className={styles.facts}>
        <time dateTime={alert.at}>{format.date(alert.at, 'datetime')}</time>
        {alert.order_no && (
          <Link to={paths.payments({ order: alert.order_no })} preventScrollReset>
            {alert.order_no}
          </Link>
        )}
        {channel ? (
          <Link to={paths.payments({ view: 'days' })} preventScrollReset>
            {channelName(channel)}, {format.date(day)}
          </Link>
        ) : (
          <span>{alert.detail}</span>
        )}
      </p>
    </div>
  )
}
