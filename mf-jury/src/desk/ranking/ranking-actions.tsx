import { useApiMutation } from '@awards/shared/client'
import {
  judge,
  judgeAdded,
  type BoardRow,
  type EntryMention,
  type Output,
} from '@awards/shared/contract'
import { Button, App, Checkbox, Radio } from 'antd'
import { useState, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DecisionTag } from '../../common/entry-marks.tsx'
import { ReasonDialog } from '../../common/reason-dialog.tsx'
import { isBelowThreshold, mayChooseAward, needsAwardReason } from '@awards/shared/domain'
import { AwardMark } from '@awards/shared/ui'
import { useFigure } from '../../common/format.ts'
import styles from './row-actions.module.css'

export type Board = Output<typeof judgeAdded.board>
export type BoardProps = { board: Board; canAward: boolean }

type DecideDialogProps = { row: BoardRow; board: Board; onClose: () => void }
const NONE = 'none'

/** The level that an entry is to have; further than one from what it has reached, it takes a reason. */
function DecideDialog({ row, board, onClose }: DecideDialogProps) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const { message } = App.useApp()
  const figure = useFigure()
  const label = useId()
  const [decide, { isLoading, error }] = useApiMutation(judge.award)
  const [chosen, setChosen] = useState(row.award_id ?? row.eligible_award_id ?? NONE)
  const [isClosing, setIsClosing] = useState(false)
  const award_id = chosen === NONE ? null : chosen
  const award = board.levels.find(({ id }) => id === award_id)
  const isBelow = isBelowThreshold(row.final_score, award)
  const isOdd = award !== undefined && needsAwardReason(board.levels, award, row.final_score)
  // An award is taken back; where there is none, it is decided that there is to be none.
  const isRefusing = award_id === null && row.award_id === null
  const wishes = new Map(row.recommendations.map((one) => [one.award_id, one.count]))

  const send = async (reason: string) => {
    const result = await decide({
      apply_order_id: row.apply_order_id,
      award_id,
      version: row.decision_version,
      ...(isRefusing && { no_award: true }),
      ...(reason && { reason }),
      ...(isClosing && { close_divergence: true }),
    })
    if ('error' in result) return
    void message.success(
      t(award_id ? 'jury:panel.awarded' : isRefusing ? 'board.refused' : 'jury:panel.cleared'),
    )
    onClose()
  }
  return (
    <ReasonDialog
      title={t('board.decideOn', { title: row.title })}
      text={t('board.final', { score: figure(row.final_score) })}
      confirm={t(award_id ? 'jury:panel.award' : isRefusing ? 'board.refuse' : 'jury:panel.clear')}
      isOptional={!isRefusing && !isOdd && !isClosing}
      isLoading={isLoading}
      error={error}
      onClose={onClose}
      onSend={(reason) => void send(reason)}
    >
      {/* What it has now: another chair may decide while the dialog is open. */}
      <p className={styles.present}>
        <DecisionTag
          award={board.levels.find(({ id }) => id === row.award_id) ?? null}
          status={row.decision_status}
        />
      </p>
      <p id={label} className={styles.label}>
        {t('jury:own.level')}
      </p>
      <Radio.Group
        className={styles.levels ?? ''}
        aria-labelledby={label}
        value={chosen}
        onChange={(event) => setChosen(String(event.target.value))}
      >
        {board.levels
          .filter(({ id, code }) => id === row.award_id || mayChooseAward(code, null, 1))
          .map(({ id, code, name, colour }) => (
            <Radio key={id} value={id}>
              <AwardMark code={code} name={name} colour={colour} />
              {id === row.eligible_award_id && <small>{t('board.reached')}</small>}
              {wishes.has(id) && <small>{t('board.wishes', { count: wishes.get(id) ?? 0 })}</small>}
            </Radio>
          ))}
        <Radio value={NONE}>{t(row.award_id === null ? 'board.refuse' : 'board.without')}</Radio>
      </Radio.Group>
      {row.is_to_discuss && (
        <Checkbox
          className={styles.closing ?? ''}
          checked={isClosing}
          onChange={(event) => setIsClosing(event.target.checked)}
        >
          {t('jury:panel.closeDivergence')}
        </Checkbox>
      )}
      {isOdd && (
        <p className={styles.far}>
          {isBelow
            ? t('board.below', {
                score: figure(row.final_score),
                least: figure(award.min_score, 0),
                level: award.name,
              })
            : t('board.far')}
        </p>
      )}
    </ReasonDialog>
  )
}

type RowActionsProps = { row: BoardRow; board: Board; canAward: boolean }

/** What the chair can do with an entry of the board. */
export function RowActions({ row, board, canAward }: RowActionsProps) {
  const { t } = useTranslation('jurydesk')
  const [open, setOpen] = useState<'decide' | 'discussion'>()
  const [close, { isLoading, error, reset }] = useApiMutation(judgeAdded.closeDiscussion)
  const leave = () => {
    reset()
    setOpen(undefined)
  }
  const end = async (reason: string) => {
    const result = await close({ apply_order_id: row.apply_order_id, reason })
    if (!('error' in result)) leave()
  }
  const name = { title: row.title }
  return (
    <>
      <Button
        size="small"
        disabled={!canAward}
        title={canAward ? '' : t('board.closed')}
        aria-label={t('board.decideOn', name)}
        onClick={() => setOpen('decide')}
      >
        {t('board.decide')}
      </Button>
      {row.is_to_discuss && (
        <Button
          size="small"
          type="text"
          aria-label={t('board.endOn', name)}
          onClick={() => setOpen('discussion')}
        >
          {t('board.end')}
        </Button>
      )}
      {open === 'decide' && <DecideDialog row={row} board={board} onClose={leave} />}
      {open === 'discussion' && (
        <ReasonDialog
          title={t('board.endOn', name)}
          text={t('board.endText')}
          confirm={t('board.end')}
          isLoading={isLoading}
          error={error}
          onClose={leave}
          onSend={(reason) => void end(reason)}
        />
      )}
    </>
  )
}

type CastVoteDialogProps = { entries: readonly EntryMention[]; onClose: () => void }

/** The chair's casting vote: an order of the entries, or the same place for all of them. */
export function CastVoteDialog({ entries, onClose }: CastVoteDialogProps) {
  const { t } = useTranslation('jurydesk')
  const { message } = App.useApp()
  const [cast, { isLoading, error }] = useApiMutation(judgeAdded.castVote)
  const [order, setOrder] = useState(entries)
  const [ex_aequo, setExAequo] = useState(false)

  const raise = (index: number) =>
    setOrder(order.toSpliced(index, 1).toSpliced(index - 1, 0, ...order.slice(index, index + 1)))
  const send = async (reason: string) => {
    const apply_order_ids = order.map((one) => one.apply_order_id)
    const result = await cast({ apply_order_ids, ex_aequo, reason })
    if ('error' in result) return
    void message.success(t('tie.done'))
    onClose()
  }
  return (
    <ReasonDialog
      title={t('tie.cast')}
      text={t('tie.castText')}
      confirm={t('tie.cast')}
      isLoading={isLoading}
      error={error}
      onClose={onClose}
      onSend={(reason) => void send(reason)}
    >
      <Checkbox checked={ex_aequo} onChange={(event) => setExAequo(event.target.checked)}>
        {t('tie.exAequo')}
      </Checkbox>
      <ol className={styles.order}>
        {order.map((row, index) => (
          <li key={row.apply_order_id}>
            <span>{row.title}</span>
            {!ex_aequo && (
              // The first one has it too: a button that goes, or is disabled, loses the keyboard's focus.
              <Button
                size="small"
                className={index === 0 ? styles.off : undefined}
                aria-disabled={index === 0}
                aria-label={t('tie.raiseOne', { title: row.title })}
                onClick={() => index > 0 && raise(index)}
              >
                {t('tie.raise')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </ReasonDialog>
  )
}
