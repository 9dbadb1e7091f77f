import { ErrorData, FieldMessages } from '@awards/shared/contract'
import { z } from 'zod'
import { BusinessError } from './business-error.ts'

const Refusal = z.object({
  code: z.number(),
  msg: z.union([z.string(), FieldMessages]),
  data: ErrorData.catch(null),
})
const Success = z.object({ code: z.literal(200), data: z.unknown() })

/** Opens an envelope: its `data` when the code is 200, else a `BusinessError`. */
export function openEnvelope(body: unknown): unknown {
  const success = Success.safeParse(body)
  if (success.success) return success.data.data
  const refusal = refusalIn(body)
  if (refusal) throw refusal
  throw new TypeError('The answer is not an envelope')
}

/** The business error that `body` carries, if it is an envelope at all. */
export function refusalIn(body: unknown): BusinessError | undefined {
  const refusal = Refusal.safeParse(body)
  if (!refusal.success || refusal.data.code === 200) return undefined
  const { code, msg, data } = refusal.data
  return new BusinessError(code, msg, data)
}
