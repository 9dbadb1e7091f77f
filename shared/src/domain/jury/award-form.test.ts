import { isBelowThreshold, levelsAway, needsAwardReason } from './award-form.ts'

const LEVELS = [
  { id: 'grand', min_score: null },
  { id: 'platinum', min_score: 85 },
  { id: 'gold', min_score: 75 },
  { id: 'silver', min_score: 65 },
  { id: 'selection', min_score: 60 },
]
const levelOf = (id: string) => LEVELS.find((level) => level.id === id) ?? { min_score: null }

test.each([
  ['gold', 0],
  ['platinum', 1],
  ['silver', 1],
  ['selection', 2],
  ['grand', 0],
])('from a score of 78, the level %s is %d away', (id, away) => {
  expect(levelsAway(LEVELS, levelOf(id), 78)).toBe(away)
})

test('no award is three levels away from a score of 78', () => {
  expect(levelsAway(LEVELS, null, 78)).toBe(3)
})

test.each([
  ['platinum', 84.99, true],
  ['platinum', 85, false],
  ['grand', 10, false],
  ['silver', 78, false],
  ['selection', 78, true],
  ['gold', null, false],
])('J4: %s at a result of %s needs a reason: %s', (id, score, isNeeded) => {
  expect(needsAwardReason(LEVELS, levelOf(id), score)).toBe(isNeeded)
})

test('J4: a threshold is missed by the smallest part of a point', () => {
  expect(isBelowThreshold(84.99, levelOf('platinum'))).toBe(true)
  expect(isBelowThreshold(85, levelOf('platinum'))).toBe(false)
  expect(isBelowThreshold(null, levelOf('platinum'))).toBe(false)
})
