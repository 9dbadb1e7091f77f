import { CHAIR_SORTS, judge, juryDesk } from '@awards/shared/contract'

/** Values of filters that a list has of its own, by the name of the filter. */
export type Choices = Readonly<Record<string, readonly string[]>>
type Shape = { safeParse: (value: string) => { success: boolean } }

const { shape: desk } = juryDesk.conflictList.input
const SHAPES: Readonly<Record<string, Shape>> = {
  ...desk,
  ...juryDesk.workload.input.shape,
  ...judge.judgeEntryList.input.shape,
  redact: desk.juror_id,
}
const CHOICES: Choices = { sort: CHAIR_SORTS.flatMap((sort) => [sort, `-${sort}`]) }

/** Whether the calls of the lists would take `value` for this filter. */
export function makesSense(name: string, value: string, choices: Choices): boolean {
  const known = choices[name] ?? CHOICES[name]
  return known ? known.includes(value) : (SHAPES[name]?.safeParse(value).success ?? true)
}
