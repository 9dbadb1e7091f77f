import { juryCodes } from '@awards/shared/contract'
import { siteConfiguration, useApiMutation } from '@awards/shared/client'
import { dayIn } from '@awards/shared/domain'
import { App, Form, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { endOfDayIn } from '@awards/shared/domain'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { DialogRefusal } from '../../common/reason-dialog.tsx'

type CodeDialogProps = { kind: 'entrant_invite' | 'agent'; onClose: () => void }
/** The day is sent as its last moment. */
type Values = {
  label: string
  owner_email?: string
  discount_percent: number
  commission_percent?: number
  valid_until: string
  max_uses: number
}

/** A code that entrants type in: what it takes off the fee, whose it is, and how long it lasts. */
export function CodeDialog({ kind, onClose }: CodeDialogProps) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [create, { isLoading, error }] = useApiMutation(juryCodes.createCode)
  const zone = siteConfiguration().time_zone

  const send = async ({ owner_email, valid_until, ...values }: Values) => {
    const result = await create({
      kind,
      ...values,
      ...(owner_email && { owner_email }),
      valid_until: new Date(endOfDayIn(zone, valid_until)).toISOString(),
    })
    if ('error' in result) return
    void message.success(t('codes.created', { code: result.data?.code ?? '' }))
    onClose()
  }
  const percent = (name: 'discount_percent' | 'commission_percent') => (
    <Form.Item name={name} label={t(`codes.${name}`)}>
      <InputNumber min={0} max={100} precision={0} suffix="%" />
    </Form.Item>
  )
  return (
    <FormDialog<Values>
      title={t(kind === 'agent' ? 'codes.newAgent' : 'codes.newEntrant')}
      text={t(`codes.text.${kind}`)}
      confirm={t('codes.create')}
      form={form}
      initialValues={{ discount_percent: 0, commission_percent: 0, max_uses: 100 }}
      isSending={isLoading}
      error={error}
      refusal={(failure) => <DialogRefusal error={failure} />}
      onClose={onClose}
      onSend={(values) => void send(values)}
    >
      <Form.Item
        name="label"
        label={t('codes.label')}
        rules={[{ required: true, min: 2, whitespace: true, message: t('codes.labelNeeded') }]}
      >
        <Input maxLength={120} />
      </Form.Item>
      <Form.Item
        name="owner_email"
        label={t('codes.owner')}
        extra={t(`codes.ownerHint.${kind}`)}
        rules={[
          {
            required: kind === 'agent',
            type: 'email',
            message: t('codes.emailNeeded'),
          },
        ]}
      >
        <Input type="email" inputMode="email" autoComplete="off" maxLength={254} />
      </Form.Item>
      {percent('discount_percent')}
      {kind === 'agent' && percent('commission_percent')}
      <Form.Item
        name="max_uses"
        label={t('codes.max_uses')}
        rules={[{ required: true, message: t('codes.usesNeeded') }]}
      >
        <InputNumber min={1} max={100_000} precision={0} />
      </Form.Item>
      <Form.Item
        name="valid_until"
        label={t('codes.lastDay')}
        rules={[{ required: true, message: t('codes.lastDayNeeded') }]}
      >
        <Input type="date" min={dayIn(new Date(), zone)} />
      </Form.Item>
    </FormDialog>
  )
}
