import type { BoardRow } from '@awards/shared/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useCloseDiscussionMutation } from '../desk.api.ts'
import type { Board } from './ranking.ts'
import { DecideDialog } from './decide-dialog.tsx'

type RowActionsProps = { row: BoardRow; board: Board; canAward: boolean }

/** What the chair can do with an entry of the board. */
export function RowActions({ row, board, canAward }: RowActionsProps) {
  const { t } = useTranslation('jurydesk')
  const [open, setOpen] = useState<'decide' | 'discussion'>()
  const [close, { isLoading, error, reset }] = useCloseDiscussionMutation()
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
