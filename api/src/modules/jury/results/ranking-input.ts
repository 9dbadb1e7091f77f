import { round2, type Contender } from '@awards/shared/domain'
import type { Figures } from './aggregates.repository.ts'

/** What places an entry in its category, from its figures as they are shown. */
export const contenderOf = (
  id: string,
  { first, second, final }: Figures,
  ethique: number | null | undefined,
): Contender => ({
  id,
  score: final,
  median: first.median,
  deviation: first.deviation,
  second_level_mean: second.mean,
  ethique_mean: ethique === null || ethique === undefined ? null : round2(ethique),
})
