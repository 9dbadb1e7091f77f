import type { ErrorCode, FieldMessages } from '@awards/shared/contract'

type Extra = { reason?: string; [key: string]: unknown }

/**
 * The error that services throw. It is sent as an envelope with HTTP status 200: a sentence that tells the user what
 * to do next, or messages by field for code 422, and `data.reason` for programs.
 */
export class BusinessError extends Error {
  override readonly name = 'BusinessError'
  readonly code: ErrorCode
  readonly msg: string | FieldMessages
  readonly data: Extra | null

  constructor(code: 422, msg: FieldMessages, data?: Extra)
  constructor(code: Exclude<ErrorCode, 422>, msg: string, data?: Extra)
  constructor(code: ErrorCode, msg: string | FieldMessages, data?: Extra) {
    super(typeof msg === 'string' ? msg : Object.values(msg).flat().join(' '))
    this.code = code
    this.msg = msg
    this.data = data ?? null
  }
}
