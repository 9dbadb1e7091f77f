import type { Sharp } from 'sharp'

const EDGE = 16

/** A blurred likeness of a picture, small enough to travel with its address. */
export async function placeholderOf(picture: Sharp): Promise<string> {
  const bytes = await picture
    .resize({ width: EDGE, height: EDGE, fit: 'inside' })
    .webp({ quality: 30, effort: 0, smartSubsample: true })
    .toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}
