import { BATCH_DOWNLOAD_TIMEOUT_MS } from '@awards/shared/domain'
import { callApi, openFile } from '@awards/shared/client'
import { judge, type JudgeRow } from '@awards/shared/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCapability } from '../common/use-capability.ts'
import { useJudgeShowMutation } from '../jury.api.ts'
import { AssignDrawer } from './assign-drawer.tsx'
import styles from './bulk-bar.module.css'
import { HideDialog } from './hide-dialog.tsx'
import type { ChairFilterValues } from './use-chair-filters.ts'

type BulkBarProps = {
  selected: readonly string[]
  rows: readonly JudgeRow[]
  filters: ChairFilterValues
  total: number
  onDone: () => void
}

/** What can be done with several entries at once. */
export function BulkBar({ selected, rows, filters, total, onDone }: BulkBarProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const can = useCapability()
  const [show] = useJudgeShowMutation()
  const [open, setOpen] = useState<'assign' | 'hide'>()
  const [isZipping, setIsZipping] = useState(false)
  const none = selected.length === 0
  const { sort: _sort, ...narrowing } = filters

  const download = async () => {
    setIsZipping(true)
    const input = none ? narrowing : { ids: selected.join(',') }
    const answer = await callApi(judge.batchDownloadZip, input, {
      timeout: BATCH_DOWNLOAD_TIMEOUT_MS,
    }).catch(() => undefined)
    setIsZipping(false)
    if (answer) openFile(answer.url)
  }

  const setShown = async (is_show: boolean, reason?: string) => {
    const result = await show({
      apply_order_ids: [...selected],
      is_show,
      ...(reason && { reason }),
    })
    if ('error' in result || !result.data) return
    const { updated, skipped } = result.data
    if (updated.length > 0) {
      const key = is_show ? 'bulk.shown' : 'bulk.hidden'
      void message.success(t(key, { count: updated.length }))
    }
    for (const [reason, some] of Map.groupBy(skipped, (one) => one.reason)) {
      void message.warning(t(`bulk.skipped.${reason}`, { count: some.length }))
    }
    setOpen(undefined)
    onDone()
  }

  return (
    <div className={styles.bar} role="toolbar" aria-label={t('bulk.label')}>
      {!none && (
        <span className={styles.count}>{t('bulk.selected', { count: selected.length })}</span>
      )}
      {can('can_assign') && !none && (
        <Button size="small" type="primary" onClick={() => setOpen('assign')}>
          {t('bulk.assign')}
        </Button>
      )}
      {can('can_publish') && !none && (
        <>
          <Button size="small" onClick={() => void setShown(true)}>
            {t('bulk.show')}
          </Button>
          <Button size="small" onClick={() => setOpen('hide')}>
            {t('bulk.hide')}
          </Button>
        </>
      )}
      {can('can_download') && total > 0 && (
        <Button size="small" loading={isZipping} onClick={() => void download()}>
          {none ? t('bulk.downloadAll') : t('bulk.download')}
        </Button>
      )}
      <AssignDrawer
        isOpen={open === 'assign'}
        entries={rows.filter((row) => selected.includes(row.apply_order_id))}
        ids={selected}
        onClose={() => setOpen(undefined)}
        onAssigned={onDone}
      />
      <HideDialog
        isOpen={open === 'hide'}
        count={selected.length}
        onClose={() => setOpen(undefined)}
        onHide={(reason) => void setShown(false, reason)}
      />
    </div>
  )
}
