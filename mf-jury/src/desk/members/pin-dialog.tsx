import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { juryDesk, judge } from '@awards/shared/contract'
import { CONFLICT_TYPES, type ConflictType } from '@awards/shared/domain'
import { App, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { DialogRefusal } from '../../common/reason-dialog.tsx'
import { useDeferredValue, useState } from 'react'

/** Jurors of both levels, to choose one of them. */
export function useJurorNames(edition_id: string | undefined) {
  const first = useApiQuery(juryDesk.workload, { edition_id, level: '2' }, { skip: !edition_id })
  const second = useApiQuery(juryDesk.workload, { edition_id, level: '3' }, { skip: !edition_id })
  const all = [...(first.data?.jurors ?? []), ...(second.data?.jurors ?? [])]
  return [...new Map(all.map(({ juror_id, name }) => [juror_id, name]))].map(([value, label]) => ({
    value,
    label,
  }))
}

type EntrySearchProps = {
  editionId: string | undefined
  /** Given by the form around it. */
  id?: string
  value?: string
  onChange?: (id: string) => void
}

/** Finds an entry by its title or number. */
function EntrySearch({ editionId, id, value, onChange }: EntrySearchProps) {
  const { t } = useTranslation('jurydesk')
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed.trim())
  const { data, isFetching } = useApiQuery(judge.judgeEntryList, {
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

type PinDialogProps = {
  editionId: string | undefined
  /** The entry, where it is known already. */
  entryId?: string
  onClose: () => void
}
type Values = { apply_order_id: string; juror_id: string; type: ConflictType; note: string }

/** Keeps a juror from an entry, for good: the juror cannot undo it, and a vote no longer counts. */
export function PinDialog({ editionId, entryId, onClose }: PinDialogProps) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const jurors = useJurorNames(editionId)
  const [pin, { isLoading, error }] = useApiMutation(juryDesk.pinConflict)

  const send = async (values: Values) => {
    const result = await pin({ ...values, ...(entryId && { apply_order_id: entryId }) })
    if ('error' in result) return
    void message.success(t('conflicts.pinnedNow'))
    onClose()
  }
  const needed = (key: string) => [{ required: true, message: t(key) }]
  return (
    <FormDialog<Values>
      title={t('conflicts.pin')}
      text={t('conflicts.pinText')}
      confirm={t('conflicts.pinConfirm')}
      form={form}
      initialValues={{ type: 'administrative' }}
      isSending={isLoading}
      error={error}
      refusal={(failure) => <DialogRefusal error={failure} />}
      onClose={onClose}
      onSend={(values) => void send(values)}
    >
      {!entryId && (
        <Form.Item
          name="apply_order_id"
          label={t('conflicts.entry')}
          rules={needed('conflicts.entryNeeded')}
        >
          <EntrySearch editionId={editionId} />
        </Form.Item>
      )}
      <Form.Item
        name="juror_id"
        label={t('conflicts.juror')}
        rules={needed('conflicts.jurorNeeded')}
      >
        <Select options={jurors} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <Form.Item name="type" label={t('conflicts.kind')}>
        <Select
          options={CONFLICT_TYPES.map((value) => ({
            value,
            label: t(`jury:conflict.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="note"
        label={t('jury:reason.label')}
        rules={[{ required: true, min: 5, whitespace: true, message: t('jury:reason.needed') }]}
      >
        <Input.TextArea maxLength={500} rows={3} />
      </Form.Item>
    </FormDialog>
  )
}
