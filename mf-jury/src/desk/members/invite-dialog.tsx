import { useApiMutation } from '@awards/shared/client'
import { type Input as InputOf, juryCodes } from '@awards/shared/contract'
import { INVITATION_DAYS, INVITED_LEVELS, LANGUAGES } from '@awards/shared/domain'
import { useLanguage } from '@awards/shared/i18n'
import { App, Form, Input, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { DialogRefusal } from '../../common/reason-dialog.tsx'
import { useDeskScope } from '../use-desk-scope.ts'

type Values = InputOf<typeof juryCodes.inviteJuror>
const NAMES = { en: 'English', fr: 'Français', zh: '中文' } as const

/** Offers a seat on the jury to one address. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const { message } = App.useApp()
  const language = useLanguage()
  const { categories } = useDeskScope()
  const [form] = Form.useForm<Values>()
  const [invite, { isLoading, error }] = useApiMutation(juryCodes.inviteJuror)

  const send = async (values: Values) => {
    const result = await invite(values)
    if ('error' in result) return
    void message.success(t('codes.invited', { email: values.email }))
    onClose()
  }
  return (
    <FormDialog<Values>
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
        <Select options={LANGUAGES.map((value) => ({ value, label: NAMES[value] }))} />
      </Form.Item>
    </FormDialog>
  )
}
