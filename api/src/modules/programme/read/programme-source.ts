import { LineCounter, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import { StartError } from '../../../lib/errors.ts'
import { momentIn, wallClockIn } from '@awards/shared/domain'
import { DAY_MS } from '../../../lib/time.ts'

/** A problem in a programme file; `line` counts from 1. */
export type Problem = {
  file: string
  line: number
  /** What is wrong, for a reader of the file: begins with the path of the value. */
  reason: string
  /** The field of a form that holds the value, and the sentence beside it. */
  field?: { path: readonly PropertyKey[]; sentence: string }
}

/** Thrown for an invalid programme folder; the message lists every problem with file and line. */
export class ProgrammeError extends StartError {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(({ file, line, reason }) => `  ${file}:${line}  ${reason}`)
    super(
      `The programme was not loaded, because ${problems.length === 1 ? 'one thing is' : `${problems.length} things are`} ` +
        `wrong in its files. Nothing was changed.\n${lines.join('\n')}`,
    )
    this.problems = problems
  }
}

/** A parsed file; `line` maps a path of the value to its line. */
export type Source<T> = { file: string; value: T; line: (path: readonly PropertyKey[]) => number }

/** Parses YAML against a schema. Adds problems with their lines and returns undefined for invalid files. */
export function parseYaml<S extends z.ZodType>(
  file: string,
  text: string,
  schema: S,
  problems: Problem[],
  linesBefore = 0,
): Source<z.output<S>> | undefined {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  for (const { message, pos } of document.errors) {
    problems.push({ file, line: counter.linePos(pos[0]).line + linesBefore, reason: message })
  }
  if (document.errors.length > 0) return undefined

  const line = (path: readonly PropertyKey[]) => lineOf(document, counter, path) + linesBefore
  const parsed = schema.safeParse(document.toJS())
  if (parsed.success) return { file, value: parsed.data, line }
  for (const issue of parsed.error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
    for (const key of keys) {
      const path = key === undefined ? issue.path : [...issue.path, key]
      const where = path.map(String).join('.')
      const reason =
        key === undefined
          ? issue.message
          : 'this key is not known here; remove it or check its spelling'
      problems.push({
        file,
        line: line(path),
        reason: where ? `${where}: ${reason}` : reason,
        field: { path, sentence: reason },
      })
    }
  }
  return undefined
}

/**
 * Splits a Markdown file into front matter and bodies by language, which lines such as `::: en` begin. `stray` is
 * the first line of text before the first language; undefined result: no front matter.
 */
export function splitMarkdown(
  text: string,
): { matter: string; bodies: Record<string, string>; stray?: string } | undefined {
  const [, matter, rest] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  if (matter === undefined || rest === undefined) return undefined
  const bodies: Record<string, string> = {}
  const [before = '', ...parts] = rest.split(/^::: */m)
  for (const part of parts) {
    const [language = '', ...lines] = part.split('\n')
    bodies[language.trim()] = lines.join('\n').trim()
  }
  const [stray = ''] = before.trim().split('\n')
  return { matter, bodies, ...(stray && { stray }) }
}

/** Line of the value at `path`, or of its nearest existing ancestor. */
function lineOf(document: Document, counter: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true)
    const start = rangeStart(node)
    if (start !== undefined) return counter.linePos(start).line
  }
  return counter.linePos(rangeStart(document.contents) ?? 0).line
}

function rangeStart(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node)) return undefined
  const { range } = node
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined
}

const OFFSET = /^([+-]\d{1,4})d(?: ([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?$/
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?: ([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?$/
const ISO_UTC = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3])(?::[0-5]\d){2}\.\d{3}Z$/
const DEFAULT_HOUR = 9

/**
 * Tells if a text is a date of a programme file: an offset in days (`-120d`) or a calendar day, with an optional
 * time; or an ISO timestamp in UTC, which an export writes for times without an unambiguous wall-clock time.
 */
export const isProgrammeDate = (text: string): boolean =>
  OFFSET.test(text) || ((DAY.test(text) || ISO_UTC.test(text)) && isDay(text.slice(0, 10)))

// Compares the result, since Date.parse accepts 31 June.
const isDay = (day: string) => {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/**
 * Converts a date of a programme file. `anchor` is the day of the first load (YYYY-MM-DD); times are wall-clock
 * times in `zone`, 09:00 by default. 23:59:59 means 23:59:59.999. Throws for other texts.
 */
export function programmeDate(text: string, anchor: string, zone: string): Date {
  if (ISO_UTC.test(text)) return new Date(text)
  const offset = OFFSET.exec(text)
  const day = DAY.exec(text)
  const [hour, minute, second] = (offset ? offset.slice(2) : (day?.slice(4) ?? [])).map((part) =>
    part === undefined ? undefined : Number(part),
  )
  const midnight = offset
    ? Date.parse(`${anchor}T00:00:00Z`) + Number(offset[1]) * DAY_MS
    : Date.parse(`${text.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(midnight)) throw new Error(`Not a programme date: ${text}`)
  const wall =
    midnight +
    ((hour ?? DEFAULT_HOUR) * 3_600 + (minute ?? 0) * 60 + (second ?? 0)) * 1_000 +
    (hour === 23 && minute === 59 && second === 59 ? 999 : 0)
  return new Date(momentIn(zone, new Date(wall).toISOString().slice(0, -1)))
}

/** Inverse of `programmeDate`: wall-clock time in `zone`, or ISO in UTC where that would be ambiguous. */
export function dateText(date: Date, zone: string): string {
  const text = wallClockIn(date, zone).replace(/:00$/, '')
  return programmeDate(text, '', zone).getTime() === date.getTime() ? text : date.toISOString()
}
