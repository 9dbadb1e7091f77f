import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useJudgeSubJudgesQuery } from '../jury.api.ts'
import styles from './assign-drawer.module.css'
import { JurorList } from './juror-list.tsx'

type AssignDrawerProps = {
  isOpen: boolean
  isBusy?: boolean
  ids: ReadonlySet<string>
  onClose: () => void
  onAssign: (jurorIds: string[], mode: 'add' | 'remove') => void
}

/** Gives entries to jurors: who knows the field, who is free, who may not. */
export function AssignDrawer({
  isOpen,
  isBusy = false,
  ids,
  onClose,
  onAssign,
}: AssignDrawerProps) {
  const { t } = useTranslation('jury')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [first = ''] = ids
  const { currentData } = useJudgeSubJudgesQuery(
    { apply_order_id: first },
    { skip: !isOpen || first === '' },
  )

  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      afterOpenChange={(isNowOpen) => !isNowOpen && setChosen([])}
      size={480}
      title={t('assign.title', { count: ids.size })}
      footer={
        <div className={styles.actions}>
          <Button
            type="primary"
            disabled={chosen.length === 0}
            loading={isBusy}
            onClick={() => onAssign([...chosen], 'add')}
          >
            {t('assign.add', { count: chosen.length })}
          </Button>
          <Button
            disabled={chosen.length === 0}
            loading={isBusy}
            onClick={() => onAssign([...chosen], 'remove')}
          >
            {t('assign.remove')}
          </Button>
        </div>
      }
    >
      {ids.size > 1 && <p className={styles.note}>{t('assign.several')}</p>}
      {currentData && <JurorList jurors={currentData.list} chosen={chosen} onChoose={setChosen} />}
    </Drawer>
  )
}
