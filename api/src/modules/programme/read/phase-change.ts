import { z } from 'zod'
import type { PhaseCapabilities } from '@awards/shared/domain'

const levels = z
  .array(z.literal([1, 2, 3], 'is not a level of the jury; write 1, 2 or 3'))
  .transform((list) => [...new Set(list)].toSorted())
const whether = z.boolean('has to be true or false')

/** What a phase of one edition allows otherwise than its kind does; a key that is not known is a mistake. */
export const PhaseChange = z
  .strictObject({
    can_score_levels: levels,
    can_award_levels: levels,
    can_assign: whether,
    blind_entrant: whether,
    see_other_scores: z.enum(['never', 'after_own', 'always']),
    see_juror_names: whether,
    entrants_can_edit: whether,
    fee_open: whether,
    can_publish: whether,
  } satisfies Record<keyof PhaseCapabilities, z.ZodType>)
  .partial()
