import { failureOf } from '@awards/shared/client'
import { CODE_RESEND_SECONDS, CODE_SENT } from '@awards/shared/domain'
import { z } from 'zod'

const CodeSent = z.object({ reason: z.literal(CODE_SENT), resend_after: z.number() })

/** How long another code has to wait where one is on its way; undefined where the answer is another. */
export function waitForCode(error: unknown): number | undefined {
  const failure = failureOf(error)
  const sent = CodeSent.safeParse(failure.kind === 'business' ? failure.data : undefined)
  return sent.success ? sent.data.resend_after || CODE_RESEND_SECONDS : undefined
}
