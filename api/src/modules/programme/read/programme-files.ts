import { EntryFile } from './entry-schema.ts'
import * as contentSchema from './content-schema.ts'
import { ChapterMatter, RegulationsFile } from './content-schema.ts'
import type { Problem, Source } from './programme-source.ts'
import { fileReader, type Page } from './file-reader.ts'
import type { ProgrammeOrigin } from './programme-origin.ts'
import * as schema from './programme-schema.ts'
import { ScoringFile } from './programme-schema.ts'

const FOLDER = 'content/regulations'

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
  for (const folder of [FOLDER, ...(await files.folders(FOLDER))]) {
    const before = problems.length
    const chapters = await files.pages(folder, ChapterMatter)
    const versionFile = await files.optional(`${folder}/version.yaml`, RegulationsFile)
    if (versionFile) versions.push({ ...versionFile, chapters })
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
    scoring: await files.withDefault('scoring.yaml', ScoringFile, NO_SCORES),
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
