import sharp from 'sharp'
import type { Sharp } from 'sharp'

const EDGE = 32
const KEPT = 8
/** Below this a picture is one flat tone, and looks like every other of its kind. */
const FLAT = 2

/** The look of a picture without anything to tell it by. */
export const NO_HASH = '0'.repeat(KEPT * KEPT)

/** Pictures whose looks differ in no more bits than this look the same to people. */
export const SIMILAR_BITS = 6

const cosines = Array.from({ length: KEPT }, (_, wave) =>
  Float64Array.from({ length: EDGE }, (_, at) =>
    Math.cos(((2 * at + 1) * wave * Math.PI) / (2 * EDGE)),
  ),
)

/**
 * Sixty-four bits of how a picture looks: for each of its lowest frequencies, whether it is stronger
 * than the middle one. Another size, format, quality or tone changes few of them.
 */
export async function perceptualHash(picture: Sharp): Promise<string> {
  const { data, info } = await picture
    .resize({ width: EDGE, height: EDGE, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const tones = Float64Array.from(
    { length: EDGE * EDGE },
    (_, place) => data[place * info.channels] ?? 0,
  )
  const mean = tones.reduce((sum, tone) => sum + tone, 0) / tones.length
  const spread = tones.reduce((sum, tone) => sum + Math.abs(tone - mean), 0) / tones.length
  if (spread < FLAT) return NO_HASH

  const waves = cosines.flatMap((down) => cosines.map((across) => strength(tones, down, across)))
  // The first is the mean tone, which a lighter print of the same picture changes.
  const sorted = waves.slice(1).toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  return waves.map((wave, index) => (index > 0 && wave > middle ? '1' : '0')).join('')
}

export const perceptualHashOfBytes = (bytes: Buffer): Promise<string> =>
  perceptualHash(sharp(bytes))

function strength(tones: Float64Array, down: Float64Array, across: Float64Array): number {
  let sum = 0
  for (let row = 0; row < EDGE; row += 1) {
    let line = 0
    for (let column = 0; column < EDGE; column += 1) {
      line += (tones[row * EDGE + column] ?? 0) * (across[column] ?? 0)
    }
    sum += line * (down[row] ?? 0)
  }
  return sum
}
