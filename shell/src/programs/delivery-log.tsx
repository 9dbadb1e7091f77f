import { failureSentence, useApiMutation, useApiQuery } from '@awards/shared/client'
import {
  DELIVERY_STATES,
  webhooks,
  type DeliveryRow,
  type EndpointRow,
} from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { Button, QueryState, Tag, type Tone } from '@awards/shared/ui'
import { TextField } from '@awards/shared/ui/native/field'
import { SelectField } from '@awards/shared/ui/native/select-field'
import { useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { notifySuccess } from '../design/load-design.tsx'
import styles from './programs.module.css'
import rows from '../session/rows.module.css'
import { Problem } from '../session/rows.tsx'

const PAGE = 10
const POLL_MS = 3_000
const TONES: Record<DeliveryRow['state'], Tone> = {
  waiting: 'warning',
  delivered: 'success',
  given_up: 'danger',
}

type DeliveryProps = {
  row: DeliveryRow
  isStopped: boolean
  isBusy: boolean
  onReplay: () => void
}

function Delivery({ row, isStopped, isBusy, onReplay }: DeliveryProps) {
  const { t } = useTranslation('programs')
  const format = useFormat()
  const name = t(`event.${row.type}`)
  return (
    <li className={styles.delivery}>
      <div className={rows.line}>
        <p>
          <Tag tone={TONES[row.state]}>{t(`log.state.${row.state}`)}</Tag> {name}{' '}
          <span className={rows.facts}>
            {format.date(row.at, 'datetime')}
            {row.subject.startsWith('endpoint:') ? null : ` · ${row.subject.replace(':', ' ')}`}
            {row.is_replay ? ` · ${t('log.isReplay')}` : null}
          </span>
        </p>
        {row.state !== 'waiting' && (
          <Button
            size="small"
            loading={isBusy}
            onClick={onReplay}
            aria-label={t('log.replayOf', { name, date: format.date(row.at, 'datetime') })}
          >
            {t('log.replay')}
          </Button>
        )}
      </div>
      {row.attempts.length > 0 && (
        <ol className={styles.attempts}>
          {row.attempts.map(({ at, status, outcome, ms }) => {
            const code = status === null ? '' : ` (${status})`
            const ended = t(`outcome.${outcome}`) + code
            return (
              <li key={at}>
                {t('log.try', { date: format.date(at, 'datetime'), outcome: ended, ms })}
              </li>
            )
          })}
        </ol>
      )}
      {row.next_at && !isStopped && (
        <p className={rows.facts}>
          {t('log.next', { date: format.date(row.next_at, 'datetime') })}
        </p>
      )}
    </li>
  )
}

/** Replays what happened from one moment to another, on the visitor's clock. */
function SpanForm({ endpoint_id }: Pick<EndpointRow, 'endpoint_id'>) {
  const { t } = useTranslation('programs')
  const [replay, { isLoading, error }] = useApiMutation(webhooks.replay)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const moment = (name: string) => {
      const at = new Date(String(values.get(name) ?? ''))
      return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
    }
    const result = await replay({ endpoint_id, from: moment('from'), to: moment('to') })
    if (result.data) notifySuccess(t('log.queued', { count: result.data.queued }))
  }
  return (
    <details className={styles.adding}>
      <summary>{t('log.span')}</summary>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <div className={styles.span}>
          <TextField name="from" type="datetime-local" label={t('log.from')} />
          <TextField name="to" type="datetime-local" label={t('log.to')} />
        </div>
        <Problem text={failureSentence(error)} />
        <Button htmlType="submit" loading={isLoading}>
          {t('log.replaySpan')}
        </Button>
      </form>
    </details>
  )
}

/** What was sent to an endpoint, with each try; it follows what happens while it is open. */
export function DeliveryLog({ endpoint }: { endpoint: EndpointRow }) {
  const { t } = useTranslation('programs')
  const { endpoint_id, name } = endpoint
  const [wanted, setWanted] = useState<{ current: number; state?: DeliveryRow['state'] }>({
    current: 1,
  })
  const query = useApiQuery(
    webhooks.deliveries,
    { endpoint_id, ...wanted, pageSize: PAGE },
    { pollingInterval: POLL_MS },
  )
  const [replay, { isLoading, originalArgs, error }] = useApiMutation(webhooks.replay)
  const choose = (value: string) => {
    const state = DELIVERY_STATES.find((one) => one === value)
    setWanted({ current: 1, ...(state && { state }) })
  }
  const region = useRef<HTMLDivElement>(null)
  const turn = (by: number) => {
    setWanted({ ...wanted, current: wanted.current + by })
    // At the end of the log the button goes, with the focus; a short last page would leave the visitor below it.
    region.current?.focus({ preventScroll: true })
    region.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div
      ref={region}
      className={styles.log}
      role="region"
      aria-label={t('hook.logOf', { name })}
      tabIndex={-1}
    >
      <SelectField
        label={t('log.show')}
        value={wanted.state ?? ''}
        placeholder={t('log.all')}
        options={DELIVERY_STATES.map((value) => ({ value, label: t(`log.state.${value}`) }))}
        onChange={(event) => choose(event.target.value)}
      />
      <Problem text={failureSentence(error)} />
      <QueryState query={query} keepsPrevious>
        {({ list, total }) => (
          <>
            {total === 0 && <p className={rows.facts}>{t('log.empty')}</p>}
            <ul role="list" className={rows.list}>
              {list.map((row) => (
                <Delivery
                  key={row.delivery_id}
                  row={row}
                  isStopped={endpoint.stop_reason !== null}
                  isBusy={isLoading && originalArgs?.delivery_id === row.delivery_id}
                  onReplay={() => void replay({ endpoint_id, delivery_id: row.delivery_id })}
                />
              ))}
            </ul>
            {total > PAGE && (
              <div className={rows.actions}>
                {wanted.current > 1 && <Button onClick={() => turn(-1)}>{t('log.newer')}</Button>}
                {wanted.current * PAGE < total && (
                  <Button onClick={() => turn(1)}>{t('log.older')}</Button>
                )}
              </div>
            )}
          </>
        )}
      </QueryState>
      <SpanForm endpoint_id={endpoint_id} />
    </div>
  )
}
