import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { round, type Spread } from './figures.ts'

export const RESULTS = join(import.meta.dirname, '../results')

/** One figure beside its bar. The bar is a limit, or with `isLeast` what has to be reached. */
export type Figure = {
  /** The group of bars, `P1` to `P13`. */
  readonly bar: string
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly limit: number
  readonly isLeast?: boolean
  readonly range?: readonly [low: number, high: number]
}

export type Subject = {
  readonly date: string
  /** How many tasks wanted a processor in the minute before and in that after, where it was written down. */
  readonly load: readonly [before: number, after: number] | null
  readonly isQuick: boolean
  readonly figures: readonly (Figure & { readonly isMet: boolean })[]
  readonly details: unknown
}

export type Day = {
  readonly node: string
  readonly cpu: string
  readonly cores: number
  readonly subjects: Readonly<Record<string, Subject>>
}

const loadNow = () => round(loadavg()[0] ?? NaN)
const loadBefore = loadNow()

/** True where the measurement is only to show that it works: fewer turns, fewer rows. */
export const isQuick = process.argv.includes('--quick')

/** The numbers on the command line, without the flags. */
export const numbers = process.argv.slice(2).filter((one) => !one.startsWith('--'))

export const isMet = ({ value, limit, isLeast = false }: Figure) =>
  isLeast ? value >= limit : value <= limit

/** A figure of which the median counts. */
export const spreadFigure = (
  given: Omit<Figure, 'value' | 'range'>,
  { median, low, high }: Spread,
): Figure => ({ ...given, value: median, range: [low, high] })

/** Prints the figures of a subject and keeps them among those of the day. */
export function keep(subject: string, figures: readonly Figure[], details: unknown = {}) {
  const rounded = figures.map((figure) => ({
    ...figure,
    value: round(figure.value),
    isMet: isMet(figure),
  }))
  console.table(
    rounded.map(({ bar, name, value, unit, limit, isLeast, isMet: met }) => ({
      ...{ bar, name, value, unit },
      limit: `${isLeast ? '≥' : '≤'} ${limit}`,
      met,
    })),
  )
  const date = new Date().toISOString()
  const file = join(RESULTS, `${date.slice(0, 10)}.json`)
  mkdirSync(RESULTS, { recursive: true })
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Day>) : {}
  const about = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length }
  const measured = { date, load: [loadBefore, loadNow()], isQuick, figures: rounded, details }
  const day = { ...about, subjects: { ...before.subjects, [subject]: measured } }
  writeFileSync(file, `${JSON.stringify(day, null, 2)}\n`)
  console.log(`Written to ${file}`)
}
