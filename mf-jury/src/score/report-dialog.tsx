import type { JurorEntryInfo } from '@awards/shared/contract'
import { useUnsavedWork } from '@awards/shared/session'
import { App, Form, Input, Modal, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import dialog from '../common/dialog.module.css'
import { useProblem } from '../common/use-problem.ts'
import { useJuryReportIdentityMutation } from '../jury.api.ts'

type ReportDialogProps = { isOpen: boolean; info: JurorEntryInfo; onClose: () => void }
type Values = { place: string; note: string }

const TEXT = 'text'
const MINIMUM = 3

/** Tells the organiser that the sheet shows whose work it is. */
export function ReportDialog({ isOpen, info, onClose }: ReportDialogProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [report, { isLoading, error }] = useJuryReportIdentityMutation()
  const problem = useProblem(error)
  useUnsavedWork(() => isOpen && form.isFieldsTouched())
  const { apply_order_id, files } = info
  const places = [
    { value: TEXT, label: t('report.inText') },
    ...files.map(({ file_id }, index) => ({
      value: file_id,
      label: t('report.inPicture', { number: index + 1 }),
    })),
  ]
  const send = async ({ place, note }: Values) => {
    const picture = place === TEXT ? {} : { file_id: place }
    const result = await report({ apply_order_id, note: note.trim(), ...picture })
    if ('error' in result) return
    void message.success(t('report.done'))
    onClose()
  }
  return (
    <Modal
      open={isOpen}
      title={t('report.title')}
      okText={t('report.confirm')}
      cancelText={t('cancel')}
      confirmLoading={isLoading}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p className={dialog.text}>{t('report.text')}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ place: TEXT }}
        onFinish={(values: Values) => void send(values)}
      >
        <Form.Item name="place" label={t('report.place')}>
          <Select options={places} />
        </Form.Item>
        <Form.Item
          name="note"
          label={t('report.note')}
          rules={[
            { required: true, whitespace: true, min: MINIMUM, message: t('report.noteNeeded') },
          ]}
        >
          <Input.TextArea maxLength={500} rows={3} />
        </Form.Item>
      </Form>
      {problem && <p role="alert">{problem}</p>}
    </Modal>
  )
}
