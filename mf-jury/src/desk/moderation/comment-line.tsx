import type { CommentRow } from '@awards/shared/contract'
import { Tag, type Tone } from '@awards/shared/ui'
import { Button, Checkbox } from 'antd'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Mention } from '../entry-link.tsx'
import rowStyles from '../rows.module.css'
import styles from './comments-view.module.css'

type CommentLineProps = {
  row: CommentRow
  isChosen: boolean
  onChoose: () => void
  onRelease: () => void
  onWithhold: () => void
}
const TONES: Record<CommentRow['state'], Tone> = {
  pending: 'warning',
  released: 'success',
  withheld: 'danger',
}

/** Goes to the comment before or after. */
function goOn(line: HTMLElement, step: 1 | -1) {
  const next = step === 1 ? line.nextElementSibling : line.previousElementSibling
  next?.querySelector('input')?.focus()
}

/** One comment; with the focus on it, J and K go on and back, R releases, W keeps back, X marks. */
export function CommentLine({ row, isChosen, onChoose, onRelease, onWithhold }: CommentLineProps) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const keys: Record<string, (line: HTMLElement) => void> = {
    j: (line) => goOn(line, 1),
    k: (line) => goOn(line, -1),
    r: (line) => {
      if (row.state === 'released') return
      // A released comment leaves the list: the next one takes its place under the hand.
      goOn(line, 1)
      onRelease()
    },
    w: () => row.state !== 'withheld' && onWithhold(),
    x: () => onChoose(),
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = keys[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act(event.currentTarget)
  }
  const about = { title: row.title, name: row.juror }
  return (
    <li className={styles.line} onKeyDown={press}>
      <Checkbox checked={isChosen} aria-label={t('comments.mark', about)} onChange={onChoose} />
      <div className={styles.body}>
        <Mention entry={row} />
        <blockquote className={styles.comment}>{row.comment}</blockquote>
        <p className={styles.facts}>
          {row.juror} · {t(`jury:assign.level${row.level}`, { defaultValue: '' })}
          {row.reason && ` · ${t('comments.because', { reason: row.reason })}`}
        </p>
      </div>
      <span className={rowStyles.actions}>
        <Tag tone={TONES[row.state]}>{t(`comments.states.${row.state}`)}</Tag>
        {row.state !== 'released' && (
          <Button size="small" aria-label={t('comments.releaseOne', about)} onClick={onRelease}>
            {t('comments.releaseThis')}
          </Button>
        )}
        {row.state !== 'withheld' && (
          <Button
            size="small"
            type="text"
            aria-label={t('comments.withholdOne', about)}
            onClick={onWithhold}
          >
            {t('comments.keep')}
          </Button>
        )}
      </span>
    </li>
  )
}
