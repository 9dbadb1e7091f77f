import { z } from 'zod'
import { Slug } from './programme-schema.ts'
import { line } from './text-schema.ts'

/** How the votes of the demonstration come about. */
export const ScoringFile = z.strictObject({
  seed: line,
  noise: z.number().min(0),
  bias: z.record(Slug, z.number()),
  jurors_per_entry: z.int().min(1),
  second_level_jurors: z.int().min(1),
  first_level_progress: z.array(z.enum(['assigned', 'draft', 'submitted'])).min(1),
  second_level_progress: z.array(z.enum(['assigned', 'draft', 'submitted'])).min(1),
  comments: z.strictObject({
    high: z.array(z.string().min(30).max(1000)).min(1),
    middle: z.array(z.string().min(30).max(1000)).min(1),
    low: z.array(z.string().min(30).max(1000)).min(1),
  }),
})
