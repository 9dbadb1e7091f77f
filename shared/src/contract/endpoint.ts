import { z } from 'zod'
import type { CacheFacts } from '../calls/facts.ts'
import { FOCUS } from '../domain/index.ts'

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

/** Codes an envelope may carry; 200 alone is success (specification §3, domain page §2.3). */
export const ENVELOPE_CODES = [
  200, 400, 401, 403, 404, 405, 409, 410, 413, 422, 423, 429, 500, 503,
] as const
export type EnvelopeCode = (typeof ENVELOPE_CODES)[number]
/** Codes of a business error, that is of every envelope that is not a success. */
export type ErrorCode = Exclude<EnvelopeCode, 200>

/**
 * One call of the API. `access` says whether a visitor without a token may make it; who else may is
 * the row of the permission matrix that has the same name (`PERMISSIONS` in the domain).
 */
export type Endpoint = CacheFacts & {
  /** Group and call as the specification writes them, for instance `judge/assignSubJudge`. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  readonly access: 'public' | 'signed-in'
  /** Query of a GET, JSON body of a POST. */
  readonly input: z.ZodObject
  /** The `data` of a successful envelope. */
  readonly output: z.ZodType
  /**
   * Business errors of this call, beside 401 (signed-in calls), 422 and 429, which every call may answer, and 409 of a
   * call that needs fresh authentication.
   */
  readonly codes: readonly ErrorCode[]
  /** True for a call that the specification does not name. */
  readonly added?: true
}

/** Identity function that keeps the literal types, so that both sides infer from one value. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** What a caller sends. */
export type Input<E extends Endpoint> = z.input<E['input']>
/** What a handler receives: defaults applied, strings of a query coerced. */
export type Parsed<E extends Endpoint> = z.output<E['input']>
/** What a caller receives as `data`. */
export type Output<E extends Endpoint> = z.output<E['output']>
/** What a handler returns, before the contract strips what it does not name. */
export type Answer<E extends Endpoint> = z.input<E['output']>

/** Input of a call that takes nothing. */
export const Nothing = z.object({})

/** What a call of a group says beside its schemas: its own business errors, and how it is cached. */
type CallFacts = CacheFacts & { readonly codes?: readonly ErrorCode[] }

const groupsWith =
  <const A extends Pick<Endpoint, 'added'>>(more: A) =>
  <const G extends string>(group: G, usual: readonly ErrorCode[] = [403]) =>
  <
    const N extends string,
    const M extends 'GET' | 'POST',
    I extends z.ZodObject,
    O extends z.ZodType,
    const F extends CallFacts = Record<never, never>,
  >(
    name: N,
    method: M,
    input: I,
    output: O,
    facts?: F,
  ) =>
    endpoint({
      ...(facts as F),
      name: `${group}/${name}`,
      method,
      path: `/api/${group}/${name}`,
      access: 'signed-in',
      input,
      output,
      codes: facts?.codes ?? usual,
      ...more,
    })

/**
 * Makes the calls of one group for people who have signed in; name and path follow from both words.
 * `usual` are the codes of a call that names none of its own.
 */
export const callsOf = groupsWith({})

/** The same for calls that the specification does not name. */
export const addedCallsOf = groupsWith({ added: true })

const LARGEST_ID = 9223372036854775807n
const NO_ID = 'This identifier is not valid'

/** Opaque identifier: a decimal string, since a JavaScript number would lose digits. */
export const Id = z
  .string('Give an identifier')
  // The second check must not read what the first has refused.
  .regex(/^[1-9]\d{0,18}$/, { error: NO_ID, abort: true })
  .refine((value) => BigInt(value) <= LARGEST_ID, NO_ID)
/** Moment in ISO 8601, UTC. */
export const Time = z.iso.datetime({ offset: true })
/** Amount in the smallest unit of its currency. */
export const Money = z.object({ amount_minor: z.int(), currency: z.string().length(3) })
export type Money = z.infer<typeof Money>

/** A stored picture in the sizes the site shows; addresses are short-lived or public as the case may be. */
export const Picture = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  /** Width in pixels → address, smallest first. */
  sources: z.array(z.object({ url: z.string(), width: z.int() })),
  /** The same sizes as AVIF, where they are prepared. */
  avif: z.array(z.object({ url: z.string(), width: z.int() })).optional(),
  /** A tiny blurred likeness as a `data:` address, shown until the picture is there. */
  placeholder: z.string().nullish(),
  /** Average colour, shown until the picture is there. */
  colour: z.string(),
  /** What a crop keeps; the middle by default. */
  focus: z.enum(FOCUS).optional(),
})
export type Picture = z.infer<typeof Picture>

/** Text without a NUL, trimmed, of at most `maximum` characters. */
export const text = (maximum: number, minimum = 0, message = 'Fill in this field') =>
  z
    .string(message)
    .trim()
    .min(minimum, minimum <= 1 ? message : `Write at least ${minimum} characters`)
    .max(maximum, `Write at most ${maximum} characters`)
    .refine((value) => !value.includes('\u0000'), 'This text has a character that cannot be stored')

/** A value of a query string that may be left empty. */
export const optionalOfQuery = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const PAGE_SIZE_LIMIT = 100
// Any page may be asked for; one beyond the last is empty.
const PAGE_LIMIT = Number.MAX_SAFE_INTEGER

const wholeNumber = (maximum: number, fallback: number) =>
  z.coerce
    .number('Give a whole number')
    .int('Give a whole number')
    .min(1, 'Give a number of at least 1')
    .max(maximum, `Give a number of at most ${maximum}`)
    .default(fallback)

/** Pagination of a list call: `current` starts at 1, ten rows a page by default. */
export const PageInput = z.object({
  current: wholeNumber(PAGE_LIMIT, 1),
  pageSize: wholeNumber(PAGE_SIZE_LIMIT, 10),
})
export type PageInput = z.output<typeof PageInput>

/** A page of rows; a page beyond the last is an empty list. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    list: z.array(row),
    total: z.int(),
    current: z.int(),
    pageSize: z.int(),
  })
