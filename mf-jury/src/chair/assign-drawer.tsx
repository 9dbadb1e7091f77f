import type { JudgeRow } from '@awards/shared/contract'
import { App, Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useJudgeAssignMutation, useJudgeSubJudgesQuery } from '../jury.api.ts'
import styles from './assign-drawer.module.css'
import { JurorList } from './juror-list.tsx'

type AssignDrawerProps = {
  isOpen: boolean
  ids: readonly string[]
  entries: readonly Pick<JudgeRow, 'apply_order_id' | 'title'>[]
  onClose: () => void
  onAssigned: () => void
}

/** Gives entries to jurors: who knows the field, who is free, who may not. */
export function AssignDrawer({ isOpen, ids, entries, onClose, onAssigned }: AssignDrawerProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [assign, { isLoading }] = useJudgeAssignMutation()
  const [first = ''] = ids
  const { currentData } = useJudgeSubJudgesQuery(
    { apply_order_id: first },
    { skip: !isOpen || first === '' },
  )

  const close = () => {
    setChosen([])
    onClose()
  }
  const send = async (mode: 'add' | 'remove') => {
    const input = { apply_order_ids: [...ids], juror_ids: [...chosen], mode }
    const answer = await assign(input)
    if ('error' in answer || !answer.data) return
    const of = (wanted: string) =>
      answer.data.results.filter(({ result }) => result === wanted).length
    const done = of('assigned') + of('removed')
    const refused = of('refused')
    if (refused > 0) void message.warning(t('assign.refused', { count: refused }))
    if (done > 0) void message.success(t('assign.done', { count: done }))
    close()
    onAssigned()
  }

  return (
    <Drawer
      open={isOpen}
      onClose={close}
      size={480}
      title={t('assign.title', { count: ids.length })}
      footer={
        <div className={styles.actions}>
          <Button
            type="primary"
            disabled={chosen.length === 0}
            loading={isLoading}
            onClick={() => void send('add')}
          >
            {t('assign.add', { count: chosen.length })}
          </Button>
          <Button
            disabled={chosen.length === 0}
            loading={isLoading}
            onClick={() => void send('remove')}
          >
            {t('assign.remove')}
          </Button>
        </div>
      }
    >
      <p className={styles.entries}>
        {entries.map(({ title }) => title || t('untitled')).join(' · ')}
      </p>
      {ids.length > 1 && <p className={styles.note}>{t('assign.several')}</p>}
      {currentData && <JurorList jurors={currentData.list} chosen={chosen} onChoose={setChosen} />}
    </Drawer>
  )
}
