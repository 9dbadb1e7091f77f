import { capabilitiesAt, currentPhase } from './review-phase.ts'
import { PHASES, type Phase } from './review-phase.ts'

const day = (number: number) => new Date(Date.UTC(2027, 0, number))
const phase = (name: keyof typeof PHASES, from: number, is_forced = false) => ({
  phase: PHASES[name] as Phase,
  starts_at: day(from),
  ends_at: day(from + 1),
  is_forced,
  capabilities: { fee_open: true },
})
const deliberation = phase('deliberation', 1)
const published = phase('published', 4)
const season = [deliberation, phase('frozen_embargo', 2), published, phase('archived', 5)]
const at = (number: number, isPublished = false) =>
  currentPhase(season, day(number), isPublished)?.phase

test('the phase is that of the date, or the last that ended, and none before the first', () => {
  expect([0, 1, 2, 3].map((number) => at(number))).toEqual([undefined, 6, 7, 7])
})

test('beyond the embargo dates count only once the results are published', () => {
  expect([4, 5, 9].map((number) => at(number))).toEqual([7, 7, 7])
  expect([4, 5, 9].map((number) => at(number, true))).toEqual([8, 9, 9])
})

test('a phase set by hand is the current one whatever the date', () => {
  const forced = [phase('deliberation', 1, true), ...season.slice(1)]
  expect(currentPhase(forced, day(4), true)?.phase).toBe(6)
})

test('a season without an embargo is under one all the same, with what an embargo allows', () => {
  const found = currentPhase([deliberation, published], day(4), false)
  expect(found).toEqual({ ...published, phase: 7, capabilities: {} })
})

test('a phase that is over takes no scores, unless it is kept open by hand, and allows the rest as before', () => {
  const scoring = phase('first_level_scoring', 1)
  expect(capabilitiesAt(scoring, new Date(Number(day(2)) - 1))).toMatchObject({
    can_score_levels: [2],
    fee_open: true,
  })
  expect(capabilitiesAt(scoring, day(2))).toMatchObject({
    can_score_levels: [],
    can_award_levels: [2],
    fee_open: true,
  })
  expect(capabilitiesAt({ ...scoring, is_forced: true }, day(2)).can_score_levels).toEqual([2])
})
