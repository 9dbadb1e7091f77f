import { useApiMutation } from '@awards/shared/client'
import { studio, type Studio, type StudioMember } from '@awards/shared/contract'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { App, Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { ALL_WORKS, useWorkOptions } from './invite-dialog.tsx'

type HandOverDialogProps = {
  member: StudioMember
  works: Studio['works']
  onClose: () => void
}
type Values = { project_id: string }

/** Offers a work, or all of them, to a member, who becomes their owner by accepting. */
export function HandOverDialog({ member, works, onClose }: HandOverDialogProps) {
  const { t } = useTranslation('studio')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const { member_id, name, work } = member
  const all = useWorkOptions(works)
  const options = work ? all.filter(({ value }) => value === work.project_id) : all
  const [offer, { isLoading, error }] = useApiMutation(studio.offerHandOver)
  const send = async ({ project_id }: Values) => {
    const scope = project_id === ALL_WORKS ? {} : { project_id }
    const result = await offer({ member_id, ...scope })
    if ('error' in result) return
    void message.success(t('handOver.sent', { name }))
    onClose()
  }
  return (
    <FormDialog<Values>
      title={t('handOver.title', { name })}
      text={t('handOver.text', { name })}
      confirm={t('handOver.confirm')}
      form={form}
      isSending={isLoading}
      error={error}
      initialValues={{ project_id: work?.project_id ?? options[1]?.value ?? ALL_WORKS }}
      onClose={onClose}
      onSend={(values) => void send(values)}
    >
      <Form.Item name="project_id" label={t('handOver.works')}>
        <Select options={options} />
      </Form.Item>
    </FormDialog>
  )
}
