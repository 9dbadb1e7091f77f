import type { SeasonDocument } from '@awards/shared/contract'
import {
  codeFrom,
  extendCall,
  freeCode,
  nextSeason,
  placed,
  withoutEmpty,
} from './new-documents.ts'

const season: SeasonDocument = {
  code: 'GA27-1',
  name: { en: '2027 — Season 1', zh: '2027 第一季' },
  year: 2027,
  season: 1,
  status: 'open',
  rules_version: '2027.1',
  opens_at: '2026-10-13 09:00',
  closes_at: '2027-01-31 23:59:59',
  results_at: '2027-05-16 18:00',
  phases: [
    { code: 'call_open', starts_at: '2026-10-13', ends_at: '2027-02-01 00:00' },
    { code: 'admissibility', starts_at: '2027-02-01 00:00', ends_at: '2027-02-15 00:00' },
    { code: 'first_level_scoring', starts_at: '2027-02-15 00:00', ends_at: '2027-03-18 00:00' },
  ],
  fee_periods: [
    { code: 'final', starts_at: '2027-01-15', ends_at: '2027-01-31 23:59:59' },
    { code: 'early', starts_at: '2026-10-13', ends_at: '2026-11-19 23:59:59' },
  ],
  entry_fees: { student: { early: [4000, 2000], final: [7000, 3500] } },
}

test('the next season has the same days of the week, phases and prices, a year later', () => {
  expect(nextSeason(season)).toEqual({
    ...season,
    code: 'GA28-1',
    name: { en: '2028 — Season 1', zh: '2028 第一季' },
    year: 2028,
    status: 'preparing',
    opens_at: '2027-10-12 09:00',
    closes_at: '2028-01-30 23:59:59',
    results_at: '2028-05-14 18:00',
    phases: [
      { code: 'call_open', starts_at: '2027-10-12', ends_at: '2028-01-31 00:00' },
      { code: 'admissibility', starts_at: '2028-01-31 00:00', ends_at: '2028-02-14 00:00' },
      { code: 'first_level_scoring', starts_at: '2028-02-14 00:00', ends_at: '2028-03-16 00:00' },
    ],
    fee_periods: [
      { code: 'final', starts_at: '2028-01-14', ends_at: '2028-01-30 23:59:59' },
      { code: 'early', starts_at: '2027-10-12', ends_at: '2027-11-18 23:59:59' },
    ],
  })
})

test('a later close moves the call, the last fee period and the phase that begins right after, and nothing else', () => {
  const [call, admissibility, scoring] = season.phases
  const [final, early] = season.fee_periods
  expect(extendCall(season, 3)).toEqual({
    ...season,
    closes_at: '2027-02-03 23:59:59',
    phases: [
      { ...call, ends_at: '2027-02-04 00:00' },
      { ...admissibility, starts_at: '2027-02-04 00:00' },
      scoring,
    ],
    fee_periods: [{ ...final, ends_at: '2027-02-03 23:59:59' }, early],
  })
})

test('a text that is left empty is not sent, so that English stands there', () => {
  expect(withoutEmpty({ title: { en: 'A', fr: '', zh: undefined }, tags: ['fr'] })).toEqual({
    title: { en: 'A' },
    tags: ['fr'],
  })
})

test('optional texts and numbers that were left empty are not in the document', () => {
  const question = { help: { en: '', fr: '' }, maximum: null, minimum: undefined, sections: [] }
  expect(withoutEmpty(question)).toEqual({ sections: [] })
  expect(withoutEmpty({ help: { en: '', fr: 'Pièces' } })).toEqual({
    help: { en: '', fr: 'Pièces' },
  })
})

test.each([
  ['How is it repaired?', 'how_is_it_repaired'],
  ['3 Réparations – à domicile', 'reparations_a_domicile'],
  ['如何维修？', ''],
  [`${'long '.repeat(12)}`, 'long_long_long_long_long_long_long_long'],
])('%s is suggested as the code %s', (words, code) => {
  expect(codeFrom(words)).toBe(code)
})

describe('places of records', () => {
  const top = { code: 'a', position: 'home_hero', sort: 4 }
  const next = { code: 'b', position: 'home_hero', sort: 7 }
  const other = { code: 'c', position: 'jury_top', sort: 1 }

  test('stay where they lead to the order of the list', () => {
    expect(placed({ list: [top, other, next] })).toEqual({ list: [top, other, next] })
    expect(placed({ title: { en: 'A' } })).toEqual({ title: { en: 'A' } })
  })

  test('are counted anew within a position where a record was moved or added', () => {
    const added = { code: 'd', position: 'home_hero' }
    expect(placed({ list: [next, other, top, added] })).toEqual({
      list: [{ ...next, sort: 1 }, other, { ...top, sort: 2 }, { ...added, sort: 3 }],
    })
  })

  test('are left out where the list alone says them', () => {
    expect(
      placed({
        list: [
          { code: 'a', sort: 2 },
          { code: 'b', sort: 1 },
        ],
      }),
    ).toEqual({
      list: [{ code: 'a' }, { code: 'b' }],
    })
  })
})

test('a new code is one that no other has', () => {
  expect(freeCode('group', ['group-1', 'group-3'])).toBe('group-4')
  expect(freeCode('group', [])).toBe('group-1')
})
