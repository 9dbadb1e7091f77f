import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { errorCode, StartError } from '../../../lib/errors.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { catalogueFiles, jurorFiles, programmeDocument, siteFiles } from './export-catalogue.ts'
import { contentFiles } from './export-content.ts'
import { liveContent, type LiveContent } from './export.repository.ts'

/** A picture that an export writes: where, and from which key of the storage. */
type ExportedPicture = { file: string; key: string; isOriginal: boolean }

/** Gives each picture one file below `images/`, by the first place that shows it. */
function exportedPictures(stored: LiveContent['pictures']) {
  const known = new Map(stored.map((picture) => [picture.id, picture]))
  const files = new Map<string, ExportedPicture>()
  const taken = new Set<string>()

  /** The file of a picture; undefined where a record has none. */
  function fileOf(id: string | null, folder: string): string | undefined {
    const before = id ? files.get(id) : undefined
    if (!id || before) return before?.file
    const picture = known.get(id)
    const key = picture?.source_key ?? picture?.shown_key
    if (!picture || !key) return undefined
    const file = free(`images/${folder}/${plain(picture.original_name)}`, taken)
    files.set(id, { file, key, isOriginal: picture.source_key !== null })
    return file
  }
  return { fileOf, all: () => [...files.values()] }
}

const plain = (name: string) => name.replaceAll(/[^\w.-]+/g, '-').replace(/^\.+/, '') || 'picture'

/** The name itself, or with a number where another picture has it. */
function free(file: string, taken: Set<string>): string {
  const dot = file.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [file.slice(0, dot), file.slice(dot)] : [file, '']
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? file : `${stem}-${number}${extension}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

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
