import { useApiMutation } from '@awards/shared/client'
import {
  juryDesk,
  type AssignmentPreviewRow as PreviewRow,
  type Output,
} from '@awards/shared/contract'
import { NARROW, useMedia } from '@awards/shared/ui'
import { Button, Drawer, Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShareBar } from '../desk/workload/share-bar.tsx'
import styles from './assign-drawer.module.css'

export type AssignmentPreview = Output<typeof juryDesk.previewAssignments>

type JurorListProps = {
  preview: AssignmentPreview
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
}

const LEVELS = [2, 3] as const

/** The entries that a juror may not get, each with the kind of the conflict. */
function Conflicts({ row, preview }: { row: PreviewRow; preview: AssignmentPreview }) {
  const { t } = useTranslation('jury')
  const nameOf = (id: string) => {
    const entry = preview.entries.find((one) => one.apply_order_id === id)
    return entry ? `${entry.judging_no} ${entry.title || t('untitled')}` : id
  }
  const kindOf = (type: string) => t('assign.conflict', { kind: t(`conflict.${type}`) })
  const [only] = row.conflicts
  if (!only) return null
  if (preview.entries.length === 1) {
    return <p className={styles.conflict}>{kindOf(only.type)}</p>
  }
  return (
    <details className={styles.conflict}>
      <summary>{t('assign.conflicts', { count: row.conflicts.length })}</summary>
      <ul role="list">
        {row.conflicts.map(({ apply_order_id, type }) => (
          <li key={apply_order_id}>
            {nameOf(apply_order_id)}: {t(`conflict.${type}`)}
          </li>
        ))}
      </ul>
    </details>
  )
}

type JurorProps = Omit<JurorListProps, 'onChoose' | 'chosen'> & {
  row: PreviewRow
  busiest: number
  isChosen: boolean
  onToggle: (isOn: boolean) => void
}

/** One juror over all chosen entries: field, seats, conflicts, and the load now and after. */
function Juror({ row, preview, busiest, isChosen, onToggle }: JurorProps) {
  const { t } = useTranslation('jury')
  const of = preview.entries.length
  const { load, load_after, matches, assigned } = row
  return (
    <li className={styles.juror}>
      <div>
        <Checkbox
          checked={isChosen}
          disabled={row.conflicts.length === of}
          onChange={(event) => onToggle(event.target.checked)}
        >
          <span className={styles.name}>{row.name}</span>
          {matches > 0 && (
            <span className={styles.match}>
              {of === 1 ? t('assign.match') : t('assign.matches', { count: matches, of })}
            </span>
          )}
          {assigned.length > 0 && (
            <span className={styles.seat}>
              {of === 1 ? t('seat.0') : t('assign.has', { count: assigned.length, of })}
            </span>
          )}
        </Checkbox>
        <Conflicts row={row} preview={preview} />
      </div>
      <span className={styles.load}>
        <ShareBar
          total={busiest}
          parts={[
            { value: load, tone: 'done' },
            { value: load_after - load, tone: 'added' },
          ]}
        />
        {t('assign.loads', { count: load_after, load })}
      </span>
    </li>
  )
}

/** Jurors of both levels: those who can take the most first, then who knows the field, then who has least to do. */
function JurorList({ preview, chosen, onChoose }: JurorListProps) {
  const { t } = useTranslation('jury')
  const busiest = Math.max(1, ...preview.jurors.map(({ load_after }) => load_after))
  const toggle = (id: string, isOn: boolean) =>
    onChoose(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <>
      <p className={styles.legend}>
        <i className={styles.now} aria-hidden="true" /> {t('assign.now')}
        <i className={styles.after} aria-hidden="true" /> {t('assign.after')}
      </p>
      {LEVELS.map((level) => (
        <section key={level} className={styles.level} aria-label={t(`assign.level${level}`)}>
          <h2 className={styles.heading}>{t(`assign.level${level}`)}</h2>
          <ul className={styles.list} role="list">
            {preview.jurors
              .filter((row) => row.level === level)
              .sort(
                (a, b) =>
                  a.conflicts.length - b.conflicts.length ||
                  b.matches - a.matches ||
                  a.load - b.load,
              )
              .map((row) => (
                <Juror
                  key={row.juror_id}
                  row={row}
                  preview={preview}
                  busiest={busiest}
                  isChosen={chosen.includes(row.juror_id)}
                  onToggle={(isOn) => toggle(row.juror_id, isOn)}
                />
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}

type AssignDrawerProps = {
  isOpen: boolean
  isBusy?: boolean
  ids: ReadonlySet<string>
  onClose: () => void
  onAssign: (jurorIds: string[], mode: 'add' | 'remove', preview: AssignmentPreview) => void
}

/** Entries that one preview takes; of a larger choice it shows the first ones, and says so. */
const MOST = 1000

/** Gives entries to jurors: who knows the field, who is free, who may not; over all chosen entries at once. */
export function AssignDrawer({
  isOpen,
  isBusy = false,
  ids,
  onClose,
  onAssign,
}: AssignDrawerProps) {
  const { t } = useTranslation('jury')
  const isNarrow = useMedia(NARROW)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [look, { data }] = useApiMutation(juryDesk.previewAssignments)
  const key = isOpen ? [...ids].slice(0, MOST).join() : ''
  useEffect(() => {
    if (key) void look({ apply_order_ids: key.split(',') })
  }, [key, look])
  // The answer about another choice says nothing of this one.
  const preview = data?.entries.every(({ apply_order_id: id }) => ids.has(id)) ? data : undefined
  const some = preview?.jurors.filter(({ juror_id }) => chosen.includes(juror_id)) ?? []
  const sum = (of: (row: PreviewRow) => number) => some.reduce((all, row) => all + of(row), 0)
  const added = sum((row) => row.load_after - row.load)
  const removed = sum(({ assigned, scored }) => assigned.length - scored.length)
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      afterOpenChange={(isNowOpen) => !isNowOpen && setChosen([])}
      size={isNarrow ? '100%' : 560}
      title={t('assign.title', { count: ids.size })}
      footer={
        <>
          {some.length > 0 && (
            <p className={styles.summary} role="status">
              {t('assign.summary', {
                added,
                there: sum(({ assigned }) => assigned.length),
                refused: sum(({ conflicts }) => conflicts.length),
              })}
            </p>
          )}
          <div className={styles.actions}>
            <Button
              type="primary"
              disabled={!preview || added === 0}
              loading={isBusy}
              onClick={() => preview && onAssign([...chosen], 'add', preview)}
            >
              {t('assign.add', { count: chosen.length })}
            </Button>
            <Button
              disabled={!preview || removed === 0}
              loading={isBusy}
              onClick={() => preview && onAssign([...chosen], 'remove', preview)}
            >
              {t('assign.remove')}
            </Button>
          </div>
        </>
      }
    >
      {ids.size > MOST && <p className={styles.note}>{t('assign.first', { count: MOST })}</p>}
      {preview && <JurorList preview={preview} chosen={chosen} onChoose={setChosen} />}
    </Drawer>
  )
}
