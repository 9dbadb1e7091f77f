import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { AppContext } from '../../../start/app-context.ts'
import { errorCode } from '../../../lib/error-code.ts'
import { StartError } from '../../../lib/start-error.ts'
import { catalogueFiles } from './export-catalogue.ts'
import { contentFiles } from './export-content.ts'
import { exportedPictures } from './export-pictures.ts'
import { jurorFiles, programmeDocument, siteFiles } from './export-site.ts'
import { liveContent } from './export.repository.ts'

/** Folders in which every file is a record, so that one left over would come back with the next apply. */
const RECORDS = ['content/news', 'content/policies', 'content/regulations', 'editions', 'jurors']

/**
 * Writes what is live as files of the same format, pictures included. Accounts, codes and entries are
 * data of people and stay where they are.
 */
export async function exportProgramme(
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  folder: string,
  isForced = false,
): Promise<{ files: number; pictures: number; reduced: number }> {
  const place = resolve(folder)
  if (!isForced && (await namesIn(place)).length > 0) {
    throw new StartError(
      `Nothing is exported: ${folder} is not empty. Name another folder, or add --force to overwrite ` +
        'the files of a programme in it.',
    )
  }
  const live = await liveContent(db)
  const zone = programmeDocument(live).timezone
  const { fileOf, all } = exportedPictures(live.pictures)
  const files = [
    ...siteFiles(live, fileOf),
    ...catalogueFiles(live, fileOf),
    ...contentFiles(live, { zone, fileOf }),
    ...jurorFiles(live, fileOf),
  ]
  const write = async (file: string, content: string | Buffer) => {
    await mkdir(dirname(join(place, file)), { recursive: true })
    await writeFile(join(place, file), content)
  }
  const pictures = all()
  for (const { file, key } of pictures) await write(file, await storage.read(key))
  // Only now, when every picture has been found: a record that is removed comes back or is meant to go.
  for (const below of RECORDS) await rm(join(place, below), { recursive: true, force: true })
  for (const { file, text } of files) await write(file, text)
  const reduced = pictures.filter(({ isOriginal }) => !isOriginal).length
  return { files: files.length, pictures: pictures.length, reduced }
}

const namesIn = (folder: string) =>
  readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
