import { z } from 'zod'
import { FOCUS } from '../domain/index.ts'

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
