import { WinningInfo } from '@awards/shared/domain'
import { useCurrentUser } from '@awards/shared/session'
import { SectionHeading, zodRule } from '@awards/shared/ui'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { SaveState } from '../common/save-state.tsx'
import { TextArea } from '../common/text-area.tsx'
import type { AwardScreenProps } from './award-screen.ts'
import styles from './publication-form.module.css'
import { ShippingFields } from './shipping-fields.tsx'
import { usePublication } from './use-publication.ts'

const TEXTS = [
  { name: 'bio', maximum: 800, rows: 4 },
  { name: 'credits', maximum: 600, rows: 3 },
  { name: 'press_text', maximum: 1200, rows: 5 },
] as const

/** What is published, what stands on the certificate, and where things are sent. */
export function PublicationForm({ info, goTo }: AwardScreenProps) {
  const { t } = useTranslation('entrant')
  const user = useCurrentUser()
  const { form, saver, saving } = usePublication(info)
  const designers = info.answers.designers ?? []
  const names = designers.map(({ name }) => name).join(', ')
  const initial = {
    winner_name: info.answers.company || names,
    certificate_name: info.answers.company || names,
    credits: designers.map(({ name, role }) => [name, role].filter(Boolean).join(', ')).join('\n'),
    contact_email: user?.email,
    ...info.winning_info,
  }

  const finish = async () => {
    const values = form.getFieldsValue(true)
    saver.change(values, values)
    if (await saver.flush()) goTo(3)
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
      onValuesChange={(changed, all) => saver.change(changed, all)}
      onFinish={() => void finish()}
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
      <ShippingFields />
      <SaveState draft={saving} />
      <div className={styles.actions}>
        <Button type="primary" size="large" htmlType="submit" loading={saving.state === 'saving'}>
          {t('publication.save')}
        </Button>
        <Button size="large" onClick={() => goTo(1)}>
          {t('footer.back')}
        </Button>
      </div>
    </Form>
  )
}
