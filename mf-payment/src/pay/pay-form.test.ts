import { CHANNELS, channelRank } from '@awards/shared/domain'
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

test.each([
  ['CN', 'wechat_native'],
  ['FR', 'card'],
  [undefined, 'card'],
])('E34: a payer of %s is offered %s first', (country, first) => {
  const [offered] = CHANNELS.toSorted((a, b) => channelRank(a, country) - channelRank(b, country))
  expect(offered).toBe(first)
})
