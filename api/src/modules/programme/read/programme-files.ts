import { createHash } from 'node:crypto'
import { access, readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { z } from 'zod'
import { errorCode, StartError } from '../../../lib/errors.ts'
import { typeset } from '../../../lib/localised.ts'
import * as contentSchema from './content-schema.ts'
import { EntryFile } from './entry-schema.ts'
import * as schema from './programme-schema.ts'
import { type Problem, type Source, parseYaml, splitMarkdown } from './programme-source.ts'

/** Where the files of a programme come from: a folder, or the documents of the organiser's desk. */
export type ProgrammeOrigin = {
  /** The text of a file; undefined without one. */
  text: (file: string) => Promise<string | undefined>
  /** Files below a folder that end so, or its sub-folders for `undefined`; sorted by name. */
  list: (below: string, extension: string | undefined) => Promise<string[]>
  findPicture: (file: string) => Promise<'found' | 'missing' | 'outside'>
  /** SHA-256 (hex) of the bytes of a picture. */
  hashPicture: (file: string) => Promise<string>
}

/** A programme folder on the disk. Throws StartError if there is none. */
export async function openFolder(folder: string): Promise<ProgrammeOrigin> {
  if (!(await isFolder(folder))) {
    throw new StartError(`There is no folder ${folder}. Name the folder that holds programme.yaml.`)
  }
  return {
    text: (file) => readFile(join(folder, file), 'utf8').catch(orIfMissing(undefined)),
    async list(below, extension) {
      const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(
        orIfMissing([]),
      )
      return entries
        .filter((entry) =>
          extension === undefined ? entry.isDirectory() : entry.name.endsWith(extension),
        )
        .map(({ name }) => `${below}/${name}`)
        .sort()
    },
    async findPicture(file) {
      if (!resolve(folder, file).startsWith(resolve(folder) + sep)) return 'outside'
      return access(join(folder, file)).then(
        () => 'found',
        () => 'missing',
      )
    },
    hashPicture: async (file) =>
      createHash('sha256')
        .update(await readFile(join(folder, file)))
        .digest('hex'),
  }
}

/** Texts by file, with pictures that are stored already: file → SHA-256 (hex). */
export function openTexts(
  texts: ReadonlyMap<string, string>,
  pictures: ReadonlyMap<string, string>,
): ProgrammeOrigin {
  const files = [...texts.keys()].sort()
  return {
    text: async (file) => texts.get(file),
    async list(below, extension) {
      const inner = files.filter((file) => file.startsWith(`${below}/`))
      if (extension !== undefined) {
        return inner.filter(
          (file) => !file.slice(below.length + 1).includes('/') && file.endsWith(extension),
        )
      }
      const deeper = inner.map((file) => file.slice(below.length + 1).split('/'))
      const names = deeper.flatMap(([name, rest]) => (rest === undefined ? [] : [name ?? '']))
      return [...new Set(names)].map((name) => `${below}/${name}`)
    },
    findPicture: async (file) => (pictures.has(file) ? 'found' : 'missing'),
    async hashPicture(file) {
      const hash = pictures.get(file)
      if (!hash) throw new Error(`The picture ${file} is not stored`)
      return hash
    },
  }
}

const orIfMissing =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (errorCode(error) !== 'ENOENT') throw error
    return otherwise
  }

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

const REGULATIONS_FOLDER = 'content/regulations'

type Matter = { title: { en: string; fr?: string | undefined; zh?: string | undefined } }
type VersionFile = { version: string; effective_at: string; pdf?: string | undefined }

/** One version of the regulations with its chapters. */
type Regulations = Source<VersionFile> & { chapters: Page<Matter>[] }

/** Terms of entry; they give the version of chapters without a version file. */
type Terms = { value: { type: string; version: string; effective_at: string } }

/**
 * Reads the regulations: chapters in their folder, further versions in sub-folders. `version.yaml` beside the
 * chapters states their version; it is optional in the top folder while the terms have a single version.
 */
async function readRegulations(
  files: ReturnType<typeof fileReader>,
  terms: readonly Terms[],
  problems: Problem[],
): Promise<Regulations[]> {
  const versions: Regulations[] = []
  for (const folder of [REGULATIONS_FOLDER, ...(await files.folders(REGULATIONS_FOLDER))]) {
    const before = problems.length
    const chapters = await files.pages(folder, contentSchema.ChapterMatter)
    const versionFile = await files.optional(
      `${folder}/version.yaml`,
      contentSchema.RegulationsFile,
    )
    if (versionFile) versions.push({ ...versionFile, chapters })
    else if (folder === REGULATIONS_FOLDER && chapters.length > 0 && problems.length === before) {
      const { version = '1', effective_at = '+0d' } = terms[0]?.value ?? {}
      if (terms.length > 1) {
        const reason =
          'this file is missing; where the terms have several versions, it says which one the chapters are'
        problems.push({ file: `${REGULATIONS_FOLDER}/version.yaml`, line: 1, reason })
      }
      versions.push({
        file: `${REGULATIONS_FOLDER}/version.yaml`,
        value: { version, effective_at },
        line: () => 1,
        chapters,
      })
    } else if (folder !== REGULATIONS_FOLDER && problems.length === before) {
      const reason = 'this file is missing; it says the version and from when it holds'
      problems.push({ file: `${folder}/version.yaml`, line: 1, reason })
    }
  }
  return versions
}

/** The parsed files of a programme. */
export type Programme = NonNullable<Awaited<ReturnType<typeof readFiles>>>

/** Default for a missing `scoring.yaml`, which only the demo needs. */
const NO_SCORES = {
  seed: 'none',
  noise: 0,
  bias: {},
  jurors_per_entry: 3,
  second_level_jurors: 3,
  first_level_progress: [],
  second_level_progress: [],
  comments: { high: [], middle: [], low: [] },
}

/** Reads and parses all files of a programme; undefined if a required one is missing or invalid. */
export async function readFiles(origin: ProgrammeOrigin, problems: Problem[]) {
  const files = fileReader(origin, problems)
  const content = 'content'
  const policies = await files.pages(`${content}/policies`, contentSchema.PolicyMatter)
  const terms = policies.filter(({ value }) => value.type === 'terms')

  return complete({
    origin,
    programme: await files.required('programme.yaml', schema.ProgrammeFile),
    sections: await files.required('sections.yaml', schema.SectionsFile),
    awards: await files.required('awards.yaml', schema.AwardsFile),
    criteria: await files.required('criteria.yaml', schema.CriteriaFile),
    categories: await files.required('categories.yaml', schema.CategoriesFile),
    questions: await files.withDefault('questions.yaml', schema.QuestionsFile, []),
    fees: await files.required('fees.yaml', schema.FeesFile),
    users: await files.withDefault('users.yaml', schema.UsersFile, { agents: [], entrants: [] }),
    codes: await files.withDefault('codes.yaml', schema.CodesFile, []),
    scoring: await files.withDefault('scoring.yaml', schema.ScoringFile, NO_SCORES),
    banners: await files.required(`${content}/banners.yaml`, contentSchema.BannersFile),
    blocks: await files.required(`${content}/blocks.yaml`, contentSchema.BlocksFile),
    press: await files.required(`${content}/press.yaml`, contentSchema.PressFile),
    faq: await files.required(`${content}/faq.yaml`, contentSchema.FaqFile),
    pictures: await files.withDefault('pictures.yaml', contentSchema.PicturesFile, []),
    contact: await files.required(`${content}/contact.yaml`, contentSchema.ContactFile),
    about: await files.required(`${content}/about.yaml`, contentSchema.AboutFile),
    editions: await files.all('editions', schema.EditionFile),
    jurors: await files.all('jurors', schema.JurorFile),
    entries: await files.all('entries', EntryFile),
    news: await files.pages(`${content}/news`, contentSchema.ArticleMatter),
    regulations: await readRegulations(files, terms, problems),
    policies,
  })
}

type Complete<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** Undefined if any part is. */
function complete<T extends object>(parts: T): Complete<T> | undefined {
  return Object.values(parts).some((part) => part === undefined)
    ? undefined
    : (parts as Complete<T>)
}

/** A Markdown file: front matter in `value`, text by language in `bodies`. */
type Page<T> = Source<T> & {
  bodies: { en: string; fr?: string; zh?: string }
  /** Converts a line of a body (from 1) to a line of the file. */
  lineIn: (language: string, line: number) => number
}

const LANGUAGES = ['en', 'fr', 'zh']

/** Reads the files of one programme; problems are collected in `problems`, not thrown. */
const fileReader = ({ text, list }: ProgrammeOrigin, problems: Problem[]) => {
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
