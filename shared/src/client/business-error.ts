import type { ErrorData, FieldMessages } from '@awards/shared/contract'

/** A refusal as plain data; this is what RTK Query keeps and what `.unwrap()` rejects with. */
export type Failure =
  | { kind: 'business'; code: 422; msg: FieldMessages; data: ErrorData }
  | { kind: 'business'; code: number; msg: string; data: ErrorData }
  | { kind: 'transport'; msg: string }

/** An envelope that is not a success (specification §8). For code 422 `fields` holds its messages. */
export class BusinessError extends Error {
  readonly code: number
  readonly msg: string | FieldMessages
  readonly data: ErrorData

  constructor(code: number, msg: string | FieldMessages, data: ErrorData = null) {
    super(typeof msg === 'string' ? msg : Object.values(msg).flat().join(' '))
    this.name = 'BusinessError'
    this.code = code
    this.msg = msg
    this.data = data
  }
}
