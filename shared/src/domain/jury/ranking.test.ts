import { DECISION_STATUS, ENTRY_STATUS } from '../index.ts'
import { boardColumn, NO_AWARD, rankEntries, UNDECIDED, type Contender } from './ranking.ts'

const entry = (id: string, more: Partial<Contender> = {}): Contender => ({
  id,
  score: 85,
  median: 86,
  deviation: 5,
  second_level_mean: 84,
  ethique_mean: 15,
  ...more,
})
const told = (entries: Contender[], votes = [] as Parameters<typeof rankEntries>[1]) =>
  rankEntries(entries, votes).places.map(({ id, rank, tie_rule }) => [id, rank, tie_rule])

test.each([
  ['median', { median: 85 }],
  ['deviation', { deviation: 6 }],
  ['second_level_mean', { second_level_mean: 83 }],
  ['ethique_mean', { ethique_mean: 14.5 }],
] as const)('a tie at 85.00 is told apart by %s', (rule, less) => {
  const { ties } = rankEntries([entry('b', less), entry('a')])
  expect(told([entry('b', less), entry('a')])).toEqual([
    ['a', 1, rule],
    ['b', 2, rule],
  ])
  expect(ties).toEqual([])
})

test('the rules come in their order: a better median outweighs everything after it', () => {
  const steady = { median: 85, deviation: 1, second_level_mean: 99, ethique_mean: 20 }
  expect(told([entry('steady', steady), entry('a')])[0]).toEqual(['a', 1, 'median'])
})

test('scores that differ need no rule, and an entry without one has no place', () => {
  expect(told([entry('low', { score: 70 }), entry('none', { score: null }), entry('top')])).toEqual(
    [
      ['top', 1, null],
      ['low', 2, null],
      ['none', null, null],
    ],
  )
})

describe('entries that no rule tells apart', () => {
  const all = [entry('a'), entry('b'), entry('c', { score: 60 })]

  test('share the place and wait for the chair', () => {
    expect(told(all)).toEqual([
      ['a', 1, null],
      ['b', 1, null],
      ['c', 3, null],
    ])
    expect(rankEntries(all).ties).toEqual([{ ids: ['a', 'b'], score: 85 }])
  })

  test('follow the casting vote, the latest first', () => {
    const votes = [
      { entry_ids: ['b', 'a'], is_ex_aequo: false },
      { entry_ids: ['a', 'b'], is_ex_aequo: true },
    ]
    expect(told(all, votes).slice(0, 2)).toEqual([
      ['b', 1, 'casting_vote'],
      ['a', 2, 'casting_vote'],
    ])
    expect(rankEntries(all, votes).ties).toEqual([])
  })

  test('stay equal where the chair says so', () => {
    const votes = [{ entry_ids: ['a', 'b'], is_ex_aequo: true }]
    expect(told(all, votes)).toEqual([
      ['a', 1, 'ex_aequo'],
      ['b', 1, 'ex_aequo'],
      ['c', 3, null],
    ])
    expect(rankEntries(all, votes).ties).toEqual([])
  })

  test('wait again when one more has come to the same score', () => {
    const votes = [{ entry_ids: ['a', 'b'], is_ex_aequo: false }]
    expect(rankEntries([...all, entry('d')], votes).ties).toHaveLength(1)
  })
})

const D = DECISION_STATUS
const S = ENTRY_STATUS

test.each([
  ['a recommendation', '7', D.recommended, S.in_judging, UNDECIDED],
  ['no decision', null, D.none, S.in_judging, UNDECIDED],
  ['an award', '7', D.provisional, S.in_judging, '7'],
  ['a confirmed award under embargo', '7', D.confirmed, S.decided, '7'],
  ['a published award', '7', D.published, S.awarded, '7'],
  ['an award that the second level declined', '7', D.declined, S.in_judging, NO_AWARD],
  ['a decision for no award', null, D.declined, S.decided, NO_AWARD],
  ['what publication left without a decision', null, D.none, S.not_awarded, NO_AWARD],
])('an entry with %s', (_, award_id, decision_status, entry_status, column) => {
  expect(boardColumn({ award_id, decision_status, entry_status })).toBe(column)
})
