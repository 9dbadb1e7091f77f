import type { BoardRow } from '@awards/shared/contract'
import { AwardMark } from '@awards/shared/ui'
import { App, Checkbox, Radio } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useJudgeAwardMutation } from '../../jury.api.ts'
import { ReasonDialog } from '../common/reason-dialog.tsx'
import { useFigure } from '../../common/use-figure.ts'
import { levelsAway, type Board } from './board.ts'
import styles from './decide-dialog.module.css'

type DecideDialogProps = { row: BoardRow; board: Board; onClose: () => void }
const NONE = 'none'

/** The level that an entry is to have; further than one from what it has reached, it takes a reason. */
export function DecideDialog({ row, board, onClose }: DecideDialogProps) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const { message } = App.useApp()
  const figure = useFigure()
  const label = useId()
  const [decide, { isLoading, error }] = useJudgeAwardMutation()
  const [chosen, setChosen] = useState(row.award_id ?? row.eligible_award_id ?? NONE)
  const [isClosing, setIsClosing] = useState(false)
  const award_id = chosen === NONE ? null : chosen
  const away = levelsAway(board, row, award_id)
  const wishes = new Map(row.recommendations.map((one) => [one.award_id, one.count]))

  const send = async (reason: string) => {
    const result = await decide({
      apply_order_id: row.apply_order_id,
      award_id,
      version: row.decision_version,
      ...(reason && { reason }),
      ...(isClosing && { close_divergence: true }),
    })
    if ('error' in result) return
    void message.success(t(award_id ? 'jury:panel.awarded' : 'jury:panel.cleared'))
    onClose()
  }
  return (
    <ReasonDialog
      title={t('board.decideOn', { title: row.title })}
      text={t('board.final', { score: figure(row.final_score) })}
      confirm={t(award_id ? 'jury:panel.award' : 'jury:panel.clear')}
      isOptional={award_id === null || (away <= 1 && !isClosing)}
      isLoading={isLoading}
      error={error}
      onClose={onClose}
      onSend={(reason) => void send(reason)}
    >
      <p id={label} className={styles.label}>
        {t('jury:own.level')}
      </p>
      <Radio.Group
        className={styles.levels ?? ''}
        aria-labelledby={label}
        value={chosen}
        onChange={(event) => setChosen(String(event.target.value))}
      >
        {board.levels.map(({ id, code, name, colour }) => (
          <Radio key={id} value={id}>
            <AwardMark code={code} name={name} colour={colour} />
            {id === row.eligible_award_id && <small>{t('board.reached')}</small>}
            {wishes.has(id) && <small>{t('board.wishes', { count: wishes.get(id) ?? 0 })}</small>}
          </Radio>
        ))}
        {row.award_id !== null && <Radio value={NONE}>{t('board.without')}</Radio>}
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
      {award_id !== null && away > 1 && <p className={styles.far}>{t('board.far')}</p>}
    </ReasonDialog>
  )
}
