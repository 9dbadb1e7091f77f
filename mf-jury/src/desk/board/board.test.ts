import type { Aggregate, BoardRow } from '@awards/shared/contract'
import { levelsAway, type Board } from './board.ts'

const level = (id: string, min_score: number | null) => ({
  ...{ id, code: id, name: id, colour: '#000000', min_score },
})
const figures: Aggregate = {
  ...{ votes: 3, quorum: 3, mean: 80, median: 80, trimmed: 80, balanced: 80 },
  ...{ deviation: 1, range: 2, official: 80, is_divergent: false },
}
const row: BoardRow = {
  ...{ apply_order_id: '1', judging_no: '7QK4Z', entry_no: 'E-1', title: 'Ondine' },
  category: { id: '3', code: 'FU', name: 'Furniture' },
  section: { id: '4', code: 'PRO', name: 'Professional' },
  ...{ cover: null, first_level: figures, second_level: figures, final_score: 78 },
  ...{ rank: 1, tie_rule: null, eligible_award_id: 'gold', award_id: null },
  ...{ decision_status: 0, decision_version: 0, entry_status: 40, is_to_discuss: false },
  recommendations: [],
}
const board: Board = {
  category: row.category,
  metric: 'trimmed',
  is_frozen: false,
  levels: [
    level('grand', null),
    level('platinum', 85),
    level('gold', 75),
    level('silver', 65),
    level('selection', 60),
  ],
  entries: [row],
  ...{ total: 1, current: 1, pageSize: 100, decided: [{ award_id: null, count: 1 }] },
  ...{ ties: [], ties_total: 0 },
}

test.each([
  ['gold', 0],
  ['platinum', 1],
  ['silver', 1],
  ['selection', 2],
  ['grand', 0],
  [null, 3],
])('from a score of 78, the level %s is %d away', (award_id, away) => {
  expect(levelsAway(board, row, award_id)).toBe(away)
})
