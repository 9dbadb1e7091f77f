import type { AdmissionRow } from '@awards/shared/contract'
import type { EntryFeeStatus } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { ResponsiveImage, StatusTag } from '@awards/shared/ui'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './admission-view.module.css'
import { Warnings } from './warnings.tsx'

type AdmissionLineProps = {
  row: AdmissionRow
  index: number
  isChosen: boolean
  onChoose: (() => void) | undefined
  onOpen: () => void
}

/** One entry of the queue: what it is, whose, what is to be looked at. */
export function AdmissionLine({ row, index, isChosen, onChoose, onOpen }: AdmissionLineProps) {
  const { t } = useTranslation('organiser')
  const format = useFormat()
  const { entrant, correction } = row
  const title = row.title || t('admission.untitled')
  return (
    <div className={styles.line} data-line={index}>
      {onChoose && (
        <Checkbox
          checked={isChosen}
          aria-label={t('admission.choose', { title })}
          onChange={onChoose}
        />
      )}
      <span className={styles.cover}>
        {row.cover && <ResponsiveImage picture={row.cover} ratio="4 / 3" sizes="6rem" alt="" />}
      </span>
      <div className={styles.body}>
        <button type="button" className={styles.title} onClick={onOpen}>
          {title}
        </button>
        <span className={styles.facts}>
          {row.entry_no} · {row.category.name} · {row.section.name}
        </span>
        <Warnings row={row} />
      </div>
      <div className={styles.who}>
        <span>{entrant.company || entrant.name}</span>
        <small>
          {entrant.country ? `${format.countryName(entrant.country)} · ` : ''}
          {row.paid_at ? t('admission.since', { date: format.date(row.paid_at, 'short') }) : ''}
        </small>
        {correction?.due_at && (
          <small>
            {t(correction.is_over ? 'admission.overdue' : 'admission.dueAt', {
              date: format.date(correction.due_at, 'datetime'),
            })}
          </small>
        )}
        {row.assignee && <small>{t('admission.assignee', { name: row.assignee.name })}</small>}
        {row.state === 'refused' && (
          <StatusTag kind="entry_fee" status={row.entry_fee_status as EntryFeeStatus} />
        )}
      </div>
    </div>
  )
}

const LINE = '[data-line]'

/** The place in the list of the line that has the focus. */
export function lineInFocus(): number | undefined {
  const index = document.activeElement?.closest<HTMLElement>(LINE)?.dataset['line']
  return index === undefined ? undefined : Number(index)
}

/** Moves the focus to the line after or before; without one, to the first. */
export function goOn(step: 1 | -1) {
  const lines = [...document.querySelectorAll<HTMLElement>(LINE)]
  const at = lines.findIndex((line) => line.contains(document.activeElement))
  const next = at === -1 ? lines[0] : lines[at + step]
  next?.querySelector<HTMLElement>('button')?.focus()
}
