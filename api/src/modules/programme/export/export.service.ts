import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { errorCode, StartError } from '../../../lib/errors.ts'
import type { AppContext } from '../../../start/app-context.ts'
import {
  catalogueFiles,
  jurorFiles,
  programmeDocument,
  siteFiles,
  type FileOf,
} from './export-catalogue.ts'
import { PicturesFile } from '../read/content-schema.ts'
import { contentFiles, yamlFile, type ExportedFile } from './export-content.ts'
import { readLiveContent, type LiveContent } from './export.repository.ts'
import { versionsRepository } from '../desk/drafts.repository.ts'
import type { ProgrammeOrigin } from '../read/programme-files.ts'

/** A picture to write: target file and storage key. `isOriginal` is false for a re-encoded variant. */
type ExportedPicture = { file: string; key: string; isOriginal: boolean }

/** Assigns each picture one file below `images/`, in the folder of its first use. */
function exportedPictures(stored: LiveContent['pictures']) {
  const picturesById = new Map(stored.map((picture) => [picture.id, picture]))
  const files = new Map<string, ExportedPicture>()
  const taken = new Set<string>()

  /** File of a picture; undefined without a picture or without stored bytes. */
  function fileOf(id: string | null, folder: string): string | undefined {
    const existing = id ? files.get(id) : undefined
    if (!id || existing) return existing?.file
    const picture = picturesById.get(id)
    const key = picture?.source_key ?? picture?.shown_key
    if (!picture || !key) return undefined
    const file = uniqueName(`images/${folder}/${sanitizeFileName(picture.original_name)}`, taken)
    files.set(id, { file, key, isOriginal: picture.source_key !== null })
    return file
  }
  return { fileOf, all: () => [...files.values()] }
}

const sanitizeFileName = (name: string) =>
  name.replaceAll(/[^\w.-]+/g, '-').replace(/^\.+/, '') || 'picture'

/** Appends a number to a name that is in use, and adds the result to `taken`. */
function uniqueName(file: string, taken: Set<string>): string {
  const dot = file.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [file.slice(0, dot), file.slice(dot)] : [file, '']
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? file : `${stem}-${number}${extension}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

/** The text of each file of the live content; `fileOf` names the pictures in it. */
export function exportedTexts(live: LiveContent, fileOf: FileOf): ExportedFile[] {
  const named = new Map<string, string>()
  const nameOf: FileOf = (id, folder) => {
    const file = fileOf(id, folder)
    if (id && file) named.set(id, file)
    return file
  }
  const files = [
    ...siteFiles(live, nameOf),
    ...catalogueFiles(live, nameOf),
    ...contentFiles(live, { zone: programmeDocument(live).timezone, fileOf: nameOf }),
    ...jurorFiles(live, nameOf),
  ]
  const focused = live.pictures.flatMap(({ id, focus }) => {
    const file = named.get(id)
    return file && focus ? [{ file, focus }] : []
  })
  return focused.length > 0 ? [...files, yamlFile('pictures.yaml', PicturesFile, focused)] : files
}

/** Which changes of the organiser's desk a folder knows. */
const EXPORTED = 'exported.yaml'
const Exported = z.object({ version: z.coerce.string().regex(/^\d+$/) })

/** The version of the desk that a folder was exported at; undefined for one that was never exported. */
export async function exportedVersion({ text }: ProgrammeOrigin): Promise<string | undefined> {
  const content = await text(EXPORTED)
  return content === undefined ? undefined : Exported.safeParse(parse(content)).data?.version
}

/** Folders in which every file is a record. Cleared before writing: a stale file would be loaded by the next apply. */
const RECORD_FOLDERS = [
  'content/news',
  'content/policies',
  'content/regulations',
  'editions',
  'jurors',
]

/**
 * Writes the live content as a programme folder, pictures included, without accounts, codes and entries (personal
 * data). `reduced` counts pictures without a stored original. Throws StartError for a non-empty folder, unless
 * `isForced`.
 */
export async function exportProgramme(
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  folder: string,
  isForced = false,
): Promise<{ files: number; pictures: number; reduced: number }> {
  const root = resolve(folder)
  if (!isForced && (await namesIn(root)).length > 0) {
    throw new StartError(
      `Nothing is exported: ${folder} is not empty. Name another folder, or add --force to overwrite ` +
        'the files of a programme in it.',
    )
  }
  const live = await readLiveContent(db)
  const { fileOf, all } = exportedPictures(live.pictures)
  const files = exportedTexts(live, fileOf)
  const pictures = all()
  const write = async (file: string, content: string | Buffer) => {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), content)
  }
  for (const { file, key } of pictures) await write(file, await storage.read(key))
  // Deletes stale records only after every picture was read: a failed export must remove nothing.
  for (const below of RECORD_FOLDERS) await rm(join(root, below), { recursive: true, force: true })
  for (const { file, text } of files) await write(file, text)
  const version = await versionsRepository(db).newest()
  if (version)
    await write(
      EXPORTED,
      `# The last change of the organiser's desk that is in these files.\nversion: ${version}\n`,
    )
  const reduced = pictures.filter(({ isOriginal }) => !isOriginal).length
  return { files: files.length, pictures: pictures.length, reduced }
}

const namesIn = (folder: string) =>
  readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
