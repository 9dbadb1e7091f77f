import { useApiMutation } from '@awards/shared/client'
import { type EntryMention, judgeAdded } from '@awards/shared/contract'
import { App, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../common/reason-dialog.tsx'
import styles from './row-actions.module.css'

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
