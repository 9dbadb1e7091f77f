import { differences, isSame, mergeScores, withFields, type ScoreDraft } from './score-draft.ts'

const draft = (marks: Record<string, number>, entrant = '', jury = ''): ScoreDraft => ({
  marks,
  comment_entrant: entrant,
  comment_private: jury,
})

test('takes both changes when each window changed another field', () => {
  const base = draft({ a: 10, b: 11 })
  const { draft: merged, conflicts } = mergeScores(base, draft({ a: 12, b: 11 }, 'Mine'), {
    ...draft({ a: 10, b: 11, c: 9 }),
    comment_private: 'Theirs',
  })
  expect(merged).toEqual(draft({ a: 12, b: 11, c: 9 }, 'Mine', 'Theirs'))
  expect(conflicts).toEqual([])
})

test('reports a conflict when both windows changed a field differently', () => {
  const { draft: merged, conflicts } = mergeScores(
    draft({ a: 10, b: 10 }),
    draft({ a: 12, b: 14 }),
    draft({ a: 13, b: 14 }),
  )
  expect(conflicts).toEqual([{ field: 'a', mine: 12, theirs: 13 }])
  expect(merged.marks).toEqual({ a: 12, b: 14 })
})

test('counts a removed mark as a change', () => {
  const base = draft({ a: 10 })
  expect(mergeScores(base, draft({}), base).draft.marks).toEqual({})
  expect(mergeScores(base, draft({}), draft({ a: 11 })).conflicts).toEqual([
    { field: 'a', mine: undefined, theirs: 11 },
  ])
})

test('ignores blanks around a comment', () => {
  expect(isSame(draft({}, 'Word'), draft({}, ' Word\n'))).toBe(true)
  expect(differences(draft({ a: 1 }), draft({ a: 1 }, 'Word'))).toEqual(['comment_entrant'])
})

test('chosen fields come from the other version', () => {
  const other = draft({ a: 13 }, 'Theirs')
  expect(withFields(draft({ a: 12, b: 1 }, 'Mine'), other, ['a', 'b'])).toEqual(
    draft({ a: 13 }, 'Mine'),
  )
})
