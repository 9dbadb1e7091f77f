import { useApiQuery } from '@awards/shared/client'
import { entries, type EntryRow } from '@awards/shared/contract'
import {
  ENTRY_STATUS,
  isHandedIn,
  type EntryFeeStatus,
  type EntryStatus,
  type WinnerFeeStatus,
} from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { AwardMark, ResponsiveImage, StatusTag, QueryState, below } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { AwaitNote, useAwaited } from '../common/next-action.tsx'
import { EntryActions } from './entry-actions.tsx'
import { useState } from 'react'
import styles from './entry-card.module.css'

/**
 * The events of an entry that its owner is shown; `told` are those whose detail is words written for
 * people. What a later release adds is left out until it has a text.
 */
const TIMELINE_CODES: ReadonlyMap<string, 'plain' | 'told'> = new Map([
  ['created', 'plain'],
  ['duplicated', 'plain'],
  ['submitted', 'plain'],
  ['resubmitted', 'plain'],
  ['entry_fee_paid', 'plain'],
  ['fee_waived', 'plain'],
  ['fee_waive', 'plain'],
  ['fee_declare_transfer', 'plain'],
  ['fee_confirm_transfer', 'plain'],
  ['fee_transfer_not_received', 'plain'],
  ['fee_ask_refund', 'plain'],
  ['fee_refund_done', 'plain'],
  ['fee_refunded', 'plain'],
  ['admitted', 'plain'],
  ['correction_requested', 'told'],
  ['in_judging', 'plain'],
  ['awarded', 'plain'],
  ['not_awarded', 'plain'],
  ['award_accepted', 'plain'],
  ['award_declined', 'plain'],
  ['winning_info', 'plain'],
  ['winning_info_drafted', 'plain'],
  ['winner_fee_paid', 'plain'],
  ['handed_over', 'plain'],
  ['withdrawn', 'told'],
  ['contract_withdrawn', 'plain'],
  ['disqualified', 'told'],
  ['award_revoked', 'told'],
])

const STAGES = ['draft', 'submitted', 'registered', 'judging', 'result'] as const
const S = ENTRY_STATUS

/** How many stages an entry has behind it; undefined for one that left the way. */
const reached: Record<number, number | undefined> = {
  [S.draft]: 0,
  [S.submitted]: 1,
  [S.registered]: 2,
  [S.correction_requested]: 2,
  [S.admitted]: 2,
  [S.in_judging]: 3,
  [S.decided]: 3,
  [S.awarded]: 4,
  [S.not_awarded]: 4,
}

/** The way of an entry from draft to result. */
function EntryProgress({ status, step }: { status: number; step: number }) {
  const { t } = useTranslation('entrant')
  const at = reached[status]
  if (at === undefined) return null
  return (
    <ol className={styles.way} role="list" aria-label={t('progress.label')}>
      {STAGES.map((stage, index) => (
        <li
          key={stage}
          className={`${styles.stage} ${index <= at ? styles.passed : ''}`}
          aria-current={index === at ? 'step' : undefined}
        >
          <span>
            {stage === 'draft' && at === 0 ? t('progress.step', { step }) : t(`progress.${stage}`)}
          </span>
        </li>
      ))}
    </ol>
  )
}

type EntryTimelineProps = { id: string; title: string }

/** What has happened to an entry and when; asked for when it is opened. */
function EntryTimeline({ id, title }: EntryTimelineProps) {
  const { t } = useTranslation('entrant')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.timeline} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={t('card.historyOf', { title })}>{t('card.history')}</summary>
      {isOpen && <Events id={id} />}
    </details>
  )
}

function Events({ id }: { id: string }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const query = useApiQuery(entries.info, { apply_order_id: id })
  return (
    <QueryState query={query}>
      {(info) => {
        if (info.projection !== 'owner') return null
        const events = info.timeline.filter(({ code }) => TIMELINE_CODES.has(code))
        return (
          <ol className={styles.events} role="list">
            {events.map(({ code, at, detail, by }) => (
              <li key={`${code} ${at}`} className={styles.event}>
                <time dateTime={at}>{format.date(at, 'datetime')}</time>
                <span className={styles.what}>
                  {t(`card.event.${code}`)}
                  {by && <small> {t('card.by', { name: by })}</small>}
                </span>
                {detail && TIMELINE_CODES.get(code) === 'told' && (
                  <span className={styles.detail}>{detail}</span>
                )}
              </li>
            ))}
            {events.length === 0 && <li className={styles.event}>{t('card.noHistory')}</li>}
          </ol>
        )
      }}
    </QueryState>
  )
}

/** An entry with its picture, where it stands and what its owner can do next. */
export function EntryCard({ entry }: { entry: EntryRow }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const awaited = useAwaited(entry)
  const isDraft = entry.entry_status === ENTRY_STATUS.draft
  const title = entry.title || t('untitled')
  return (
    <article className={styles.card} aria-label={title}>
      <div className={styles.picture}>
        {entry.cover ? (
          <ResponsiveImage
            picture={entry.cover}
            sizes={`${below('tablet')} 100vw, 20rem`}
            ratio="3 / 2"
            alt=""
          />
        ) : (
          <div className={styles.empty} aria-hidden="true">
            <span>{entry.category.code}</span>
          </div>
        )}
      </div>
      <div className={styles.body}>
        <p className={styles.place}>
          {entry.entry_no} · {entry.category.name} · {entry.section.name}
        </p>
        <h2 className={styles.title}>{title}</h2>
        {entry.studio && entry.role && (
          <p className={styles.place}>
            {t('card.ofStudio', { studio: entry.studio.name })} · {t(`card.role.${entry.role}`)}
          </p>
        )}
        <div className={styles.tags}>
          {entry.award && <AwardMark code={entry.award.code} name={entry.award.name} />}
          {!entry.award && <StatusTag kind="entry" status={entry.entry_status as EntryStatus} />}
          {!isDraft && (
            <span className={styles.of}>
              {t('card.fee')}
              <StatusTag kind="entry_fee" status={entry.entry_fee_status as EntryFeeStatus} />
            </span>
          )}
          {entry.winner_fee_status > 0 && (
            <span className={styles.of}>
              {t('card.package')}
              <StatusTag kind="winner_fee" status={entry.winner_fee_status as WinnerFeeStatus} />
            </span>
          )}
        </div>
        <EntryProgress status={entry.entry_status} step={entry.step_completed} />
        <p className={styles.date}>
          {entry.submitted_at
            ? t('card.submitted', { date: format.date(entry.submitted_at) })
            : t('card.updated', { date: format.date(entry.updated_at, 'datetime') })}
        </p>
        {entry.edited_by && !entry.edited_by.is_self && (
          <p className={styles.date}>{t('card.editedBy', { name: entry.edited_by.name })}</p>
        )}
        {entry.edit_until && isHandedIn(entry.entry_status) && (
          <p className={styles.date}>
            {t('card.editable', { date: format.date(entry.edit_until, 'datetime') })}
          </p>
        )}
        {!entry.next && awaited && <p className={styles.date}>{awaited}</p>}
        {entry.next?.action === 'await_payment' && (
          <p className={styles.date}>
            <AwaitNote next={entry.next} />
          </p>
        )}
        <EntryTimeline id={entry.apply_order_id} title={title} />
      </div>
      <EntryActions entry={entry} />
    </article>
  )
}
