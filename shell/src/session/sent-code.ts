import { failureOf, useApiMutation } from '@awards/shared/client'
import { session } from '@awards/shared/calls'
import { CODE_RESEND_SECONDS, CODE_SENT, type VerifyCodeForm } from '@awards/shared/domain'
import { useSecondsLeft } from '@awards/shared/ui'
import { useEffect, useState } from 'react'
import { z } from 'zod'

const dataOf = (error: unknown) => {
  const failure = failureOf(error)
  return failure.kind === 'business' ? failure : undefined
}

const CodeSent = z.object({ reason: z.literal(CODE_SENT), resend_after: z.number() })

/** How long another code has to wait where one is on its way to a juror; undefined where the answer is another. */
export function secondsUntilResend(error: unknown): number | undefined {
  const sent = CodeSent.safeParse(dataOf(error)?.data)
  return sent.success ? sent.data.resend_after || CODE_RESEND_SECONDS : undefined
}

const Wait = z.object({ retry_after: z.number().max(CODE_RESEND_SECONDS) })

/** 429 for a second code within a minute: the first one is still valid. Undefined for another answer. */
function secondsToWait(error: unknown): number | undefined {
  const refusal = dataOf(error)
  if (refusal?.code !== 429) return undefined
  return Wait.safeParse(refusal.data).data?.retry_after
}

const Sent = z.object({ resend_after: z.number() })

type Before = {
  readonly values: Readonly<Record<string, string>>
  readonly isCodeRequest: boolean
  readonly answer: unknown
  readonly error: Error | undefined
}

/** What the server has said of a code, where the browser sent the form itself. */
function sentBefore({ values, isCodeRequest, answer, error }: Before) {
  const wait = isCodeRequest
    ? (Sent.safeParse(answer).data?.resend_after ?? secondsToWait(error))
    : undefined
  return wait === undefined
    ? { sentTo: values['sent_to'], wait: 0 }
    : { sentTo: values['email'], wait }
}

/** A code by e-mail: to which address it went, and when another may be sent. */
export function useSentCode(answer: Before) {
  const [call] = useApiMutation(session.verifyCode)
  const [before] = useState(() => sentBefore(answer))
  const [secondsLeft, wait] = useSecondsLeft()
  const [sentTo, setSentTo] = useState(before.sentTo)
  useEffect(() => wait(before.wait), [before, wait])

  const send = async (input: z.output<typeof VerifyCodeForm>) => {
    try {
      const { resend_after } = await call(input).unwrap()
      wait(resend_after || CODE_RESEND_SECONDS)
    } catch (error) {
      const seconds = secondsToWait(error)
      if (seconds === undefined) throw error
      wait(seconds)
    }
    setSentTo(input.email)
  }
  return { send, sentTo, setSentTo, secondsLeft }
}

/** Whatever is pasted, six digits are left of it: `123 456`, or a whole line of the mail. */
export const digitsOf = (typed: string) => typed.replace(/\D/g, '').slice(0, 6)
