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
import markStyles from './award-mark.module.css'

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

type AwardMarkProps = {
  /** Code of the level: grand_prix, platinum, gold, silver or selection. */
  code: string
  name: string
  /** Colour of a level that the programme has added to these, as `#rrggbb`. */
  colour?: string
}

const HUE = /^#[0-9a-f]{6}$/i

/** The level a work has won, with the ring of the programme in the colour of the level. */
export const AwardMark = ({ code, name, colour }: AwardMarkProps) => (
  <span className={markStyles.mark}>
    <svg
      className={`${markStyles.ring} ${markStyles[code] ?? ''}`}
      viewBox="0 0 20 20"
      stroke={colour && HUE.test(colour) ? colour : 'currentColor'}
      aria-hidden="true"
    >
      <path d="M16.2 4.7a8 8 0 1 0 1.2 8.4" fill="none" strokeWidth="4" />
    </svg>
    {name}
  </span>
)
