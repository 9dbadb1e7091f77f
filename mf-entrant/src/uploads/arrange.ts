import type { EntryFile, UploadedFile } from '@awards/shared/contract'

/** Pictures first, in their order, with the cover at the front; a document last. */
export const numbered = (files: readonly EntryFile[]): EntryFile[] => {
  const pictures = files.filter(({ kind }) => kind !== 'pdf')
  const documents = files.filter(({ kind }) => kind === 'pdf')
  return [...pictures, ...documents].map((file, sort) => ({ ...file, sort }))
}

/** Puts a picture at another place; the first place is not the cover by itself. */
export function moved(files: readonly EntryFile[], from: number, to: number): EntryFile[] {
  const file = files[from]
  if (!file || to < 0 || to >= files.length) return [...files]
  return numbered(files.toSpliced(from, 1).toSpliced(to, 0, file))
}

/** Makes one picture the cover and lets it lead. */
export function withCover(files: readonly EntryFile[], id: string): EntryFile[] {
  const marked = files.map((file): EntryFile => {
    if (file.file_id === id) return { ...file, kind: 'cover' }
    return file.kind === 'cover' ? { ...file, kind: 'image' } : file
  })
  return moved(
    marked,
    marked.findIndex(({ file_id }) => file_id === id),
    0,
  )
}

/** Leaves a file out; the next picture becomes the cover if that was it. */
export function removed(files: readonly EntryFile[], id: string): EntryFile[] {
  const left = files.filter(({ file_id }) => file_id !== id)
  const first = left.find(({ kind }) => kind !== 'pdf')
  const needsCover = first && !left.some(({ kind }) => kind === 'cover')
  return needsCover ? withCover(left, first.file_id) : numbered(left)
}

/** Adds what has arrived: the first picture leads, a new document takes the place of the old. */
export function added(files: readonly EntryFile[], file: UploadedFile): EntryFile[] {
  const isPdf = file.kind === 'pdf'
  const hasCover = files.some(({ kind }) => kind === 'cover')
  const kept = isPdf ? files.filter(({ kind }) => kind !== 'pdf') : files
  const kind = isPdf ? 'pdf' : hasCover ? 'image' : 'cover'
  const { file_id, picture, original_name } = file
  const fresh = { file_id, kind, sort: 0, alt: '', credit: null, picture, original_name } as const
  return numbered([...kept, fresh])
}

/** A part of a picture stands where the whole one stood, with what was said about it. */
export const replaced = (
  files: readonly EntryFile[],
  id: string,
  { file_id, picture, original_name }: UploadedFile,
): EntryFile[] =>
  files.map((file) => (file.file_id === id ? { ...file, file_id, picture, original_name } : file))
