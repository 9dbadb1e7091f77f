import type { BoardRow } from '@awards/shared/contract'
import type { Language, Place } from '@awards/shared/domain'
import { named } from '../../../lib/translated.ts'
import type { BoardLevel, Recommendation } from './board.repository.ts'
import { GRAND_PRIX } from './grand-prix.ts'
import { toMention } from '../entry-mention.ts'
import type { ShownEntry } from '../anonymity/anonymised-entries.ts'
import type { Figures } from './aggregates.repository.ts'

type Standing = {
  figures: Figures
  place: Place
  levels: readonly BoardLevel[]
  wished: readonly Recommendation[]
}

/** The level that a score reaches; the Grand Prix is chosen, not reached. */
function eligibleFor(levels: readonly BoardLevel[], score: number | null): string | null {
  if (score === null) return null
  const reached = levels
    .filter(
      ({ code, min_score }) => code !== GRAND_PRIX && min_score !== null && min_score <= score,
    )
    .toSorted((one, other) => (other.min_score ?? 0) - (one.min_score ?? 0))
  return reached[0]?.id ?? null
}

/** An entry on the chair's board. */
export const toBoardRow = (
  entry: ShownEntry,
  { figures, place, levels, wished }: Standing,
  language: Language,
): BoardRow => ({
  ...toMention({ ...entry, apply_order_id: entry.id }, language),
  section: named(entry.section_id, entry.section_code, entry.section_name, language),
  cover: entry.cover,
  first_level: figures.first,
  second_level: figures.second,
  final_score: figures.final,
  rank: place.rank,
  tie_rule: place.tie_rule,
  eligible_award_id: eligibleFor(levels, figures.final),
  award_id: entry.award_id,
  decision_status: entry.decision_status,
  decision_version: entry.decision_version,
  entry_status: entry.entry_status,
  is_to_discuss: entry.is_to_discuss,
  recommendations: wished.map(({ award_id, count }) => ({ award_id, count })),
})
