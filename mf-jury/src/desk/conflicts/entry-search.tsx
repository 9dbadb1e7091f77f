import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useJudgeEntryListQuery } from '../../jury.api.ts'

type EntrySearchProps = {
  editionId: string | undefined
  /** Given by the form around it. */
  id?: string
  value?: string
  onChange?: (id: string) => void
}

/** Finds an entry by its title or number. */
export function EntrySearch({ editionId, id, value, onChange }: EntrySearchProps) {
  const { t } = useTranslation('jurydesk')
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed.trim())
  const { data, isFetching } = useJudgeEntryListQuery({
    pageSize: 20,
    edition_id: editionId,
    ...(keyword && { keyword }),
  })
  return (
    <Select
      {...(id && { id })}
      value={value ?? null}
      placeholder={t('conflicts.keyword')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      options={data?.list.map((row) => ({
        value: row.apply_order_id,
        label: `#${row.judging_no.replace(/^#/, '')} ${row.title}`,
      }))}
      onChange={(chosen: string | null) => onChange?.(chosen ?? '')}
    />
  )
}
