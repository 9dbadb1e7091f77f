import { z } from 'zod'
import { RESULT_METRICS } from '../../domain/index.ts'
import { addedCallsOf, Id } from '../endpoint.ts'
import { ById, Named } from './review-rows.ts'

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
  /** What the jury agreed after a discussion, once released. */
  summary: z.string().nullable(),
})
export type ScoreSheet = z.infer<typeof ScoreSheet>

/** Totals of one juror, or of everybody at a level of the edition, in numbers. */
const VoteStatistics = z.object({ votes: z.int(), mean: z.number(), deviation: z.number() })

/** A vote and what the formulas make of it. */
export const DerivedVote = z.object({
  /** The juror's name where the reader may know it, else a letter that is dealt anew for each entry. */
  juror: z.string(),
  is_named: z.boolean(),
  is_own: z.boolean(),
  total: z.number(),
  /** Marks by criterion, and the note for the jury; null where the reader may not see those of others. */
  marks: z.array(z.object({ criterion_id: Id, value: z.number() })).nullable(),
  note: z.string().nullable(),
  dropped: z.enum(['highest', 'lowest']).nullable(),
  is_outlier: z.boolean(),
  /** Null below the quorum. */
  balanced: z.number().nullable(),
  /** The juror's own totals and the scale that follows; null where they would tell the juror by other entries. */
  scale: VoteStatistics.extend({
    weight: z.number(),
    centre: z.number(),
    spread: z.number(),
  }).nullable(),
})
export type DerivedVote = z.infer<typeof DerivedVote>

/** How the official figure of a level comes about; the figures are null below the quorum. */
export const DerivedLevel = z.object({
  level: z.int(),
  quorum: z.int(),
  /** All totals of the level in the edition. */
  all: VoteStatistics,
  votes: z.array(DerivedVote),
  mean: z.number().nullable(),
  median: z.number().nullable(),
  trimmed: z.number().nullable(),
  balanced: z.number().nullable(),
  /** `trimmed` where every juror of the category has scored every entry. */
  metric: z.enum(RESULT_METRICS).nullable(),
  official: z.number().nullable(),
})
export type DerivedLevel = z.infer<typeof DerivedLevel>

/** How the official figure of an entry came about, step by step. */
export const FigureDerivation = z.object({
  apply_order_id: Id,
  judging_no: z.string(),
  /** Why a juror sees no figures yet; null where the steps are shown. */
  hidden: z.enum(['own_score', 'phase']).nullable(),
  /** The figures come from the frozen results and do not move any more. */
  is_frozen: z.boolean(),
  criteria: z.array(Named.extend({ weight: z.number() })),
  levels: z.array(DerivedLevel),
  /** The official figure; null for jurors of the first level, to whom it would tell the second. */
  final_score: z.number().nullable(),
})
export type FigureDerivation = z.infer<typeof FigureDerivation>

/** What becomes readable with the results. */
export const scoreSheets = {
  /** The owner's score sheet, once the results are out (423 before). */
  scoreSheet: addedCallsOf('apply')(
    'scoreSheet',
    'GET',
    z.object({ apply_order_id: Id }),
    ScoreSheet,
    { codes: [404, 423], tags: ['entry', 'award'], skipErrorHandler: true },
  ),
  /**
   * The steps from the votes to the official figure: for the chair; for a juror of the entry after the own score, as
   * the phase allows; for the owner once the results are out (423 before), with letters and without marks.
   */
  figureDerivation: addedCallsOf('apply')('figureDerivation', 'GET', ById, FigureDerivation, {
    codes: [403, 404, 423],
    tags: ['judging', 'score', 'award'],
    skipErrorHandler: true,
  }),
} as const
