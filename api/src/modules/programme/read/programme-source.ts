import { LineCounter, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import { StartError } from '../../../lib/errors.ts'

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
