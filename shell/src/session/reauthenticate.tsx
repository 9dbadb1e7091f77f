import { callApi } from '@awards/shared/client'
import { account } from '@awards/shared/contract'
import { useSecondsLeft } from '@awards/shared/ui'
import { App, Form, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import { AntdTheming } from '../design/design.tsx'
import { loadDesign } from '../design/load-design.tsx'
import { DigitsField } from './code-fields.tsx'
import { useSubmit } from './use-submit.ts'

type StepUpDialogProps = {
  /** Seconds until another code may be sent. */
  wait: number
  onDone: (isProven: boolean) => void
}

/** Asks for the code of a step-up; the page behind the dialog keeps its input. */
function StepUpDialog({ wait: first, onDone }: StepUpDialogProps) {
  const { t } = useTranslation('shell')
  const { message } = App.useApp()
  const [form] = Form.useForm<{ code: string }>()
  const [isLoading, setLoading] = useState(false)
  const [secondsLeft, wait] = useSecondsLeft()
  useEffect(() => wait(first), [first, wait])
  const prove = (values: { code: string }) => {
    setLoading(true)
    return callApi(account.stepUp, values).finally(() => setLoading(false))
  }
  const submit = useSubmit(form, prove, () => onDone(true))
  const sendAgain = async () => {
    form.getFieldInstance('code')?.focus()
    const sent = await callApi(account.requestStepUp, {}).catch(() => undefined)
    if (!sent) return
    wait(sent.resend_after)
    void message.success(t('session.codeSentAgain'))
  }
  return (
    <Modal
      open
      title={t('session.stepUpTitle')}
      okText={t('session.stepUpConfirm')}
      cancelText={t('session.stepUpCancel')}
      confirmLoading={isLoading}
      // Once the dialog has taken the focus for itself.
      afterOpenChange={() => form.getFieldInstance('code')?.focus()}
      onOk={() => form.submit()}
      onCancel={() => onDone(false)}
    >
      <Form form={form} name="step_up" layout="vertical" requiredMark={false} onFinish={submit}>
        <DigitsField text={t('session.stepUpText')} secondsLeft={secondsLeft} onSend={sendAgain} />
      </Form>
    </Modal>
  )
}

let asking: Promise<boolean> | undefined

/** Has a code sent and asks for it, over whatever page; true once it was right. Several calls share one dialog. */
export function reauthenticate(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

async function ask(): Promise<boolean> {
  await loadDesign()
  // The client has shown the refusal: no dialog without a code.
  const sent = await callApi(account.requestStepUp, {}).catch(() => undefined)
  return sent ? openDialog(sent.resend_after) : false
}

function openDialog(wait: number) {
  const before = document.activeElement
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise<boolean>((answer) => {
    const close = (isProven: boolean) => {
      root.unmount()
      place.remove()
      if (before instanceof HTMLElement) before.focus()
      answer(isProven)
    }
    root.render(
      <AntdTheming>
        <App>
          <StepUpDialog wait={wait} onDone={close} />
        </App>
      </AntdTheming>,
    )
  })
}
