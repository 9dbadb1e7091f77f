import { z } from 'zod'

/** Form field → messages, the `msg` of an envelope with code 422 (specification §8). */
export const FieldMessages = z.record(z.string(), z.array(z.string()))
export type FieldMessages = z.infer<typeof FieldMessages>

/** Every answer of the API. `msg` is a field map for code 422 and a sentence for any other code. */
export type Envelope<T> =
  | { code: 200; msg: string; data: T; trace_id: string }
  | { code: 422; msg: FieldMessages; data: ErrorData; trace_id: string }
  | { code: number; msg: string; data: ErrorData; trace_id: string }

/** `reason` is the stable machine word of a refusal, for instance `QUORUM` or `ENTRY_LOCKED`. */
export const ErrorData = z.looseObject({ reason: z.string().optional() }).nullable()
export type ErrorData = z.infer<typeof ErrorData>
