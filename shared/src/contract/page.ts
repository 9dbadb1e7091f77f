import { z } from 'zod'

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
