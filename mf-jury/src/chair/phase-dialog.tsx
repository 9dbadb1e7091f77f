import type { PhaseInfo } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { useUnsavedWork } from '@awards/shared/session'
import { App, Form, Input, Modal, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import dialog from '../common/dialog.module.css'
import { lastMoment } from '../common/last-moment.ts'
import { useJudgeChangePhaseMutation } from '../jury.api.ts'
import styles from './phase-dialog.module.css'

type PhaseDialogProps = {
  isOpen: boolean
  phases: readonly PhaseInfo[]
  current: PhaseInfo
  onClose: () => void
}
type Values = { phase_id: string; reason: string }

/** Moves the edition to another phase, whatever the date; the reason is kept on record. */
export function PhaseDialog({ isOpen, phases, current, onClose }: PhaseDialogProps) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  useUnsavedWork(() => isOpen && form.isFieldsTouched())
  const [change, { isLoading }] = useJudgeChangePhaseMutation()
  const send = async (values: Values) => {
    const result = await change(values)
    if ('error' in result) return
    void message.success(t('phase.changed'))
    onClose()
  }
  return (
    <Modal
      open={isOpen}
      title={t('phase.change')}
      okText={t('phase.confirm')}
      cancelText={t('cancel')}
      confirmLoading={isLoading}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p className={dialog.text}>{t('phase.text')}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ phase_id: current.id }}
        onFinish={(values: Values) => void send(values)}
      >
        <Form.Item name="phase_id" label={t('phase.label')}>
          <Radio.Group className={styles.phases ?? ''}>
            {phases.map((phase) => (
              <Radio key={phase.id} value={phase.id}>
                {t(`phase.${phase.code}`)}
                <small className={styles.dates}>
                  {format.date(phase.starts_at, 'short')} –{' '}
                  {format.date(lastMoment(phase.ends_at), 'short')}
                </small>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
        <Form.Item
          name="reason"
          label={t('reason.label')}
          rules={[{ required: true, min: 5, whitespace: true, message: t('reason.needed') }]}
        >
          <Input.TextArea maxLength={500} rows={2} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
