import { expect, test } from '@playwright/test'

// What `report-rows.test.ts` runs: one test of each kind that a report has to tell apart. None opens a page.

const proves = (...ids: string[]) => ids.map((description) => ({ type: 'proves', description }))

test('proves two things', { annotation: proves('call a', 'call b') }, () => {})

test.describe('a group', { annotation: proves('group') }, () => {
  test('inside', { annotation: proves('call a') }, () => {})
})

test.describe('once', () => {
  test.describe.configure({ retries: 0 })

  test('says so, and fails', { annotation: proves('call c') }, () => {
    expect(1).toBe(2)
  })
})

test('passes at its second try', { annotation: proves('call d') }, () => {
  expect(test.info().retry).toBe(1)
})

test('left out', { annotation: [...proves('call e'), { type: 'skip' }] }, () => {})

test(
  'in the full run',
  { tag: '@full', annotation: [...proves('call f'), { type: 'skip' }] },
  () => {},
)
