import { EntryFile } from './entry-schema.ts'
import * as contentSchema from './content-schema.ts'
import { ChapterMatter, RegulationsFile } from './content-schema.ts'
import type { Problem, Source } from './programme-source.ts'
import { programmeFolder, type Page } from './programme-folder.ts'
import * as schema from './programme-schema.ts'
import { ScoringFile } from './programme-schema.ts'

const FOLDER = 'content/regulations'

type Matter = { title: { en: string; fr?: string | undefined; zh?: string | undefined } }
type Stated = { version: string; effective_at: string; pdf?: string | undefined }

/** One version of the regulations with its chapters. */
type Regulations = Source<Stated> & { chapters: Page<Matter>[] }

/** Chapters without a version of their own have that of the terms of entry. */
type Terms = { value: { type: string; version: string; effective_at: string } }

/**
 * The regulations: chapters in their folder, and further versions in folders inside it. `version.yaml`
 * beside chapters says which version they are.
 */
async function readRegulations(
  files: ReturnType<typeof programmeFolder>,
  terms: readonly Terms[],
  problems: Problem[],
): Promise<Regulations[]> {
  const versions: Regulations[] = []
  for (const folder of [FOLDER, ...(await files.folders(FOLDER))]) {
    const before = problems.length
    const chapters = await files.pages(folder, ChapterMatter)
    const stated = await files.optional(`${folder}/version.yaml`, RegulationsFile)
    if (stated) versions.push({ ...stated, chapters })
    else if (folder === FOLDER && chapters.length > 0 && problems.length === before) {
      const { version = '1', effective_at = '+0d' } = terms[0]?.value ?? {}
      if (terms.length > 1) {
        const reason =
          'this file is missing; where the terms have several versions, it says which one the chapters are'
        problems.push({ file: `${FOLDER}/version.yaml`, line: 1, reason })
      }
      versions.push({
        file: `${FOLDER}/version.yaml`,
        value: { version, effective_at },
        line: () => 1,
        chapters,
      })
    } else if (folder !== FOLDER && problems.length === before) {
      const reason = 'this file is missing; it says the version and from when it holds'
      problems.push({ file: `${folder}/version.yaml`, line: 1, reason })
    }
  }
  return versions
}

/** The whole programme as its files state it, valid on its own and in its cross-references. */
export type Programme = NonNullable<Awaited<ReturnType<typeof readFiles>>>

/** What a programme without a demonstration has in place of its rule for scores. */
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

/** Reads all files of a programme; undefined where one that everything else depends on could not be read. */
export async function readFiles(folder: string, problems: Problem[]) {
  const files = programmeFolder(folder, problems)
  const content = 'content'
  const policies = await files.pages(`${content}/policies`, contentSchema.PolicyMatter)
  const terms = policies.filter(({ value }) => value.type === 'terms')

  return complete({
    folder,
    programme: await files.one('programme.yaml', schema.ProgrammeFile),
    sections: await files.one('sections.yaml', schema.SectionsFile),
    awards: await files.one('awards.yaml', schema.AwardsFile),
    criteria: await files.one('criteria.yaml', schema.CriteriaFile),
    categories: await files.one('categories.yaml', schema.CategoriesFile),
    fees: await files.one('fees.yaml', schema.FeesFile),
    users: await files.either('users.yaml', schema.UsersFile, { agents: [], entrants: [] }),
    codes: await files.either('codes.yaml', schema.CodesFile, []),
    scoring: await files.either('scoring.yaml', ScoringFile, NO_SCORES),
    banners: await files.one(`${content}/banners.yaml`, contentSchema.BannersFile),
    blocks: await files.one(`${content}/blocks.yaml`, contentSchema.BlocksFile),
    press: await files.one(`${content}/press.yaml`, contentSchema.PressFile),
    faq: await files.one(`${content}/faq.yaml`, contentSchema.FaqFile),
    contact: await files.one(`${content}/contact.yaml`, contentSchema.ContactFile),
    about: await files.one(`${content}/about.yaml`, contentSchema.AboutFile),
    editions: await files.many('editions', schema.EditionFile),
    jurors: await files.many('jurors', schema.JurorFile),
    entries: await files.many('entries', EntryFile),
    news: await files.pages(`${content}/news`, contentSchema.ArticleMatter),
    regulations: await readRegulations(files, terms, problems),
    policies,
  })
}

type Complete<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** Undefined where a file that everything else depends on could not be read. */
function complete<T extends object>(parts: T): Complete<T> | undefined {
  return Object.values(parts).some((part) => part === undefined)
    ? undefined
    : (parts as Complete<T>)
}
