import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'

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

const RESULTS = join(import.meta.dirname, '../results')

/** One figure beside its bar. The bar is a limit, or with `isLeast` what has to be reached. */
export type Figure = {
  /** The group of bars, `P1` to `P15`. */
  readonly bar: string
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly limit: number
  readonly isLeast?: boolean
  readonly range?: readonly [low: number, high: number]
}

/** The last whole measurement of a subject. */
export type Measurement = {
  readonly subject: string
  readonly date: string
  readonly machine: { readonly node: string; readonly cpu: string; readonly cores: number }
  /** Run-queue length in the minute before and in that after, as the system averages it. */
  readonly load: readonly [before: number, after: number] | null
  readonly figures: readonly (Figure & { readonly isMet: boolean })[]
  readonly details: unknown
}

const loadNow = () => round(loadavg()[0] ?? NaN)
const loadBefore = loadNow()

/** True where the run is only to show that the subject can be measured: fewer turns, fewer rows, nothing written. */
export const isQuick = process.argv.includes('--quick')

/** The numbers on the command line, without the flags; `npm run bench` has checked them. */
export const numbers = process.argv.slice(2).filter((one) => !one.startsWith('--'))

export const isMet = ({ value, limit, isLeast = false }: Figure) =>
  isLeast ? value >= limit : value <= limit

/** A figure with an upper limit. */
export const atMost = (
  bar: string,
  name: string,
  value: number,
  unit: string,
  limit: number,
): Figure => ({ bar, name, value, unit, limit })

/** A figure of which the median counts. */
export const spreadFigure = (
  given: Omit<Figure, 'value' | 'range'>,
  { median, low, high }: Spread,
): Figure => ({ ...given, value: median, range: [low, high] })

/** Prints the figures of a subject, and writes them down as its last ones unless the run was a quick one or a part. */
export function keep(
  subject: string,
  figures: readonly Figure[],
  details: unknown = {},
  { isPart = false } = {},
) {
  const rounded = figures.map((figure) => ({
    ...figure,
    value: round(figure.value),
    isMet: isMet(figure),
  }))
  console.table(
    rounded.map(({ bar, name, value, unit, limit, isLeast, isMet: met }) => ({
      bar,
      name,
      value,
      unit,
      limit: `${isLeast ? '≥' : '≤'} ${limit}`,
      met,
    })),
  )
  if (isQuick) {
    console.log('A quick run writes nothing down. Leave out --quick to measure.')
    return
  }
  if (isPart) return
  const measurement: Measurement = {
    subject,
    date: new Date().toISOString(),
    machine: {
      node: process.version,
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
    },
    load: [loadBefore, loadNow()],
    figures: rounded,
    details,
  }
  const file = join(RESULTS, `${subject}.json`)
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(file, `${JSON.stringify(measurement, null, 2)}\n`)
  console.log(`Written to ${file}`)
}

/** The last measurement of each subject that was ever measured, by name. */
export const measurements = (): Measurement[] =>
  readdirSync(RESULTS)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(RESULTS, name), 'utf8')) as Measurement)
