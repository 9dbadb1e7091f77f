import { fieldErrors } from '@awards/shared/client'
import { useUnsavedWork } from '@awards/shared/session'
import { App, Form, Input, InputNumber, Modal, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import dialog from '../common/dialog.module.css'
import { useJudgeEntryFeeMutation, useJudgeWinnerFeeMutation } from '../jury.api.ts'
import { feeTargets, type Fee } from './fee-targets.ts'

type FeeDialogProps = {
  fee: Fee
  id: string
  version: number
  status: number
  onClose: () => void
}
type Values = {
  status: number
  reason: string
  /** The amount is typed in whole units and sent in minor ones. */
  evidence?: { amount_minor: number; value_date: string; reference: string }
}

const MINOR_UNITS = 100

/** Changes the status of a fee by hand; money that has arrived needs its trace at the bank. */
export function FeeDialog({ fee, id, version, status, onClose }: FeeDialogProps) {
  const { t } = useTranslation(['jury', 'shared'])
  const { message } = App.useApp()
  const [form] = Form.useForm()
  useUnsavedWork(() => form.isFieldsTouched())
  const [changeEntry, entry] = useJudgeEntryFeeMutation()
  const [changeWinner, winner] = useJudgeWinnerFeeMutation()
  const targets = feeTargets(fee, status)
  const chosen = Form.useWatch('status', form)
  const needsEvidence = targets.some(
    (target) => target.status === chosen && target.event === 'confirm_transfer',
  )

  const send = async ({ evidence, ...values }: Values) => {
    const change = fee === 'entry' ? changeEntry : changeWinner
    const amount_minor = Math.round((evidence?.amount_minor ?? 0) * MINOR_UNITS)
    const result = await change({
      apply_order_id: id,
      version,
      ...values,
      ...(needsEvidence && evidence && { evidence: { ...evidence, amount_minor } }),
    })
    if ('error' in result) {
      form.setFields(fieldErrors(result.error))
      return
    }
    void message.success(t('fee.changed'))
    onClose()
  }
  const required = (key: string) => [{ required: true, message: t(key) }]
  return (
    <Modal
      open
      title={t(fee === 'entry' ? 'fee.entry' : 'fee.winner')}
      okText={t('fee.confirm')}
      cancelText={t('cancel')}
      confirmLoading={entry.isLoading || winner.isLoading}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className={dialog.text}>{t('fee.text')}</p>
      <Form form={form} layout="vertical" onFinish={(values: Values) => void send(values)}>
        <Form.Item name="status" label={t('fee.status')} rules={required('fee.statusNeeded')}>
          <Select
            options={targets.map(({ status: value, name }) => ({
              value,
              label: t(`shared:status.${fee}_fee.${name}`),
            }))}
          />
        </Form.Item>
        {needsEvidence && (
          <>
            <Form.Item
              name={['evidence', 'amount_minor']}
              label={t('fee.amount')}
              rules={required('fee.amountNeeded')}
            >
              <InputNumber<number> className={dialog.wide ?? ''} min={0} precision={2} />
            </Form.Item>
            <Form.Item
              name={['evidence', 'value_date']}
              label={t('fee.date')}
              rules={required('fee.dateNeeded')}
            >
              <Input type="date" />
            </Form.Item>
            <Form.Item
              name={['evidence', 'reference']}
              label={t('fee.reference')}
              rules={required('fee.referenceNeeded')}
            >
              <Input maxLength={80} />
            </Form.Item>
          </>
        )}
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
