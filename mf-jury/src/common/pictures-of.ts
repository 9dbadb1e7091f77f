import type { EntryFile, Picture } from '@awards/shared/contract'

export type Shown = { picture: Picture; alt: string; file_id: string }

/** The pictures of an entry in the order in which the jury sees them: the cover first. */
export function picturesOf(files: readonly EntryFile[]): Shown[] {
  const isCover = ({ kind }: EntryFile) => kind === 'cover'
  return [...files.filter(isCover), ...files.filter((file) => !isCover(file))].flatMap(
    ({ picture, alt, file_id }) => (picture ? [{ picture, alt, file_id }] : []),
  )
}
