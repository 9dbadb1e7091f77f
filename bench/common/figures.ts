/** Median and range of one measured thing. */
export type Spread = { readonly median: number; readonly low: number; readonly high: number }

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)

/** Three digits are what a measurement is worth. */
export const round = (value: number) => Number(value.toPrecision(3))

/** The value below which a share of all lies: 0.5 is the median, 0.95 is what 19 of 20 stay under. */
export const quantile = (values: readonly number[], share: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** Median and range of some values. */
export function spread(values: readonly number[]): Spread {
  const all = sorted(values)
  const [low, high] = [all[0] ?? NaN, all.at(-1) ?? NaN]
  return { median: round(median(all)), low: round(low), high: round(high) }
}
