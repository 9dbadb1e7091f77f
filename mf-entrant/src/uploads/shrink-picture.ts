import { kindOf } from './file-check.ts'

/** A quarter more than the site ever shows, so that nothing visible is lost. */
export const SHRUNK_EDGE = 3_000
const QUALITY = 0.9
/** From here on a picture takes minutes on a phone's line. */
export const LARGE_BYTES = 8 * 1024 * 1024
/** Below this a copy saves too little to be worth the wait. */
const WORTH_BYTES = 1.5 * 1024 * 1024

/** A smaller copy of a picture for the way, or nothing where it would save little. */
export async function shrinkPicture(file: File): Promise<File | undefined> {
  if (kindOf(file) !== 'image' || file.size < WORTH_BYTES) return undefined
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  const scale = Math.min(1, SHRUNK_EDGE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const copy = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
  if (!copy || copy.size > file.size * 0.8) return undefined
  return new File([copy], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' })
}

type Line = { saveData?: boolean; effectiveType?: string }

/** Whether the browser takes the line for a slow one; those that do not say count as fast. */
export function isSlowLine(): boolean {
  const line = (navigator as Navigator & { connection?: Line }).connection
  return line?.saveData === true || ['slow-2g', '2g', '3g'].includes(line?.effectiveType ?? '')
}
