import { fieldErrors } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import { useUnsavedWork } from '@awards/shared/session'
import { TextLink } from '@awards/shared/ui'
import { App, Form, Input, Modal, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import dialog from '../common/dialog.module.css'
import { useJudgeEntryFeeMutation, useJudgeWinnerFeeMutation } from '../jury.api.ts'
import { FeeEvidence, MINOR_UNITS } from './fee-evidence.tsx'
import { FeeRefusal } from './fee-refusal.tsx'
import { feeTargets, type Fee } from './fee-targets.ts'
import { useOpenTransfer } from './use-open-transfer.ts'

type FeeDialogProps = {
  fee: Fee
  id: string
  entryNo: string
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

/** Changes the status of a fee by hand; money that has arrived needs its trace at the bank. */
export function FeeDialog({ fee, id, entryNo, version, status, onClose }: FeeDialogProps) {
  const { t } = useTranslation(['jury', 'shared'])
  const { message } = App.useApp()
  const [form] = Form.useForm()
  useUnsavedWork(() => form.isFieldsTouched())
  const [changeEntry, entry] = useJudgeEntryFeeMutation()
  const [changeWinner, winner] = useJudgeWinnerFeeMutation()
  const order = useOpenTransfer(entryNo, fee)
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
        <Form.Item
          name="status"
          label={t('fee.status')}
          rules={[{ required: true, message: t('fee.statusNeeded') }]}
        >
          <Select
            options={targets.map(({ status: value, name }) => ({
              value,
              label: t(`shared:status.${fee}_fee.${name}`),
            }))}
          />
        </Form.Item>
        {needsEvidence && <FeeEvidence order={order} />}
        <Form.Item
          name="reason"
          label={t('reason.label')}
          rules={[{ required: true, min: 5, whitespace: true, message: t('reason.needed') }]}
        >
          <Input.TextArea maxLength={500} rows={2} />
        </Form.Item>
      </Form>
      <FeeRefusal error={entry.error ?? winner.error} />
      <TextLink to={paths.payments({ keyword: entryNo })}>{t('fee.toPayments')}</TextLink>
    </Modal>
  )
}
