import { z } from 'zod'
import { addedCallsOf } from '../endpoint.ts'
import { Named } from './review-rows.ts'
import { Id } from '../values.ts'

/** How the jury saw one entry; jurors appear under aliases. */
export const ScoreSheet = z.object({
  apply_order_id: Id,
  judging_no: z.string(),
  title: z.string(),
  category: Named,
  edition: Named,
  award: Named.nullable(),
  /** Per level that has voted. */
  levels: z.array(
    z.object({
      level: z.int(),
      votes: z.int(),
      score: z.number(),
      /**
       * Whose means stand beside the entry's own: those of its category, or of the whole edition where fewer than
       * five entries of the category were judged. Without five entries there are none.
       */
      compared_with: z.enum(['category', 'edition']).nullable(),
      compared_mean: z.number().nullable(),
      criteria: z.array(
        Named.extend({
          weight: z.number(),
          mean: z.number(),
          compared_mean: z.number().nullable(),
        }),
      ),
    }),
  ),
  final_score: z.number().nullable(),
  /** Share of the category's other entries with a lower score, 0 to 100; null where fewer than five were judged. */
  percentile: z.int().nullable(),
  entries_in_category: z.int(),
  /** `juror` is a letter, dealt anew for each entry. */
  comments: z.array(z.object({ juror: z.string(), level: z.int(), comment: z.string() })),
  /** Comments that those who run the jury have still to read. */
  comments_pending: z.int(),
})
export type ScoreSheet = z.infer<typeof ScoreSheet>

/** The entrant's call for it, once the results are out (423 before). */
export const scoreSheets = {
  scoreSheet: addedCallsOf('apply')(
    'scoreSheet',
    'GET',
    z.object({ apply_order_id: Id }),
    ScoreSheet,
    { codes: [404, 423], tags: ['entry', 'award'], skipErrorHandler: true },
  ),
} as const
