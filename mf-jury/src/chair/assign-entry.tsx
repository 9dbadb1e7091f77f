import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useJudgeAssignMutation } from '../jury.api.ts'
import { AssignDrawer } from './assign-drawer.tsx'

type AssignEntryProps = { isOpen: boolean; id: string; onClose: () => void }

/** Gives one entry to jurors. */
export function AssignEntry({ isOpen, id, onClose }: AssignEntryProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const [assign, { isLoading }] = useJudgeAssignMutation()

  const send = async (juror_ids: string[], mode: 'add' | 'remove') => {
    const { data } = await assign({ apply_order_ids: [id], juror_ids, mode })
    if (!data) return
    const refused = data.results.filter(({ result }) => result === 'refused').length
    const done = data.results.filter(({ result }) => /assigned|removed/.test(result)).length
    if (refused > 0) void message.warning(t('assign.refused', { count: refused }))
    if (done > 0) void message.success(t('assign.done', { count: done }))
    onClose()
  }
  return (
    <AssignDrawer
      isOpen={isOpen}
      isBusy={isLoading}
      ids={new Set([id])}
      onClose={onClose}
      onAssign={(jurors, mode) => void send(jurors, mode)}
    />
  )
}
