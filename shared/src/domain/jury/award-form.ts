import { z } from 'zod'
import { asStored } from '../entries/entry-fields.ts'

const line = (maximum: number) =>
  z
    .string()
    .trim()
    .max(maximum, `Write at most ${maximum} characters`)
    .refine((value) => !value.includes('\u0000'), 'This text has a character that cannot be stored')

/** What a winner confirms for publication and for the certificate (domain page §2.12). */
export const WinningInfo = z.object({
  winner_name: line(120).min(1, 'Give the name under which the work is published'),
  certificate_name: line(120).min(1, 'Give the name for the certificate'),
  bio: line(800).optional(),
  credits: line(600).optional(),
  press_text: line(1200).optional(),
  contact_email: z.email('Give an e-mail address').max(254).optional(),
  shipping: z
    .object({
      recipient: line(120),
      address: line(300),
      postal_code: line(20),
      city: line(80),
      country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country'),
    })
    .optional(),
})
export type WinningInfo = z.infer<typeof WinningInfo>

const words = z.string().optional()
const shipping = z
  .object({
    recipient: z.string(),
    address: z.string(),
    postal_code: z.string(),
    city: z.string(),
    country: z.string(),
  })
  .optional()
const { shape: winning } = WinningInfo.partial()

/** What a winner confirmed, as it was stored; see `asStored`. */
export const StoredWinningInfo = z.object({
  winner_name: asStored(winning.winner_name, words),
  certificate_name: asStored(winning.certificate_name, words),
  bio: asStored(winning.bio, words),
  credits: asStored(winning.credits, words),
  press_text: asStored(winning.press_text, words),
  contact_email: asStored(winning.contact_email, words),
  shipping: asStored(winning.shipping, shipping),
} satisfies Record<keyof WinningInfo, z.ZodType>)

/** An award level as its threshold is looked at; a level without one is given by hand. */
export type ThresholdLevel = { readonly min_score: number | null }

/** True where an entry's official figure does not reach the threshold of the award level that it has. */
export const isBelowThreshold = (
  score: number | null,
  level: ThresholdLevel | null | undefined,
): boolean => score !== null && level?.min_score != null && score < level.min_score

/**
 * Steps between an award level and the one that a score reaches, below the lowest threshold one more. Null is no
 * award, and no score reaches none.
 */
export function levelsAway(
  levels: readonly ThresholdLevel[],
  award: ThresholdLevel | null,
  score: number | null,
): number {
  const thresholds = [...new Set(levels.flatMap(({ min_score }) => min_score ?? []))].sort(
    (one, other) => other - one,
  )
  const step = (value: number | null) => {
    const index = thresholds.findIndex((threshold) => (value ?? -1) >= threshold)
    return index === -1 ? thresholds.length : index
  }
  if (award && award.min_score === null) return 0
  return Math.abs(step(award?.min_score ?? null) - step(score))
}

/** True where an award needs its reason in words: below its own threshold, or more than one level away. */
export const needsAwardReason = (
  levels: readonly ThresholdLevel[],
  award: ThresholdLevel,
  score: number | null,
): boolean =>
  isBelowThreshold(score, award) || (score !== null && levelsAway(levels, award, score) > 1)
