import { atScale } from '../../../../tools/testing/scale.ts'
import { createHash } from 'node:crypto'
import { bucketOf, chooseVersion, compareVersions } from './discovery.ts'

const NAME = 'mf-jury'
/** Visitor ids, deterministic. */
const PEOPLE = Array.from({ length: 100_000 }, (_, index) =>
  createHash('md5').update(String(index)).digest('base64url'),
)

const SOME = PEOPLE.slice(0, atScale({ core: 10_000, full: PEOPLE.length }))

const ramp = (traffic: number, name = NAME, newest = '1.5.0', people = PEOPLE) => {
  const versions = [
    { version: '1.4.2', traffic: 100 - traffic, default: true },
    { version: newest, traffic, default: false },
  ]
  return people.map((person) => chooseVersion(name, versions, person)?.version)
}
const share = (chosen: readonly (string | undefined)[], version = '1.5.0') =>
  (100 * chosen.filter((one) => one === version).length) / chosen.length

test('scenario 13: a version without traffic gets no visitor, one with 100 % gets all', () => {
  proves('scenario 13')
  expect(share(ramp(0))).toBe(0)
  expect(share(ramp(100))).toBe(100)
})

test.each([1, 10, 50])(
  'scenario 13: %i %% of traffic gets that share of 100 000 visitors within half a point',
  (traffic) => {
    proves('scenario 13')
    expect(Math.abs(share(ramp(traffic)) - traffic)).toBeLessThan(0.5)
  },
)

test('scenario 13: a ramp moves no visitor back, also if the new version sorts lower', () => {
  proves('scenario 13')
  for (const version of ['1.5.0', '1.3.0', '1.4.2-pr7.1']) {
    let before = ramp(0, NAME, version, SOME)
    for (const traffic of [1, 10, 50, 99, 100]) {
      const after = ramp(traffic, NAME, version, SOME)
      const moved = before.filter((one, index) => one === version && after[index] !== version)
      expect(moved).toHaveLength(0)
      before = after
    }
  }
})

test('scenario 13: the order of the versions does not matter', () => {
  proves('scenario 13')
  const versions = [
    { version: '1.10.0', traffic: 20, default: false },
    { version: '1.9.0', traffic: 30, default: false },
    { version: '1.9.0-rc.1', traffic: 50, default: true },
  ]
  const [a, b, c] = versions
  for (const person of PEOPLE.slice(0, 5_000)) {
    const chosen = chooseVersion(NAME, versions, person)
    for (const order of [
      [c, b, a],
      [b, a, c],
    ]) {
      const list = order.flatMap((one) => (one ? [one] : []))
      expect(chooseVersion(NAME, list, person)).toBe(chosen)
    }
  }
})

test('scenario 13: buckets of different remotes are independent', () => {
  proves('scenario 13')
  const [jury, payment] = [ramp(10, 'mf-jury'), ramp(10, 'mf-payment')]
  const both = jury.filter((one, index) => one === '1.5.0' && payment[index] === '1.5.0')
  expect(Math.abs((100 * both.length) / PEOPLE.length - 1)).toBeLessThan(0.2)
})

test('a bucket is the prefix of the SHA-256 of remote and visitor', () => {
  // printf 'mf-jury:abc' | sha256sum → the first eight digits, modulo 10 000
  expect(bucketOf('mf-jury', 'abc')).toBe(7841)
})

test('sorts newest first; versions that semver cannot parse come last in a stable order', () => {
  const sorted = ['1.9.0', '1.0.0-007', '1.10.0-pr1.2', '1.10.0', '1.0.0-008', '1.10.0-pr1.10']
  expect(sorted.toSorted(compareVersions)).toEqual([
    '1.10.0',
    '1.10.0-pr1.10',
    '1.10.0-pr1.2',
    '1.9.0',
    '1.0.0-008',
    '1.0.0-007',
  ])
})
