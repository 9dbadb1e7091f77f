import { IMAGE_LIMITS } from '@awards/shared/domain'

export type UploadKind = 'image' | 'pdf'
/** Why a file is refused by this page; each reason is a text of the catalog. */
export type RefusalReason =
  | 'type'
  | 'size'
  | 'empty'
  | 'small'
  | 'pixels'
  | 'unreadable'
  | 'full'
  | 'duplicate'

type Size = { width: number; height: number }

export const kindOf = (file: Pick<File, 'type'>): UploadKind | undefined => {
  if (file.type === 'application/pdf') return 'pdf'
  return IMAGE_LIMITS.types.some((type) => type === file.type) ? 'image' : undefined
}

/** What can be told without opening the file. */
export function refusalOf(file: Pick<File, 'type' | 'size'>): RefusalReason | undefined {
  if (!kindOf(file)) return 'type'
  if (file.size === 0) return 'empty'
  return file.size > IMAGE_LIMITS.bytes ? 'size' : undefined
}

/** What the measures of a picture say. */
export function refusalOfSize({ width, height }: Size): RefusalReason | undefined {
  if (width * height > IMAGE_LIMITS.pixels) return 'pixels'
  return Math.max(width, height) < IMAGE_LIMITS.longSide ? 'small' : undefined
}

/** The first reason against a file; the server looks again, with more care. */
export async function checkFile(file: File): Promise<RefusalReason | undefined> {
  const refusal = refusalOf(file)
  if (refusal || kindOf(file) === 'pdf') return refusal
  try {
    const picture = await createImageBitmap(file)
    const reason = refusalOfSize(picture)
    picture.close()
    return reason
  } catch {
    return 'unreadable'
  }
}
