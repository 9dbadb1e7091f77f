import {
  entryFeeStatusText,
  entryStatusText,
  winnerFeeStatusText,
  type EntryFeeStatus,
  type EntryStatus,
  type WinnerFeeStatus,
} from '@awards/shared/domain'
import { useTranslation } from 'react-i18next'
import { statusTone } from './status-tone.ts'
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

/** A status in words, with a colour that never speaks alone. */
export function StatusTag(props: StatusTagProps) {
  const { t } = useTranslation('shared')
  const name = nameOf(props)
  return (
    <span className={`${styles.tag} ${styles[statusTone(name)]}`}>
      {t(`status.${props.kind}.${name}`)}
    </span>
  )
}
