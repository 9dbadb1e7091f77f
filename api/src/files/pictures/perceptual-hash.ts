import type { Sharp } from 'sharp'

const EDGE = 32
const HASH_EDGE = 8
/** Mean deviation (0 to 255) below which a picture is a flat tone and its hash would be noise. */
const MIN_SPREAD = 2

/** Hash of a flat tone; matches nothing. */
export const NO_HASH = '0'.repeat(HASH_EDGE * HASH_EDGE)

/** Largest Hamming distance at which two pictures count as similar. */
export const SIMILAR_BITS = 6

const cosines = Array.from({ length: HASH_EDGE }, (_, wave) =>
  Float64Array.from({ length: EDGE }, (_, at) =>
    Math.cos(((2 * at + 1) * wave * Math.PI) / (2 * EDGE)),
  ),
)

/**
 * Perceptual hash (pHash) of 64 bits as a string of 0 and 1: the lowest 8 × 8 frequencies of the DCT, each compared
 * with their median. Another size, format, quality or tone of the same picture changes few bits.
 */
export async function perceptualHash(picture: Sharp): Promise<string> {
  const { data, info } = await picture
    .resize({ width: EDGE, height: EDGE, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const tones = Float64Array.from(
    { length: EDGE * EDGE },
    (_, index) => data[index * info.channels] ?? 0,
  )
  const mean = tones.reduce((sum, tone) => sum + tone, 0) / tones.length
  const spread = tones.reduce((sum, tone) => sum + Math.abs(tone - mean), 0) / tones.length
  if (spread < MIN_SPREAD) return NO_HASH

  const coefficients = cosines.flatMap((down) =>
    cosines.map((across) => coefficient(tones, down, across)),
  )
  // The first coefficient is the mean tone, which a lighter version of the picture changes.
  const sorted = coefficients.slice(1).toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return coefficients.map((wave, index) => (index > 0 && wave > median ? '1' : '0')).join('')
}

/** One DCT coefficient of the tones. */
function coefficient(tones: Float64Array, down: Float64Array, across: Float64Array): number {
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
