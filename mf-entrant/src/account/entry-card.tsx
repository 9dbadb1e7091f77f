import type { EntryRow } from '@awards/shared/contract'
import {
  ENTRY_STATUS,
  isHandedIn,
  type EntryFeeStatus,
  type EntryStatus,
  type WinnerFeeStatus,
} from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { AwardMark, ResponsiveImage, StatusTag } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { AwaitNote } from '../common/next-action.tsx'
import { EntryActions } from './entry-actions.tsx'
import styles from './entry-card.module.css'
import { EntryProgress } from './entry-progress.tsx'
import { EntryTimeline } from './entry-timeline.tsx'

/** An entry with its picture, where it stands and what its owner can do next. */
export function EntryCard({ entry }: { entry: EntryRow }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const isDraft = entry.entry_status === ENTRY_STATUS.draft
  const title = entry.title || t('untitled')
  return (
    <article className={styles.card} aria-label={title}>
      <div className={styles.picture}>
        {entry.cover ? (
          <ResponsiveImage
            picture={entry.cover}
            sizes="(width < 48rem) 100vw, 20rem"
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
        {entry.edit_until && isHandedIn(entry.entry_status) && (
          <p className={styles.date}>
            {t('card.editable', { date: format.date(entry.edit_until, 'datetime') })}
          </p>
        )}
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
