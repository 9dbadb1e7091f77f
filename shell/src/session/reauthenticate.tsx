import { callApi, fieldErrors } from '@awards/shared/client'
import { account } from '@awards/shared/contract'
import { Code } from '@awards/shared/domain'
import { useSecondsLeft, zodRule } from '@awards/shared/ui'
import { Alert, App, Button, Form, Input, Modal, Space, type FormInstance } from 'antd'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import { AntdTheming } from '../design/design.tsx'
import { loadDesign } from '../design/load-design.tsx'
import styles from './native-form.module.css'
import { supportsPasskeys, usePasskeyStep } from './passkeys/passkey-sign-in.tsx'
import { digitsOf } from './sent-code.ts'

/**
 * Runs a form's call. Its refusals also stand at the fields, since a toast is gone before it is read;
 * nothing that was written is lost.
 */
const useSubmit =
  <Values, Answer>(
    form: FormInstance,
    call: (values: Values) => Promise<Answer>,
    done: (answer: Answer) => void,
  ) =>
  async (values: Values) => {
    try {
      done(await call(values))
    } catch (error) {
      const fields = fieldErrors(error)
      form.setFields(fields)
      const first = fields[0]
      if (first) form.scrollToField(first.name, { focus: true })
    }
  }

const typedDigits = (event: ChangeEvent<HTMLInputElement>) => digitsOf(event.target.value)

type DigitsFieldProps = {
  /** Why a code is asked for, and where it is. */
  text: string
  /** Until another code may be sent. */
  secondsLeft: number
  onSend: () => Promise<void>
}

/** The code that the site has sent by itself; the sixth digit sends the form. */
function DigitsField({ text, secondsLeft, onSend }: DigitsFieldProps) {
  const { t } = useTranslation('shell')
  const form = Form.useFormInstance()
  const isWaiting = secondsLeft > 0
  useEffect(() => form.getFieldInstance('code')?.focus(), [form])
  return (
    <>
      <p className={styles.why}>{text}</p>
      <Form.Item
        label={t('session.code')}
        htmlFor="sent_code"
        required
        extra={t('session.codeHint')}
      >
        <Space.Compact block>
          <Form.Item name="code" noStyle rules={[zodRule(Code)]} getValueFromEvent={typedDigits}>
            <Input
              id="sent_code"
              inputMode="numeric"
              autoComplete="one-time-code"
              onChange={(event) => {
                if (typedDigits(event).length === 6) form.submit()
              }}
            />
          </Form.Item>
          <Button onClick={onSend} disabled={isWaiting}>
            {t(isWaiting ? 'session.resendIn' : 'session.sendAgain', { count: secondsLeft })}
          </Button>
        </Space.Compact>
      </Form.Item>
    </>
  )
}

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

type PasskeyDialogProps = {
  /** A code is on its way in place of the passkey; seconds until another may be sent. */
  onCode: (wait: number) => void
  onDone: (isProven: boolean) => void
}

/** Asks for a passkey of the account, or for a code in its place. */
function PasskeyDialog({ onCode, onDone }: PasskeyDialogProps) {
  const { t } = useTranslation('shell')
  const { run, isBusy, problem } = usePasskeyStep()
  const button = useRef<HTMLButtonElement>(null)
  const confirm = () =>
    void run(async (client) => {
      await client.confirmWithPasskey()
      onDone(true)
    })
  const sendCode = async () => {
    // The client has shown the refusal: the passkey can still be used.
    const sent = await callApi(account.requestStepUp, {}).catch(() => undefined)
    if (sent) onCode(sent.resend_after)
  }
  return (
    <Modal
      open
      title={t('session.stepUpTitle')}
      afterOpenChange={() => button.current?.focus()}
      onCancel={() => onDone(false)}
      footer={
        <Space wrap>
          <Button onClick={() => onDone(false)}>{t('session.stepUpCancel')}</Button>
          <Button onClick={() => void sendCode()}>{t('passkeys:useCode')}</Button>
          <Button type="primary" ref={button} loading={isBusy} onClick={confirm}>
            {t('passkeys:confirm')}
          </Button>
        </Space>
      }
    >
      <p>{t('passkeys:confirmText')}</p>
      {problem ? <Alert type="error" title={problem} role="alert" /> : null}
    </Modal>
  )
}

type ConfirmationProps = { wait: number | undefined; onDone: (isProven: boolean) => void }

/** A passkey, where the account has one, or a code by e-mail. */
function Confirmation({ wait: first, onDone }: ConfirmationProps) {
  const [wait, setWait] = useState(first)
  return wait === undefined ? (
    <PasskeyDialog onCode={setWait} onDone={onDone} />
  ) : (
    <StepUpDialog wait={wait} onDone={onDone} />
  )
}

let asking: Promise<boolean> | undefined

/** Asks for a passkey, or has a code sent and asks for it, over whatever page; true once it was right. Several calls share one dialog. */
export function reauthenticate(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

async function ask(): Promise<boolean> {
  await loadDesign()
  if (await hasPasskey()) return openDialog(undefined)
  // The client has shown the refusal: no dialog without a code.
  const sent = await callApi(account.requestStepUp, {}).catch(() => undefined)
  return sent ? openDialog(sent.resend_after) : false
}

/** Whether the account has a passkey that this browser can ask for. */
async function hasPasskey() {
  if (!supportsPasskeys()) return false
  const client = await import('./passkeys/passkey-client.ts').catch(() => undefined)
  if (!(await client?.confirmationOptions())) return false
  await client?.passkeyTexts
  return true
}

function openDialog(wait: number | undefined) {
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
          <Confirmation wait={wait} onDone={close} />
        </App>
      </AntdTheming>,
    )
  })
}
