import { mergeDocuments } from './make-live.ts'

const season = {
  closes_at: '2027-03-01',
  name: { en: 'Spring' },
  phases: [
    { code: 'call_open', ends_at: '2027-03-01' },
    { code: 'admissibility', ends_at: '2027-03-10' },
  ],
}

test('takes fields that one side changed, on whichever side', () => {
  const ours = { ...season, closes_at: '2027-03-04' }
  const theirs = { ...season, name: { en: 'Spring', fr: 'Printemps' } }
  expect(mergeDocuments(season, ours, theirs)).toEqual({
    value: { ...season, closes_at: '2027-03-04', name: { en: 'Spring', fr: 'Printemps' } },
    conflicts: [],
  })
})

test('names a field that both changed differently, and keeps ours', () => {
  const ours = { ...season, closes_at: '2027-03-04' }
  const theirs = { ...season, closes_at: '2027-03-08' }
  const { value, conflicts } = mergeDocuments(season, ours, theirs)
  expect(value).toEqual(ours)
  expect(conflicts).toEqual([
    { path: 'closes_at', base: '2027-03-01', ours: '2027-03-04', theirs: '2027-03-08' },
  ])
})

test('merges records of a list by code: one is edited while another is added and a third removed', () => {
  const [call, admissibility] = season.phases
  const ours = { ...season, phases: [{ ...call, ends_at: '2027-03-04' }, admissibility] }
  const theirs = { ...season, phases: [call, { code: 'published', ends_at: '2027-09-01' }] }
  expect(mergeDocuments(season, ours, theirs)).toEqual({
    value: {
      ...season,
      phases: [
        { code: 'call_open', ends_at: '2027-03-04' },
        { code: 'published', ends_at: '2027-09-01' },
      ],
    },
    conflicts: [],
  })
})

test('names a record that one side removed and the other edited', () => {
  const [call, admissibility] = season.phases
  const ours = { ...season, phases: [call] }
  const theirs = { ...season, phases: [call, { ...admissibility, ends_at: '2027-03-12' }] }
  const { conflicts } = mergeDocuments(season, ours, theirs)
  expect(conflicts.map(({ path }) => path)).toEqual(['phases.admissibility'])
})

test('takes the order of the side that changed it', () => {
  const turned = { ...season, phases: season.phases.toReversed() }
  const theirs = { ...season, closes_at: '2027-03-08' }
  expect(mergeDocuments(season, turned, theirs).value).toEqual({
    ...turned,
    closes_at: '2027-03-08',
  })
})

test('a removed document meets one that was edited', () => {
  expect(mergeDocuments(season, undefined, season).value).toBeUndefined()
  expect(mergeDocuments(season, undefined, { ...season, closes_at: 'x' }).conflicts).toHaveLength(1)
})
