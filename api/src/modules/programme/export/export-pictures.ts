import type { LiveContent } from './export.repository.ts'

/** A picture that an export writes: where, and from which key of the storage. */
export type ExportedPicture = { file: string; key: string; isOriginal: boolean }

/** Gives each picture one file below `images/`, by the first place that shows it. */
export function exportedPictures(stored: LiveContent['pictures']) {
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
