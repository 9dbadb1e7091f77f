import { callApi, openFile } from '@awards/shared/client'
import { juryDesk } from '@awards/shared/contract'
import { App, Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type ExportMenuProps = { query: string; view: 'scoring' | 'money' }

/** The list as it is narrowed and sorted, as a file; the link ends after a quarter of an hour. */
export function ExportMenu({ query, view }: ExportMenuProps) {
  const { t } = useTranslation('jurytable')
  const { message } = App.useApp()
  const [isBusy, setIsBusy] = useState(false)

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
        items: (['xlsx', 'csv'] as const).map((key) => ({ key, label: t(`export.${key}`) })),
        onClick: ({ key }) => void exportAs(key === 'csv' ? 'csv' : 'xlsx'),
      }}
    >
      <Button size="small" loading={isBusy}>
        {t('export.label')}
      </Button>
    </Dropdown>
  )
}
