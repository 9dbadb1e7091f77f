import { holdsFocus } from '@awards/shared/browser/focus'
import { failureSentence, useApiMutation, useApiQuery } from '@awards/shared/client'
import { webhooks, type EndpointRow } from '@awards/shared/contract'
import {
  OLD_SECRET_HOURS,
  WEBHOOK_EVENTS,
  WEBHOOK_NAME_LENGTH,
  type WebhookEvent,
} from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { Button, QueryState, SectionHeading, Tag } from '@awards/shared/ui'
import { Checkbox } from '@awards/shared/ui/native/choice'
import { TextField } from '@awards/shared/ui/native/field'
import { useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { notifySuccess } from '../design/load-design.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { Adding, Choices } from './parts.tsx'
import styles from './programs.module.css'
import rows from '../session/rows.module.css'
import { Problem, Question } from '../session/rows.tsx'

const KINDS = ['winner', 'entry', 'payment'] as const

type WantedValues = { name: string; url: string; events: WebhookEvent[] }

const valuesOf = (form: HTMLFormElement): WantedValues => {
  const values = new FormData(form)
  const chosen = new Set(values.getAll('event').map(String))
  return {
    name: String(values.get('name') ?? ''),
    url: String(values.get('url') ?? ''),
    events: WEBHOOK_EVENTS.filter((name) => chosen.has(name)),
  }
}

type WantedFormProps = {
  events: readonly string[]
  before?: EndpointRow
  confirm: string
  isBusy: boolean
  problem: string | undefined
  onSend: (values: WantedValues) => void
  onCancel?: () => void
}

/** Name, address and events of an endpoint, new or known. */
function WantedForm({ events, before, confirm, isBusy, problem, ...more }: WantedFormProps) {
  const { t } = useTranslation('programs')
  const { onSend, onCancel } = more
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSend(valuesOf(event.currentTarget))
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        name="name"
        label={t('hook.name')}
        defaultValue={before?.name}
        maxLength={WEBHOOK_NAME_LENGTH}
        autoComplete="off"
      />
      <TextField
        name="url"
        type="url"
        label={t('hook.url')}
        hint={t('hook.urlHint')}
        defaultValue={before?.url}
        autoComplete="off"
      />
      {KINDS.map((kind) => {
        const offered = events.filter((name) => name.startsWith(`${kind}.`))
        if (offered.length === 0) return null
        return (
          <Choices key={kind} label={t(`kind.${kind}`)}>
            {offered.map((name) => (
              <Checkbox
                key={name}
                name="event"
                value={name}
                label={t(`event.${name}`)}
                defaultChecked={before?.events.includes(name)}
              />
            ))}
          </Choices>
        )
      })}
      <Problem text={problem} />
      <div className={rows.actions}>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {confirm}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('leave')}</Button>}
      </div>
    </form>
  )
}

type EndpointProps = {
  row: EndpointRow
  events: readonly string[]
  onSecret: (secret: string) => void
  onRemoved: () => void
}

/** The state of an endpoint in words: sent to, failing, or stopped and why. */
function State({ row }: { row: EndpointRow }) {
  const { t } = useTranslation('programs')
  const format = useFormat()
  if (row.stop_reason) {
    return (
      <>
        <Tag tone="danger">{t('hook.state.stopped')}</Tag> {t(`hook.stopped.${row.stop_reason}`)}
      </>
    )
  }
  if (row.failing_since) {
    const date = format.date(row.failing_since, 'datetime')
    return (
      <>
        <Tag tone="warning">{t('hook.state.failing')}</Tag> {t('hook.failing', { date })}
      </>
    )
  }
  return <Tag tone="success">{t('hook.state.running')}</Tag>
}

function Endpoint({ row, events, onSecret, onRemoved }: EndpointProps) {
  const { t } = useTranslation('programs')
  const format = useFormat()
  const [open, setOpen] = useState<'change' | 'remove' | 'exchange' | 'log'>()
  const [change, changing] = useApiMutation(webhooks.change)
  const [remove, removing] = useApiMutation(webhooks.remove)
  const [exchange, exchanging] = useApiMutation(webhooks.rotateSecret)
  const [resume, resuming] = useApiMutation(webhooks.resume)
  const [test, testing] = useApiMutation(webhooks.test)
  const item = useRef<HTMLLIElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { endpoint_id, name } = row
  const close = () => {
    if (holdsFocus(item.current)) opener.current?.focus()
    setOpen(undefined)
  }
  const send = async (values: WantedValues) => {
    const result = await change({ endpoint_id, ...values })
    if (result.error) return
    close()
    notifySuccess(t('hook.changed', { name: values.name }))
  }
  const exchangeSecret = async () => {
    const result = await exchange({ endpoint_id })
    if (!result.data) return
    close()
    onSecret(result.data.secret)
  }
  const sendTest = async () => {
    const result = await test({ endpoint_id })
    if (!result.error) setOpen('log')
  }
  const resumeIt = async () => {
    const result = await resume({ endpoint_id })
    // To the row: its button goes when the address runs again.
    if (!result.error && holdsFocus(item.current)) item.current?.focus()
  }
  const removeIt = async () => {
    const result = await remove({ endpoint_id })
    if (!result.error && holdsFocus(item.current)) onRemoved()
  }
  const action = (key: 'change' | 'exchange' | 'remove') => (
    <Button
      key={key}
      size="small"
      onClick={({ currentTarget }) => {
        opener.current = currentTarget
        setOpen(key)
      }}
      aria-label={t(`hook.${key}Of`, { name })}
    >
      {t(`hook.${key}`)}
    </Button>
  )
  return (
    <li ref={item} tabIndex={-1} className={rows.row}>
      <div>
        <p className={rows.name}>{name}</p>
        <p className={styles.url}>{row.url}</p>
        <p className={rows.facts}>
          <State row={row} />
        </p>
        <p className={rows.facts}>{row.events.map((event) => t(`event.${event}`)).join(' · ')}</p>
        {row.waiting > 0 && (
          <p className={rows.facts}>{t('hook.waiting', { count: row.waiting })}</p>
        )}
        {row.exchanged_until && (
          <p className={rows.facts}>
            {t('hook.exchanged', { date: format.date(row.exchanged_until, 'datetime') })}
          </p>
        )}
      </div>
      <div className={rows.actions}>
        {row.stop_reason && (
          <Button
            type="primary"
            size="small"
            loading={resuming.isLoading}
            onClick={() => void resumeIt()}
            aria-label={t('hook.resumeOf', { name })}
          >
            {t('hook.resume')}
          </Button>
        )}
        <Button
          size="small"
          loading={testing.isLoading}
          onClick={() => void sendTest()}
          aria-label={t('hook.testOf', { name })}
        >
          {t('hook.test')}
        </Button>
        <Button
          size="small"
          aria-expanded={open === 'log'}
          onClick={() => setOpen(open === 'log' ? undefined : 'log')}
          aria-label={t('hook.logOf', { name })}
        >
          {t('hook.log')}
        </Button>
        {(['change', 'exchange', 'remove'] as const).map(action)}
      </div>
      <Problem text={failureSentence(resuming.error ?? testing.error)} />
      {open === 'change' && (
        <WantedForm
          events={events}
          before={row}
          confirm={t('hook.save')}
          isBusy={changing.isLoading}
          problem={failureSentence(changing.error)}
          onSend={(values) => void send(values)}
          onCancel={close}
        />
      )}
      {open === 'exchange' && (
        <Question
          text={t('hook.exchangeText', { count: OLD_SECRET_HOURS })}
          yes={t('hook.exchangeYes')}
          no={t('leave')}
          isBusy={exchanging.isLoading}
          problem={failureSentence(exchanging.error)}
          onYes={() => void exchangeSecret()}
          onNo={close}
        />
      )}
      {open === 'remove' && (
        <Question
          text={t('hook.removeText', { name })}
          yes={t('hook.removeYes')}
          no={t('leave')}
          isBusy={removing.isLoading}
          problem={failureSentence(removing.error)}
          onYes={() => void removeIt()}
          onNo={close}
        />
      )}
      {open === 'log' && <DeliveryLog endpoint={row} />}
    </li>
  )
}

function AddForm({ events, onSecret }: Pick<EndpointProps, 'events' | 'onSecret'>) {
  const { t } = useTranslation('programs')
  const [add, { isLoading, error }] = useApiMutation(webhooks.add)
  const send = async (values: WantedValues) => {
    const result = await add(values)
    if (result.data) onSecret(result.data.secret)
  }
  return (
    <WantedForm
      events={events}
      confirm={t('hook.add')}
      isBusy={isLoading}
      problem={failureSentence(error)}
      onSend={(values) => void send(values)}
    />
  )
}

/** Addresses of programs that are told what happens. */
export function Webhooks() {
  const { t } = useTranslation('programs')
  const query = useApiQuery(webhooks.list)
  const [secret, setSecret] = useState<string>()
  const part = useRef<HTMLElement>(null)
  return (
    <section ref={part} tabIndex={-1} className={styles.part} aria-labelledby="webhooks">
      <SectionHeading id="webhooks">{t('hook.title')}</SectionHeading>
      <p>{t('hook.text')}</p>
      <QueryState query={query}>
        {({ endpoints, events }) => (
          <>
            {endpoints.length > 0 && (
              <ul role="list" className={rows.list} aria-label={t('hook.title')}>
                {endpoints.map((row) => (
                  <Endpoint
                    key={row.endpoint_id}
                    row={row}
                    events={events}
                    onSecret={setSecret}
                    onRemoved={() => part.current?.focus()}
                  />
                ))}
              </ul>
            )}
            <Adding
              label={t('hook.new')}
              title={t('hook.secret')}
              text={t('hook.once')}
              secret={secret}
              onClose={() => setSecret(undefined)}
            >
              <AddForm events={events} onSecret={setSecret} />
            </Adding>
          </>
        )}
      </QueryState>
    </section>
  )
}
