/** The figure of a level that counts: see `officialMetric`. */
export const RESULT_METRICS = ['trimmed', 'balanced'] as const
export type ResultMetric = (typeof RESULT_METRICS)[number]

/** Rules that tell entries with the same score apart, in their order (domain page §2.11). */
export const TIE_RULES = [
  'median',
  'deviation',
  'second_level_mean',
  'ethique_mean',
  'casting_vote',
  'ex_aequo',
] as const
export type TieRule = (typeof TIE_RULES)[number]
