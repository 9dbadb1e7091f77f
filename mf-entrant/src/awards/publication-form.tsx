import { fieldErrors } from '@awards/shared/client'
import { WinningInfo } from '@awards/shared/domain'
import { useCurrentUser, useUnsavedWork } from '@awards/shared/session'
import { SectionHeading, zodRule } from '@awards/shared/ui'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../common/text-area.tsx'
import { useEditWinningInfoMutation } from '../entrant.api.ts'
import type { AwardScreenProps } from './award-screen.ts'
import styles from './publication-form.module.css'

const TEXTS = [
  { name: 'bio', maximum: 800, rows: 4 },
  { name: 'credits', maximum: 600, rows: 3 },
  { name: 'press_text', maximum: 1200, rows: 5 },
] as const

/** An untouched optional field is left out, so that its rule does not apply. */
const filled = (values: WinningInfo): WinningInfo =>
  WinningInfo.parse(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')))

/** What is published, and what stands on the certificate. */
export function PublicationForm({ info, goTo }: AwardScreenProps) {
  const { t } = useTranslation('entrant')
  const user = useCurrentUser()
  const [form] = Form.useForm<WinningInfo>()
  useUnsavedWork(() => form.isFieldsTouched())
  const [save, { isLoading }] = useEditWinningInfoMutation()
  const names = info.answers.designers?.map(({ name }) => name).join(', ')
  const initial = {
    winner_name: info.answers.company || names,
    certificate_name: info.answers.company || names,
    contact_email: user?.email,
    ...info.winning_info,
  }
  const { apply_order_id, version } = info

  const finish = async (values: WinningInfo) => {
    try {
      await save({ apply_order_id, version, info: filled(values) }).unwrap()
      goTo(3)
    } catch (error) {
      const name = (path: (string | number)[]) => (path[0] === 'info' ? path.slice(1) : path)
      form.setFields(
        fieldErrors(error).map((field) => ({ ...field, name: name(field.name) as never })),
      )
    }
  }

  return (
    <Form
      form={form}
      layout="vertical"
      name="publication"
      className={styles.form ?? ''}
      initialValues={initial}
      validateTrigger="onBlur"
      scrollToFirstError={{ block: 'center', focus: true }}
      onFinish={finish}
    >
      <SectionHeading size="small">{t('publication.names')}</SectionHeading>
      {(['winner_name', 'certificate_name'] as const).map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={t(`publication.${name}.label`)}
          extra={t(`publication.${name}.hint`)}
          rules={[zodRule(WinningInfo.shape[name])]}
        >
          <Input count={{ max: 120, show: true }} />
        </Form.Item>
      ))}
      <SectionHeading size="small">{t('publication.texts')}</SectionHeading>
      {TEXTS.map(({ name, maximum, rows }) => (
        <Form.Item
          key={name}
          name={name}
          label={t(`publication.${name}.label`)}
          extra={t(`publication.${name}.hint`)}
          rules={[zodRule(WinningInfo.shape[name])]}
        >
          <TextArea rows={rows} count={{ max: maximum, show: true }} />
        </Form.Item>
      ))}
      <Form.Item
        name="contact_email"
        label={t('publication.contact_email.label')}
        extra={t('publication.contact_email.hint')}
        rules={[zodRule(WinningInfo.shape.contact_email)]}
      >
        <Input type="email" autoComplete="email" />
      </Form.Item>
      <div className={styles.actions}>
        <Button type="primary" size="large" htmlType="submit" loading={isLoading}>
          {t('publication.save')}
        </Button>
        <Button size="large" onClick={() => goTo(1)}>
          {t('footer.back')}
        </Button>
      </div>
    </Form>
  )
}
