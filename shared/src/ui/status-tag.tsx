import {
  entryFeeStatusText,
  entryStatusText,
  winnerFeeStatusText,
  type EntryFeeStatus,
  type EntryStatus,
  type WinnerFeeStatus,
} from '@awards/shared/domain'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './status-tag.module.css'

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

const TONES: Record<string, Tone> = {
  draft: 'neutral',
  submitted: 'warning',
  registered: 'info',
  correction_requested: 'warning',
  admitted: 'info',
  in_judging: 'info',
  decided: 'info',
  awarded: 'success',
  not_awarded: 'neutral',
  withdrawn: 'neutral',
  disqualified: 'danger',
  unpaid: 'warning',
  pending: 'info',
  paid: 'success',
  waived: 'success',
  offline_declared: 'info',
  refund_pending: 'warning',
  refunded: 'neutral',
  not_applicable: 'neutral',
  offered: 'info',
  declined: 'neutral',
  offer_expired: 'neutral',
}

/** How a status is coloured. */
export const statusTone = (name: string): Tone => TONES[name] ?? 'neutral'

type StatusTagProps =
  | { kind: 'entry'; status: EntryStatus }
  | { kind: 'entry_fee'; status: EntryFeeStatus }
  | { kind: 'winner_fee'; status: WinnerFeeStatus }

const nameOf = (props: StatusTagProps): string => {
  if (props.kind === 'entry') return entryStatusText(props.status)
  if (props.kind === 'entry_fee') return entryFeeStatusText(props.status)
  return winnerFeeStatusText(props.status)
}

/** A state in words, with a colour that never speaks alone. */
export const Tag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`${styles.tag} ${styles[tone]}`}>{children}</span>
)

/** The status of an entry or of one of its fees. */
export function StatusTag(props: StatusTagProps) {
  const { t } = useTranslation('shared')
  const name = nameOf(props)
  return <Tag tone={statusTone(name)}>{t(`status.${props.kind}.${name}`)}</Tag>
}
