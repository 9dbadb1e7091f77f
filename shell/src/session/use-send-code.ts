import { session } from '@awards/shared/contract'
import { CODE_RESEND_SECONDS, type VerifyCodeForm } from '@awards/shared/domain'
import { failureOf, fieldErrors, useApiMutation } from '@awards/shared/client'
import { useSecondsLeft } from '@awards/shared/ui'
import { App, type FormInstance } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'

export type CodeSender = ReturnType<typeof useSendCode>

/** Sends a code to the address that stands in a form, and knows when it may be sent again. */
export function useSendCode(form: FormInstance, scene: z.input<typeof VerifyCodeForm>['scene']) {
  const { t } = useTranslation('shell')
  const { message } = App.useApp()
  const [call, { isLoading }] = useApiMutation(session.verifyCode)
  const [secondsLeft, wait] = useSecondsLeft()
  const [sentTo, setSentTo] = useState<string>()

  /** True once a code is on its way, also when that was the case before. */
  const send = async (): Promise<boolean> => {
    const { email } = await form.validateFields(['email']).catch(() => ({ email: undefined }))
    if (!email) {
      form.getFieldInstance('email')?.focus()
      return false
    }
    try {
      const { resend_after } = await call({ email, scene }).unwrap()
      wait(resend_after || CODE_RESEND_SECONDS)
      setSentTo(email)
      void message.success(t('session.codeSent'))
      return true
    } catch (error) {
      form.setFields(fieldErrors(error))
      return isWaiting(error)
    }
  }
  return { send, sentTo, secondsLeft, isLoading }
}

// 429 for a second request within a minute: the first code is still valid.
const Wait = z.object({ retry_after: z.number().max(CODE_RESEND_SECONDS) })

function isWaiting(error: unknown): boolean {
  const failure = failureOf(error)
  if (failure.kind !== 'business' || failure.code !== 429) return false
  return Wait.safeParse(failure.data).success
}
