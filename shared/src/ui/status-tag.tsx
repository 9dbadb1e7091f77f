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
import { statusTone, type Tone } from './status-tone.ts'
import styles from './status-tag.module.css'

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
