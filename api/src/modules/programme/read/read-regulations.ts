import { ChapterMatter, RegulationsFile } from './content-schema.ts'
import type { Problem } from './programme-error.ts'
import type { Page, programmeFolder } from './programme-folder.ts'
import type { Source } from './programme-source.ts'

const FOLDER = 'content/regulations'

type Matter = { title: { en: string; fr?: string | undefined; zh?: string | undefined } }
type Stated = { version: string; effective_at: string; pdf?: string | undefined }

/** One version of the regulations with its chapters. */
export type Regulations = Source<Stated> & { chapters: Page<Matter>[] }

/** Chapters without a version of their own have that of the terms of entry. */
export type Terms = { value: { type: string; version: string; effective_at: string } }

/**
 * The regulations: chapters in their folder, and further versions in folders inside it. `version.yaml`
 * beside chapters says which version they are.
 */
export async function readRegulations(
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
        ...{ file: `${FOLDER}/version.yaml`, value: { version, effective_at } },
        ...{ line: () => 1, chapters },
      })
    } else if (folder !== FOLDER && problems.length === before) {
      const reason = 'this file is missing; it says the version and from when it holds'
      problems.push({ file: `${folder}/version.yaml`, line: 1, reason })
    }
  }
  return versions
}
