import { needsWaiver } from './pay-form.tsx'

test.each([
  ['2027-01-12T09:00:00Z', true],
  ['2027-01-20T09:00:00Z', true],
  ['2027-01-26T08:59:59Z', true],
  ['2027-01-26T09:00:00Z', false],
  ['2027-01-01T00:00:00Z', true],
  [null, false],
])('judging that begins on %s asks for the wish: %s', (judging, isAsked) => {
  expect(needsWaiver('2027-01-12T09:00:00Z', judging)).toBe(isAsked)
})
