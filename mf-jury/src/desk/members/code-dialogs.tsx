import { juryCodes, type Input as InputOf } from '@awards/shared/contract'
import { siteConfiguration, useApiMutation } from '@awards/shared/client'
import {
  dayIn,
  endOfDayIn,
  INVITATION_DAYS,
  INVITED_LEVELS,
  LANGUAGES,
} from '@awards/shared/domain'
import { App, Form, Input, InputNumber, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { DialogRefusal } from '../../common/reason-dialog.tsx'
import { useLanguage } from '@awards/shared/i18n'
import { useDeskScope } from '../desk-bar.tsx'

type CodeDialogProps = { kind: 'entrant_invite' | 'agent'; onClose: () => void }
/** The day is sent as its last moment. */
type NewCode = {
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
  const [form] = Form.useForm<NewCode>()
  const [create, { isLoading, error }] = useApiMutation(juryCodes.createCode)
  const zone = siteConfiguration().time_zone

  const send = async ({ owner_email, valid_until, ...values }: NewCode) => {
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
    <FormDialog<NewCode>
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

type Invitation = InputOf<typeof juryCodes.inviteJuror>
const LANGUAGE_NAMES = { en: 'English', fr: 'Français', zh: '中文' } as const

/** Offers a seat on the jury to one address. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const { message } = App.useApp()
  const language = useLanguage()
  const { categories } = useDeskScope()
  const [form] = Form.useForm<Invitation>()
  const [invite, { isLoading, error }] = useApiMutation(juryCodes.inviteJuror)

  const send = async (values: Invitation) => {
    const result = await invite(values)
    if ('error' in result) return
    void message.success(t('codes.invited', { email: values.email }))
    onClose()
  }
  return (
    <FormDialog<Invitation>
      title={t('codes.invite')}
      text={t('codes.inviteText', { count: INVITATION_DAYS })}
      confirm={t('codes.sendInvitation')}
      form={form}
      initialValues={{ level: 2, category_ids: [], language }}
      isSending={isLoading}
      error={error}
      refusal={(failure) => <DialogRefusal error={failure} />}
      onClose={onClose}
      onSend={(values) => void send(values)}
    >
      <Form.Item
        name="email"
        label={t('codes.email')}
        rules={[{ required: true, type: 'email', message: t('codes.emailNeeded') }]}
      >
        <Input type="email" inputMode="email" autoComplete="off" maxLength={254} />
      </Form.Item>
      <Form.Item name="label" label={t('codes.name')} extra={t('codes.nameHint')}>
        <Input maxLength={120} />
      </Form.Item>
      <Form.Item name="level" label={t('work.level')}>
        <Radio.Group
          options={INVITED_LEVELS.map((value) => ({
            value,
            label: t(`jury:assign.level${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="category_ids"
        label={t('codes.categories')}
        rules={[{ required: true, type: 'array', min: 1, message: t('codes.categoriesNeeded') }]}
      >
        <Select
          mode="multiple"
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <Form.Item name="language" label={t('codes.language')}>
        <Select options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))} />
      </Form.Item>
    </FormDialog>
  )
}
