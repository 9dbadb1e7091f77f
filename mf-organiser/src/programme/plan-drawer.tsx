import { errorReason, useApiMutation, useApiQuery } from '@awards/shared/client'
import { programmeDesk, type ProgrammeChange, type ProgrammePlan } from '@awards/shared/contract'
import { formatDate, useFormat, useLanguage } from '@awards/shared/i18n'
import { QueryState, Tag } from '@awards/shared/ui'
import { App, Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { Refusal } from '../desk/refusal.tsx'
import { useFieldName } from './fields.tsx'
import styles from './programme.module.css'
import { ScheduleDialog } from './schedule.tsx'

const TONES = { added: 'success', changed: 'info', removed: 'warning' } as const
const ISO = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
const SCHEDULE_SHOWN = 5

type PlanDrawerProps = { currency: string; onClose: () => void }

/** What the drafts would change, for whom, and the button that makes all of it live at once. */
export function PlanDrawer({ currency, onClose }: PlanDrawerProps) {
  const { t } = useTranslation('organiser')
  const { message, modal } = App.useApp()
  const navigate = useNavigate()
  const query = useApiQuery(programmeDesk.plan, {}, { refetchOnMountOrArgChange: true })
  const [apply, { isLoading, error }] = useApiMutation(programmeDesk.apply)
  const [discard] = useApiMutation(programmeDesk.discard)
  const [isScheduling, setScheduling] = useState(false)
  const plan = query.data
  const documents = useApiQuery(programmeDesk.documents)
  const scheduled = useApiQuery(programmeDesk.scheduled)
  // Refetches before closing: the list below loses its line of drafts or gets that of the schedule, and the layout shift
  // would take a press on the list.
  const refetchAndClose = async () => {
    await Promise.all([documents.refetch(), scheduled.refetch()])
    onClose()
  }
  const send = async (id: string) => {
    const result = await apply({ plan: id })
    if (result.error) {
      // The plan on screen has aged: the one of now takes its place below the sentence that says so.
      if (errorReason(result.error) === 'PLAN_OLD') void query.refetch()
      return
    }
    void message.success(t('programme.applied', { count: result.data.changed }))
    await refetchAndClose()
    const edition = plan?.changes.find(isExtension)?.record
    if (edition) offerMail(edition)
  }
  /** A call that closes later concerns who has not submitted: the mail to them is prepared. */
  const offerMail = (edition: string) =>
    void modal.confirm({
      title: t('programme.extended'),
      content: t('programme.extendedText'),
      okText: t('programme.extendedMail'),
      cancelText: t('programme.extendedNoMail'),
      onOk: () =>
        void navigate(`?view=mails&new=1&audience=drafts&text=extended&edition=${edition}`),
    })
  const askDiscard = () =>
    void modal.confirm({
      title: t('programme.discard'),
      content: t('programme.discardText'),
      okText: t('programme.discard'),
      okButtonProps: { danger: true },
      onOk: () => discard({}).then(refetchAndClose),
    })
  return (
    <Drawer
      open
      size="large"
      title={t('programme.review')}
      onClose={onClose}
      footer={
        <div className={styles.acts}>
          <Button
            type="primary"
            loading={isLoading}
            disabled={!plan?.plan || query.isFetching}
            onClick={() => plan?.plan && void send(plan.plan)}
          >
            {t('programme.apply')}
          </Button>
          <Button
            disabled={!plan?.plan || query.isFetching || isLoading}
            onClick={() => setScheduling(true)}
          >
            {t('programme.later.button')}
          </Button>
          <Button onClick={askDiscard} disabled={isLoading}>
            {t('programme.discard')}
          </Button>
        </div>
      }
    >
      {error !== undefined && <Refusal error={error} />}
      {isScheduling && plan?.plan && (
        <ScheduleDialog
          plan={plan.plan}
          onClose={() => setScheduling(false)}
          onScheduled={() => {
            setScheduling(false)
            void refetchAndClose()
          }}
        />
      )}
      <QueryState query={query}>
        {(found) => <PlanWords plan={found} currency={currency} />}
      </QueryState>
    </Drawer>
  )
}

function PlanWords({ plan, currency }: { plan: ProgrammePlan; currency: string }) {
  const { t } = useTranslation('organiser')
  const fieldName = useFieldName()
  const format = useFormat()
  if (plan.conflicts.length > 0) {
    return (
      <div className={styles.clashes} role="alert">
        <p>{t('programme.staleDrafts')}</p>
        <ul>
          {plan.conflicts.map(({ file, path }) => (
            <li key={`${file} ${path}`}>
              <Link to={`?view=programme&file=${encodeURIComponent(file)}`}>{file}</Link>
              {': '}
              {fieldName(path)}
            </li>
          ))}
        </ul>
      </div>
    )
  }
  if (plan.changes.length === 0) return <p>{t('programme.nothing')}</p>
  const affected = plan.affected.filter(
    ({ drafts, quotes, handed_in = 0, offers = 0 }) => drafts + quotes + handed_in + offers > 0,
  )
  return (
    <>
      <p>{t('programme.planText')}</p>
      {affected.map(({ record, drafts, quotes, quotes_until, handed_in, offers = 0 }) => (
        <p key={`${record} ${offers}`} className={styles.affected}>
          <strong>{record}</strong>{' '}
          {drafts > 0 &&
            t(handed_in === undefined ? 'programme.drafts' : 'programme.answeredDrafts', {
              count: drafts,
            })}{' '}
          {handed_in !== undefined &&
            handed_in > 0 &&
            t('programme.answered', { count: handed_in })}
          {offers > 0 && t('programme.offers', { count: offers })}
          {quotes > 0 &&
            quotes_until &&
            t('programme.quotes', { count: quotes, time: format.date(quotes_until, 'time') })}
        </p>
      ))}
      <ul role="list" className={styles.changes}>
        {plan.changes
          .filter((change) => !isPartOfSeason(change, plan.changes))
          .map((change) => (
            <ChangeLine
              key={`${change.table} ${change.record}`}
              change={change}
              parts={plan.changes.filter((part) => isPartOf(part, change)).length}
              zone={plan.time_zone}
              currency={currency}
            />
          ))}
      </ul>
      {plan.schedule.length > 0 && (
        <>
          <h3>{t('programme.byItself')}</h3>
          <ul>
            {plan.schedule.slice(0, SCHEDULE_SHOWN).map(({ at, record, what }) => (
              <li key={`${at} ${record} ${what}`}>
                {t(`programme.event.${what}`, { record, date: format.date(at, 'date') })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Whether a season closes later than it did. */
const isExtension = ({ table, kind, fields }: ProgrammeChange) =>
  table === 'editions' &&
  kind === 'changed' &&
  fields.some(({ field, from, to }) => field === 'closes_at' && String(to) > String(from))

/** Whether a phase, fee period or price comes or goes with its whole season. */
const isPartOf = (part: ProgrammeChange, season: ProgrammeChange) =>
  season.table === 'editions' &&
  part.table !== 'editions' &&
  part.kind === season.kind &&
  season.kind !== 'changed' &&
  part.record.startsWith(`${season.record} `)
const isPartOfSeason = (part: ProgrammeChange, changes: readonly ProgrammeChange[]) =>
  changes.some((season) => isPartOf(part, season))

/** The words of a record's name: its season, and what of it. */
function useRecordName() {
  const { t } = useTranslation('organiser')
  const KINDS: Record<string, readonly string[]> = {
    phases: ['phase'],
    fee_periods: ['period'],
    fee_prices: ['period', 'sections', 'price'],
  }
  return ({ table, record }: ProgrammeChange) =>
    record
      .split(' ')
      .map((word, index) => {
        const kind = KINDS[table]?.[index - 1]
        return kind ? t(`programme.${kind}.${word}`, { defaultValue: word }) : word
      })
      .join(', ')
}

type ChangeLineProps = { change: ProgrammeChange; parts: number; zone: string; currency: string }

/** One record that changes: what it is, and for a changed one each field from and to. */
function ChangeLine({ change, parts, zone, currency }: ChangeLineProps) {
  const { kind, table, fields } = change
  const nameOf = useRecordName()
  const { t } = useTranslation('organiser')
  const language = useLanguage()
  const format = useFormat()
  const value = (field: string, text: string | null) => {
    if (text === null) return t('programme.noValue')
    if (field === 'price' || field === 'event_share')
      return format.money({ amount_minor: Number(text), currency })
    if (!ISO.test(text)) return text
    return formatDate(text, language, zone, 'datetime')
  }
  return (
    <li className={styles.change}>
      <div className={styles.record}>
        <Tag tone={TONES[kind]}>{t(`programme.kind.${kind}`)}</Tag>
        <span>
          {t(`programme.table.${table}`, { defaultValue: table })} <strong>{nameOf(change)}</strong>
          {parts > 0 && ` ${t('programme.parts', { count: parts })}`}
        </span>
      </div>
      {kind === 'changed' && (
        <dl className={styles.fields}>
          {fields.map(({ field, language: of, from, to }) => (
            <div key={`${field} ${of}`}>
              <dt>
                {t(`programme.field.${field}`, { defaultValue: field })}
                {of && ` (${t(`programme.language.${of}`)})`}
              </dt>
              <dd>
                <del>{value(field, from)}</del> <ins>{value(field, to)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
