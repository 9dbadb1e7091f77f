import { CRITERIA, weightedTotal } from '@awards/shared/domain'
import { demoScore } from './demo-jury.repository.ts'

const scoring = {
  seed: 'seed',
  noise: 3,
  bias: { lenient: 8, harsh: -9 },
  jurors_per_entry: 5,
  second_level_jurors: 3,
  first_level_progress: ['submitted' as const],
  second_level_progress: ['submitted' as const],
  comments: { high: ['high'.repeat(10)], middle: ['middle'.repeat(10)], low: ['low'.repeat(15)] },
}
const criteria = CRITERIA.map((code, index) => ({
  id: String(index + 1),
  code,
  weight: index === 1 ? 1.5 : 1,
}))
type Entry = Parameters<typeof demoScore>[1]
const entry: Entry = { slug: 'ondine', quality: 75, fixed: undefined }
const scoreOf = (juror: string, given = entry) => demoScore(scoring, given, juror, criteria, 2)

test('the same seed gives the same score, another juror another', () => {
  expect(scoreOf('lenient')).toEqual(scoreOf('lenient'))
  expect(scoreOf('lenient').total).not.toBe(scoreOf('harsh').total)
})

test('values are half points, and their weighted total is the total', () => {
  const { items, total } = scoreOf('harsh')
  for (const { value } of items) expect(value * 2).toBe(Math.round(value * 2))
  const weighted = items.map(({ criterion_id, value }) => ({
    value,
    weight: criteria.find(({ id }) => id === criterion_id)?.weight ?? 0,
  }))
  expect(total).toBe(weightedTotal(weighted))
})

test('a juror leans by the bias', () => {
  const slugs = Array.from({ length: 30 }, (_, index) => `entry-${index}`)
  const meanOf = (juror: string) =>
    slugs.reduce((sum, slug) => sum + scoreOf(juror, { ...entry, slug }).total, 0) / slugs.length
  expect(meanOf('lenient') - meanOf('harsh')).toBeGreaterThan(12)
})

test('meets a given total within a point, and comments on an extreme one', () => {
  const score = demoScore(scoring, { ...entry, fixed: 46 }, 'harsh', criteria, 2)
  expect(Math.abs(score.total - 46)).toBeLessThan(1)
  expect(score.comment_entrant.length).toBeGreaterThanOrEqual(30)
})

test('jurors of one entry give different comments', () => {
  const texts = Array.from(
    { length: 9 },
    (_, index) => `Comment ${index} of at least thirty letters.`,
  )
  const jurors = Array.from({ length: 9 }, (_, index) => `juror-${index}`)
  const many = {
    ...scoring,
    bias: Object.fromEntries(jurors.map((juror) => [juror, 0])),
    comments: { high: texts, middle: texts, low: texts },
  }
  const comments = jurors.map(
    (juror) => demoScore(many, { ...entry, fixed: 92 }, juror, criteria, 2).comment_entrant,
  )
  expect(new Set(comments).size).toBe(9)
})
