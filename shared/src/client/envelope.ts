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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isFieldMessages = (msg: unknown): msg is FieldMessages =>
  isRecord(msg) &&
  Object.values(msg).every(
    (list) => Array.isArray(list) && list.every((text) => typeof text === 'string'),
  )

/** What a refusal says beside its sentence; what has another form counts as nothing. */
const errorData = (data: unknown): ErrorData =>
  isRecord(data) && ['string', 'undefined'].includes(typeof data['reason']) ? data : null

/** Opens an envelope: its `data` when the code is 200, else a `BusinessError`. */
export function openEnvelope(body: unknown): unknown {
  if (isRecord(body) && body['code'] === 200) return body['data']
  const refusal = refusalIn(body)
  if (refusal) throw refusal
  throw new TypeError('The answer is not an envelope')
}

/** The business error that `body` carries, if it is an envelope at all. */
export function refusalIn(body: unknown): BusinessError | undefined {
  if (!isRecord(body)) return undefined
  const { code, msg, data } = body
  if (typeof code !== 'number' || code === 200) return undefined
  if (typeof msg !== 'string' && !isFieldMessages(msg)) return undefined
  return new BusinessError(code, msg, errorData(data))
}
