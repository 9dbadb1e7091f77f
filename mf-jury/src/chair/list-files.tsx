import { callApi, openFile } from '@awards/shared/client'
import { judge, juryDesk } from '@awards/shared/contract'
import { BATCH_DOWNLOAD_TIMEOUT_MS } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { App, Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListInput } from './use-chair-filters.ts'

const MEGABYTE = 1_000_000

/** Fetches the pictures of the chosen entries, or of all that fit the filters, in one archive. */
function useZip(input: ListInput, selected?: ReadonlySet<string>) {
  const { t } = useTranslation('jurytable')
  const { message } = App.useApp()
  const format = useFormat()
  const [isZipping, setIsZipping] = useState(false)

  const download = async () => {
    setIsZipping(true)
    const { sort: _sort, ...narrowing } = input
    const asked = selected ? { ids: [...selected].join(',') } : narrowing
    const answer = await callApi(judge.batchDownloadZip, asked, {
      timeout: BATCH_DOWNLOAD_TIMEOUT_MS,
    }).catch(() => undefined)
    setIsZipping(false)
    if (!answer) return
    openFile(answer.url)
    const size = format.number(Math.max(1, Math.round((answer.size ?? 0) / MEGABYTE)))
    const key = answer.size === undefined ? 'zip.done' : 'zip.doneSize'
    void message.success(t(key, { count: answer.entries, size }))
  }
  return { isZipping, download }
}

type ZipButtonProps = { input: ListInput; selected: ReadonlySet<string> }

/** The pictures of the chosen entries. */
export function ZipButton({ input, selected }: ZipButtonProps) {
  const { t } = useTranslation('jurytable')
  const { isZipping, download } = useZip(input, selected)
  return (
    <Button size="small" loading={isZipping} onClick={() => void download()}>
      {t('zip.some')}
    </Button>
  )
}

type ExportMenuProps = { input: ListInput; query: string; view: 'scoring' | 'money' }

/** The list as it is narrowed and sorted, or its pictures, as a file; the link ends after a quarter of an hour. */
export function ExportMenu({ input, query, view }: ExportMenuProps) {
  const { t } = useTranslation('jurytable')
  const { message } = App.useApp()
  const [isBusy, setIsBusy] = useState(false)
  const { isZipping, download } = useZip(input)

  const exportAs = async (format: 'csv' | 'xlsx') => {
    setIsBusy(true)
    const input = { format, columns: view, filters: query }
    const answer = await callApi(juryDesk.exportTable, input).catch(() => undefined)
    setIsBusy(false)
    if (!answer) return
    openFile(answer.url)
    void message.success(t('export.done', { count: answer.rows }))
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          ...(['xlsx', 'csv'] as const).map((key) => ({ key, label: t(`export.${key}`) })),
          { key: 'zip', label: t('zip.all') },
        ],
        onClick: ({ key }) =>
          void (key === 'zip' ? download() : exportAs(key === 'csv' ? 'csv' : 'xlsx')),
      }}
    >
      <Button size="small" loading={isBusy || isZipping}>
        {t('export.label')}
      </Button>
    </Dropdown>
  )
}
