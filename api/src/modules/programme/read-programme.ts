import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { z } from 'zod'
import { errorCode } from '../../app/error-code.ts'
import { StartError } from '../../app/start-error.ts'
import { EntryFile } from './entry-schema.ts'
import { checkProgramme } from './programme-checks.ts'
import { ProgrammeError, type Problem } from './programme-error.ts'
import * as contentSchema from './content-schema.ts'
import * as schema from './programme-schema.ts'
import { parseYaml, splitMarkdown, type Source } from './programme-source.ts'

/** A Markdown file: what its front matter says, and its text in each language. */
export type Page<T> = Source<T> & { bodies: { en: string; fr?: string; zh?: string } }

/** The whole programme as its files state it, valid on its own and in its cross-references. */
export type Programme = Awaited<ReturnType<typeof readFiles>>

/** Reads and checks a programme folder; throws one error that names every problem. */
export async function readProgramme(folder: string): Promise<Programme> {
  if (!(await isFolder(folder))) {
    throw new StartError(`There is no folder ${folder}. Name the folder that holds programme.yaml.`)
  }
  const problems: Problem[] = []
  const programme = await readFiles(folder, problems).catch((error: unknown) => {
    if (error instanceof Unreadable) throw new ProgrammeError(problems)
    throw error
  })
  if (problems.length === 0) await checkProgramme(programme, problems)
  if (problems.length > 0) throw new ProgrammeError(problems)
  return programme
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** A file that everything else depends on could not be read; what is wrong is in the problems. */
class Unreadable extends Error {}

async function readFiles(folder: string, problems: Problem[]) {
  const text = (file: string) =>
    readFile(join(folder, file), 'utf8').catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error
      problems.push({ file, line: 1, reason: 'this file is missing' })
      return undefined
    })
  const one = async <S extends z.ZodType>(file: string, shape: S) => {
    const content = await text(file)
    return content === undefined ? undefined : parseYaml(file, content, shape, problems)
  }
  const many = async <S extends z.ZodType>(below: string, shape: S) => {
    const sources = await Promise.all(
      (await list(folder, below, '.yaml')).map((file) => one(file, shape)),
    )
    return sources.filter((source) => source !== undefined)
  }
  const pages = async <S extends z.ZodType>(
    below: string,
    shape: S,
  ): Promise<Page<z.output<S>>[]> => {
    const found = await Promise.all(
      (await list(folder, below, '.md')).map(async (file) =>
        readPage(file, (await text(file)) ?? '', shape, problems),
      ),
    )
    return found.filter((page) => page !== undefined)
  }
  const content = 'content'

  const parts = {
    folder,
    programme: await one('programme.yaml', schema.ProgrammeFile),
    sections: await one('sections.yaml', schema.SectionsFile),
    awards: await one('awards.yaml', schema.AwardsFile),
    criteria: await one('criteria.yaml', schema.CriteriaFile),
    categories: await one('categories.yaml', schema.CategoriesFile),
    fees: await one('fees.yaml', schema.FeesFile),
    users: await one('users.yaml', schema.UsersFile),
    codes: await one('codes.yaml', schema.CodesFile),
    scoring: await one('scoring.yaml', schema.ScoringFile),
    banners: await one(`${content}/banners.yaml`, contentSchema.BannersFile),
    blocks: await one(`${content}/blocks.yaml`, contentSchema.BlocksFile),
    press: await one(`${content}/press.yaml`, contentSchema.PressFile),
    faq: await one(`${content}/faq.yaml`, contentSchema.FaqFile),
    contact: await one(`${content}/contact.yaml`, contentSchema.ContactFile),
    about: await one(`${content}/about.yaml`, contentSchema.AboutFile),
    editions: await many('editions', schema.EditionFile),
    jurors: await many('jurors', schema.JurorFile),
    entries: await many('entries', EntryFile),
    news: await pages(`${content}/news`, contentSchema.ArticleMatter),
    regulations: await pages(`${content}/regulations`, contentSchema.ChapterMatter),
    policies: await pages(`${content}/policies`, contentSchema.PolicyMatter),
  }
  return complete(parts)
}

type Complete<T> = { [K in keyof T]: Exclude<T[K], undefined> }

function complete<T extends object>(parts: T): Complete<T> {
  if (Object.values(parts).some((part) => part === undefined)) throw new Unreadable()
  return parts as Complete<T>
}

function readPage<S extends z.ZodType>(file: string, text: string, shape: S, problems: Problem[]) {
  const split = splitMarkdown(text.replaceAll('\r\n', '\n'))
  if (!split) {
    problems.push({ file, line: 1, reason: 'has to begin with front matter between two lines ---' })
    return undefined
  }
  const source = parseYaml(file, split.matter, shape, problems, 1)
  const { en, fr, zh } = split.bodies
  if (!en) {
    problems.push({ file, line: 1, reason: 'has no English text; begin it with a line ::: en' })
    return undefined
  }
  return source && { ...source, bodies: { en, ...(fr && { fr }), ...(zh && { zh }) } }
}

async function list(folder: string, below: string, extension: string): Promise<string[]> {
  const names = await readdir(join(folder, below)).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
    return []
  })
  return names
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => relative('.', join(below, name)))
}
