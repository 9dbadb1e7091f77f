import type { z } from 'zod'
import { typeset } from '../../../lib/format.ts'
import type { ProgrammeOrigin } from './programme-origin.ts'
import { parseYaml, splitMarkdown, type Problem, type Source } from './programme-source.ts'

/** A Markdown file: front matter in `value`, text by language in `bodies`. */
export type Page<T> = Source<T> & {
  bodies: { en: string; fr?: string; zh?: string }
  /** Converts a line of a body (from 1) to a line of the file. */
  lineIn: (language: string, line: number) => number
}

const LANGUAGES = ['en', 'fr', 'zh']

/** Reads the files of one programme; problems are collected in `problems`, not thrown. */
export const fileReader = ({ text, list }: ProgrammeOrigin, problems: Problem[]) => {
  /** Reads a YAML file; undefined if it is missing or invalid. */
  const optional = async <S extends z.ZodType>(file: string, shape: S) => {
    const content = await text(file)
    return content === undefined ? undefined : parseYaml(file, content, shape, problems)
  }

  return {
    optional,

    /** Reads a YAML file; a missing one is a problem. */
    async required<S extends z.ZodType>(file: string, shape: S) {
      const content = await text(file)
      if (content !== undefined) return parseYaml(file, content, shape, problems)
      problems.push({ file, line: 1, reason: 'this file is missing' })
      return undefined
    },

    /** Reads a YAML file, with a default for a missing one. */
    async withDefault<S extends z.ZodType>(file: string, shape: S, otherwise: z.output<S>) {
      const content = await text(file)
      return content === undefined
        ? { file, value: otherwise, line: () => 1 }
        : parseYaml(file, content, shape, problems)
    },

    /** Reads every YAML file of a folder, sorted by name. */
    async all<S extends z.ZodType>(below: string, shape: S) {
      const files = await list(below, '.yaml')
      const sources = await Promise.all(files.map((file) => optional(file, shape)))
      return sources.filter((source) => source !== undefined)
    },

    /** Reads every Markdown file of a folder, sorted by name. */
    async pages<S extends z.ZodType>(below: string, shape: S): Promise<Page<z.output<S>>[]> {
      const files = await list(below, '.md')
      const found = await Promise.all(
        files.map(async (file) => readPage(file, (await text(file)) ?? '', shape, problems)),
      )
      return found.filter((page) => page !== undefined)
    },

    /** Lists the sub-folders of a folder, sorted by name. */
    folders: (below: string) => list(below, undefined),
  }
}

function readPage<S extends z.ZodType>(file: string, text: string, shape: S, problems: Problem[]) {
  const split = splitMarkdown(text.replaceAll('\r\n', '\n'))
  if (!split) {
    problems.push({ file, line: 1, reason: 'has to begin with front matter between two lines ---' })
    return undefined
  }
  const source = parseYaml(file, split.matter, shape, problems, 1)
  const { en, fr, zh } = split.bodies
  for (const language of Object.keys(split.bodies)) {
    if (LANGUAGES.includes(language)) continue
    const line = lineStarting(text, `::: ${language}`)
    const reason = `::: ${language}: a text is in one of the languages ${LANGUAGES.join(', ')}`
    problems.push({ file, line, reason })
  }
  if (split.stray) {
    const reason = 'this text belongs to no language; begin it with a line ::: en'
    problems.push({ file, line: lineStarting(text, split.stray), reason })
  } else if (!en) {
    problems.push({ file, line: 1, reason: 'has no English text; begin it with a line ::: en' })
  }
  if (!en) return undefined
  const lines = text.split('\n')
  const lineIn = (language: string, line: number) => {
    const marker = lineStarting(text, `::: ${language}`)
    const blank = lines.slice(marker).findIndex((one) => one.trim() !== '')
    return marker + Math.max(blank, 0) + line
  }
  const bodies = typeset({ en, ...(fr && { fr }), ...(zh && { zh }) })
  return source && { ...source, bodies, lineIn }
}

const lineStarting = (text: string, start: string) =>
  text.split('\n').findIndex((line) => line.startsWith(start)) + 1 || 1
