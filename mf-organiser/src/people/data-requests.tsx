import { siteConfiguration, useApiMutation, useApiQuery } from '@awards/shared/client'
import { people, type DataRequest } from '@awards/shared/contract'
import { dayIn, DATA_REQUEST_WAYS } from '@awards/shared/domain'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { useFormat } from '@awards/shared/i18n'
import { EmptyState, QueryState, Tag, zodRule } from '@awards/shared/ui'
import { App, Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Refusal } from '../desk/refusal.tsx'
import styles from './people.module.css'

const TONES = { open: 'warning', done: 'success', refused: 'neutral' } as const
const today = () => dayIn(new Date(), siteConfiguration().time_zone)

/** How and when a request came that is done on somebody's behalf. */
export function ReceivedFields() {
  const { t } = useTranslation('organiser')
  const { received_on } = people.erasePerson.input.shape
  return (
    <div className={styles.received}>
      <Form.Item name="way" label={t('requests.wayLabel')} initialValue="mail">
        <Select
          options={DATA_REQUEST_WAYS.filter((way) => way !== 'account').map((way) => ({
            value: way,
            label: t(`requests.way.${way}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="received_on"
        label={t('requests.receivedOn')}
        initialValue={today()}
        rules={[zodRule(received_on)]}
      >
        <Input type="date" max={today()} />
      </Form.Item>
    </div>
  )
}

/** Requests about data and withdrawals, of one person or of all, what has to be answered first on top. */
export function DataRequests({ of }: { of?: string }) {
  const { t } = useTranslation('organiser')
  const query = useApiQuery(people.dataRequests, of ? { user_id: of } : {})
  const [closing, setClosing] = useState<DataRequest>()
  return (
    <QueryState query={query}>
      {({ list }) => (
        <>
          {!of && <p className={styles.lead}>{t('requests.lead')}</p>}
          {list.length === 0 &&
            (of ? (
              <p className={styles.muted}>{t('requests.noneOf')}</p>
            ) : (
              <EmptyState title={t('requests.none')}>{t('requests.noneText')}</EmptyState>
            ))}
          <ul role="list" className={styles.rows} aria-label={t('requests.title')}>
            {list.map((request) => (
              <RequestLine
                key={request.request_id}
                request={request}
                isNamed={!of}
                onClose={() => setClosing(request)}
              />
            ))}
          </ul>
          {closing && <CloseDialog request={closing} onEnd={() => setClosing(undefined)} />}
        </>
      )}
    </QueryState>
  )
}

type LineProps = { request: DataRequest; isNamed: boolean; onClose: () => void }

function RequestLine({ request, isNamed, onClose }: LineProps) {
  const { t } = useTranslation('organiser')
  const { date } = useFormat()
  const { kind, person, way, received_on, due_on, state, obstacle, kept, note, by } = request
  const isLate = state === 'open' && due_on < today()
  return (
    <li className={styles.row}>
      <span>
        <strong>{t(`requests.kind.${kind}`)}</strong>
        {isNamed &&
          (person ? (
            <Link className={styles.name} to={`?view=people&person=${person.user_id}`}>
              {person.name}
            </Link>
          ) : (
            <span>{t('requests.erased')}</span>
          ))}
        <small className={styles.muted}>
          {t('requests.received', { date: date(received_on), way: t(`requests.way.${way}`) })}
          {by && ` · ${t('requests.by', { name: by })}`}
        </small>
        {state === 'open' && obstacle && (
          <small>{t(`requests.because.${obstacle}`, { defaultValue: obstacle })}</small>
        )}
        {kept.map((one) => (
          <small key={one}>{t(`requests.kept.${one}`)}</small>
        ))}
        {note && <small className={styles.muted}>{note}</small>}
      </span>
      <span className={styles.tags}>
        <Tag tone={isLate ? 'danger' : TONES[state]}>{t(`requests.state.${state}`)}</Tag>
        {state === 'open' && kind !== 'withdrawal' && (
          <Button size="small" onClick={onClose}>
            {t('requests.close')}
          </Button>
        )}
      </span>
      <span className={styles.muted}>
        {state === 'open'
          ? t(isLate ? 'requests.late' : 'requests.due', { date: date(due_on) })
          : request.ended_at && date(request.ended_at)}
      </span>
    </li>
  )
}

/** Closes a request that is not done: the person has to know why, and where to complain. */
function CloseDialog({ request, onEnd }: { request: DataRequest; onEnd: () => void }) {
  const { t } = useTranslation('organiser')
  const { message } = App.useApp()
  const [form] = Form.useForm<{ reason: string }>()
  const [refuse, { isLoading, error }] = useApiMutation(people.refuseDataRequest)
  const send = async ({ reason }: { reason: string }) => {
    const result = await refuse({ request_id: request.request_id, reason })
    if (result.error) return
    void message.success(t('requests.closed'))
    onEnd()
  }
  return (
    <FormDialog<{ reason: string }>
      title={t('requests.closeTitle', { name: request.person?.name ?? t('requests.erased') })}
      text={t('requests.closeText')}
      confirm={t('requests.close')}
      form={form}
      isSending={isLoading}
      error={error}
      refusal={(failure) => <Refusal error={failure} />}
      onClose={onEnd}
      onSend={(values) => void send(values)}
    >
      <Form.Item
        name="reason"
        label={t('requests.told')}
        rules={[zodRule(people.refuseDataRequest.input.shape.reason)]}
      >
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </FormDialog>
  )
}
